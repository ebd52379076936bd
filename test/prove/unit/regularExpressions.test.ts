import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { followsEscape, withoutEscapes } from '../../../src/guard/escapes.ts';
import { mathIn, mayBeginMath } from '../../../src/markdown/mathRules.ts';
import { labelOf } from '../../../src/pastedConnection/labels.ts';
import { tokensOf } from '../../../src/pastedConnection/tokens.ts';
import { networkTrouble } from '../../../src/shared/service/serviceErrorKind.ts';
import { assertLinear, timeMs } from '../../support/assertLinear.ts';
import { findExpressions, type FoundExpressions } from '../../support/regularExpressions.ts';
import { isProof, quantity } from '../../support/quantity.ts';

/** Repeated by themselves, these make the worst input of many expressions. */
const commonUnits = [
  'a',
  'A',
  '0',
  ' ',
  '\t',
  '"',
  '\\',
  '\\"',
  '<',
  '-',
  '.',
  '$',
  '|',
  '> ',
  '0.',
];

/**
 * What ends a line, for one format or another. After four of them `^` of a multiline expression matches, but `[^\n]`
 * goes on beyond all but one.
 */
const lineEnds = ['\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029'];

const plainUnits = [...commonUnits, ...lineEnds];

/** Something that no expression expects at the end of its input. */
const ends = ['', '\u0001'];

/** In characters: how much of every shape an expression meets. The time shows whether it grows with the square. */
const screened = {
  length: quantity({ slice: 2048, whole: 8192 }),
  suspiciousMs: quantity({ slice: 2, whole: 10 }),
};

/** How much of its worst shape it meets. What takes longer is looked at more closely. */
const longest = {
  length: quantity({ slice: 131_072, whole: 1_048_576 }),
  suspiciousMs: quantity({ slice: 10, whole: 50 }),
};

/**
 * What a text is made of that is hard for an expression: its own words and beginnings of what it matches, repeated, also
 * as lines; and such a beginning before a long run of one unit.
 */
function shapesFor(expression: RegExp): readonly Shape[] {
  const words = expression.source
    .replaceAll(/\\[a-zA-Z](?:\{[^}]*\})?/g, ' ')
    .replaceAll(/\\(.)/g, '$1')
    .split(/[\^$*+?()[\]{}|]+/)
    .filter((word) => word !== '');
  const begun = examplesOf(expression).flatMap((match) =>
    [1, 2, 3, 5, 8, 13, 21].map((length) => match.slice(0, length)),
  );
  const [literalStart = ''] =
    /^(?:\\[^a-zA-Z\d]|[^\\^$*+?()[\]{}|.])*/.exec(expression.source) ?? [];
  const starts = new Set(['a', literalStart.replaceAll('\\', ''), ...words, ...begun]);
  const lines = expression.multiline
    ? [...starts].flatMap((start) => lineEnds.map((lineEnd) => start + lineEnd))
    : [];
  const units = new Set([...plainUnits, ...starts, ...words.map((word) => `${word} `), ...lines]);
  const runs = [...starts].flatMap((start) =>
    plainUnits.map((unit) => ({ start, unit, end: '\u0001' })),
  );
  return [...repeated([...units].filter((unit) => unit !== '')), ...runs];
}

function repeated(units: readonly string[]): readonly Shape[] {
  return units.flatMap((unit) => ends.map((end) => ({ start: '', unit, end })));
}

/** Texts that match. They take most of the time, so that the slice has none. */
function examplesOf({ source, flags }: RegExp): readonly string[] {
  if (!isProof) {
    return [];
  }
  try {
    const plain = new RegExp(source, flags.replaceAll(/[gimy]/g, ''));
    return fc.sample(fc.stringMatching(plain, { maxLength: 40 }), { numRuns: 5, seed: 1 });
  } catch {
    // fast-check does not know lookbehind and some other syntax.
    return [];
  }
}

/** Finds everything, from match to match. */
function search(expression: RegExp, text: string): void {
  expression.lastIndex = 0;
  if (!expression.global && !expression.sticky) {
    expression.test(text);
    return;
  }
  for (let from = 0; from <= text.length; from = Math.max(from + 1, expression.lastIndex)) {
    expression.lastIndex = from;
    if (!expression.test(text)) {
      return;
    }
  }
}

/** How long a text is, and which time for it is suspicious. */
interface Size {
  readonly length: number;
  readonly suspiciousMs: number;
}

/** A text: `unit` is repeated until the text is long enough. */
interface Shape {
  readonly start: string;
  readonly unit: string;
  readonly end: string;
}

/** Asserts that the time of `work` grows no faster than the text, for all texts of these shapes. */
function assertLinearOver(shapes: readonly Shape[], work: (text: string) => unknown): void {
  let slowest = { shape: { start: '', unit: 'a', end: '' }, ms: 0 };
  for (const shape of shapes) {
    const ms = assertLinearAt(shape, screened, work);
    slowest = ms > slowest.ms ? { shape, ms } : slowest;
  }
  assertLinearAt(slowest.shape, longest, work);
}

/** Gives the time of `work` on so many characters. If it is suspicious, asserts that it grows no faster than the text. */
function assertLinearAt(
  shape: Shape,
  { length, suspiciousMs }: Size,
  work: (text: string) => unknown,
): number {
  const { start, unit, end } = shape;
  const textOf = (size: number): string => start + unit.repeat(Math.ceil(size / unit.length)) + end;
  const text = textOf(length);
  const ms = timeMs(() => work(text));
  if (ms > suspiciousMs) {
    try {
      assertLinear(length / 8, (size) => {
        const input = textOf(size);
        return () => work(input);
      });
    } catch (error) {
      throw new Error(`${JSON.stringify(shape)}: ${String(error)}`, { cause: error });
    }
  }
  return ms;
}

/** For the files that make expressions out of text: what uses these, or why no foreign text meets them. */
const uses: Readonly<Record<string, ((text: string) => unknown) | string>> = {
  'src/shared/service/serviceErrorKind.ts': networkTrouble,
  'src/markdown/mathRules.ts': (text) => [mathIn(text), mayBeginMath.test(text)],
  'src/guard/escapes.ts': (text) => [withoutEscapes(text), followsEscape(text, text.length)],
  'src/guard/presetRules.ts':
    'they are those of a preset; each rule is tried on its worst input in secrets.test.ts',
  'src/pastedConnection/labels.ts': labelOf,
  'src/pastedConnection/tokens.ts': tokensOf,
  'src/webview/reading/findQuery.ts': 'the user writes it, and it is searched in slices of time',
  'src/webview/markdown/open/looseList.ts':
    'it meets lines that the parser found to be blank or not',
};

describe('regular expressions', () => {
  let found: readonly FoundExpressions[] = [];
  before(async () => {
    found = await findExpressions('src');
  });

  it('are linear in foreign text, up to a megabyte of their worst input', function () {
    // Ends a run that hangs; it takes some seconds.
    this.timeout(600_000);
    const literals = found.flatMap(({ file, literals }) =>
      literals.map((literal) => ({ file, literal })),
    );
    assert.ok(literals.length > 150);
    const failures: string[] = [];
    for (const { file, literal } of literals) {
      try {
        assertLinearOver(shapesFor(literal), (text) => search(literal, text));
      } catch (error) {
        failures.push(`${file} ${literal}: ${String(error)}`);
      }
    }
    assert.deepEqual(failures, []);
  });

  it('that are made of text are known and linear as well', () => {
    const files = found.filter(({ makesOthers }) => makesOthers).map(({ file }) => file);
    assert.deepEqual(files.toSorted(), Object.keys(uses).toSorted());
    for (const use of Object.values(uses)) {
      if (typeof use !== 'string') {
        assertLinearOver(repeated([...plainUnits, '\\(', '$a', 'abc', 'a.b', '\\a', '1,']), use);
      }
    }
  });
});

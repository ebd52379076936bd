import * as l10n from '@vscode/l10n';
import { formatNumber } from '../shared/language.ts';

/** The least length of the reply in characters, and so in bytes. */
const leastLength = 100 * 1024;

/** The reply of `demo-long`: always the same Markdown in one language, at least 100 KiB. */
export function longReply(): string {
  const known = sentences();
  const sections = [`# ${l10n.t('A long reply')}`];
  let length = 0;
  for (let number = 1; length < leastLength; number += 1) {
    const next = section(number, known);
    sections.push(next);
    length += next.length;
  }
  return `${sections.join('\n\n')}\n`;
}

/** A prime number of sentences, so that every step through them reaches all. */
function sentences(): readonly string[] {
  return [
    l10n.t('A parser reads its input once, from left to right.'),
    l10n.t('A cache is useful as long as its entries are valid.'),
    l10n.t('An index makes reading faster and writing a little slower.'),
    l10n.t('The event loop runs one task at a time.'),
    l10n.t('A scheduler decides which task runs next.'),
  ];
}

const samples = [
  [
    'ts',
    'export function sum(values: readonly number[]): number {\n  return values.reduce((a, b) => a + b, 0);\n}',
  ],
  ['python', 'def mean(values: list[float]) -> float:\n    return sum(values) / len(values)'],
  [
    'rust',
    "fn longest<'a>(a: &'a str, b: &'a str) -> &'a str {\n    if a.len() >= b.len() { a } else { b }\n}",
  ],
  ['sql', 'select owner, count(*) as models\nfrom model\ngroup by owner\norder by models desc;'],
  ['json', '{\n  "model": "demo-long",\n  "stream": true\n}'],
] as const;

/** One section. Its parts depend on its number only. */
function section(number: number, known: readonly string[]): string {
  const parts = [
    `## ${l10n.t('Section {0}', formatNumber(number))}`,
    paragraph(number, 4, known),
    number % 2 === 0 ? list(number, known) : `> ${pick(known, number + 3)}`,
    paragraph(number + 5, 3, known),
  ];
  if (number % 2 === 1) {
    parts.push(sampleCode(number));
  }
  if (number % 3 === 0) {
    parts.push(table(number, known));
  }
  return parts.join('\n\n');
}

function paragraph(seed: number, count: number, known: readonly string[]): string {
  return Array.from({ length: count }, (_, index) => pick(known, seed * seed + index * 7)).join(
    ' ',
  );
}

function list(seed: number, known: readonly string[]): string {
  return Array.from({ length: 4 }, (_, index) => {
    const item = `- ${pick(known, seed * 7 + index * 17)}`;
    return index === 1 ? `${item}\n  - ${l10n.t('This item is **one level down**.')}` : item;
  }).join('\n');
}

function table(seed: number, known: readonly string[]): string {
  const rows = Array.from({ length: 4 }, (_, index) => {
    const sentence = pick(known, seed * 5 + index * 31);
    return `| ${sentence} | ${formatNumber(sentence.length)} |`;
  });
  const head = `| ${l10n.t('Sentence')} | ${l10n.t('Characters')} |`;
  return [head, '| :-- | --: |', ...rows].join('\n');
}

function sampleCode(seed: number): string {
  const [language, code] = pick(samples, (seed - 1) / 2);
  return `\`\`\`${language}\n${code}\n\`\`\``;
}

function pick<T>(values: readonly T[], seed: number): T {
  const value = values[seed % values.length];
  if (value === undefined) {
    throw new RangeError('There is nothing to pick from.');
  }
  return value;
}

import type { FileRefusal } from '../../apply/blockPlan.ts';
import { leftOutLine } from '../../apply/code/fit/restateLines.ts';
import { languageOfPath, textLanguageOfPath } from '../../apply/code/languageOfPath.ts';
import { opened } from '../../apply/code/items/grammars.ts';
import { problemAfter } from '../../apply/code/prove.ts';
import { addsSigns } from '../../apply/code/signs.ts';
import { type LoadSyntax, parsedOnce } from '../../apply/code/syntax.ts';
import { breaksJson } from '../../apply/fileGates.ts';
import { lineTexts } from '../../apply/lines/textLines.ts';
import { largest } from '../../apply/planEdits.ts';
import { fitCode, type Original } from '../../rewrite/fitCode.ts';
import { withMasks, withoutMasks } from '../../rewrite/masks.ts';
import {
  editedPart,
  type FilePart,
  filledPart,
  isBesideNew,
  partOfMore,
} from '../../rewrite/plannedPart.ts';
import { type Asked, type NoCodeReason, replyCode } from '../../rewrite/replyCode.ts';
import type { Reply } from '../../shared/conversation/conversation.ts';

/** Why a reply is no result. */
export type RewriteProblem =
  | { readonly kind: 'reply'; readonly reply: Reply }
  | { readonly kind: 'noCode'; readonly reason: NoCodeReason }
  /** A line that stands for code which the model has left out. */
  | { readonly kind: 'leftOut'; readonly line: string }
  /** Their place is not known, or the file would not hold afterwards. `name` is what the reason is about. */
  | {
      readonly kind: 'refused';
      readonly path: string;
      readonly reason: FileRefusal;
      readonly name?: string | undefined;
    }
  /** The reply has masks of secrets, and what they stand for is not known. */
  | { readonly kind: 'masked' }
  /** The reply is the code as it was. */
  | { readonly kind: 'same' };

/** What a reply is about. */
export interface ReplyBasis {
  /** The code that the model got last. */
  readonly original: Original;
  readonly asked: Asked;
  /** What masks in the reply stand for; undefined if that is not known. */
  readonly masked: ReadonlyMap<string, string> | undefined;
}

/** The code that a reply is to replace, and where it is. */
export interface ReplyPlace {
  /** As the model knows it: what it got, or its last reply. */
  readonly known: string;
  /** The text of the file, and what the code is in it. */
  readonly file: Readonly<Record<'before' | 'code' | 'after', string>>;
  readonly path: string;
  readonly languageId: string;
}

/** The lines of a reply, or why they are not used. */
type Read =
  | { readonly lines: readonly string[]; readonly isSure: boolean }
  | { readonly problem: RewriteProblem };

/** The code of a reply that has ended as it would stand in the file, or why there is none. */
export async function readReply(
  reply: Reply,
  { original, asked, masked }: ReplyBasis,
  place: ReplyPlace,
  loadSyntax: LoadSyntax,
): Promise<{ readonly result?: string; readonly problem?: RewriteProblem }> {
  if (reply.status !== 'completed' || reply.flaws?.damagedEvents !== undefined) {
    return { problem: { kind: 'reply', reply } };
  }
  const part = await partOf(place, masked, loadSyntax);
  const read = readCode(reply.text, asked, part, place.path);
  if ('problem' in read) {
    return read;
  }
  const fitted = fitCode(read.lines, original);
  const result = masked && withoutMasks(fitted, masked);
  if ((result ?? fitted) === place.file.code) {
    return { problem: { kind: 'same' } };
  }
  if (result === undefined) {
    return { problem: { kind: 'masked' } };
  }
  if (!read.isSure && !provesCode(place, part)) {
    return { problem: { kind: 'noCode', reason: 'prose' } };
  }
  const problem = problemOf(result, place, part);
  return problem === undefined ? { result } : { problem };
}

/** Languages of text, which has quotes and brackets of its own. */
const prose: ReadonlySet<string> = new Set(
  'plaintext html latex restructuredtext svelte vue xml'.split(' '),
);

async function partOf(
  { known, file: { before, code, after }, path, languageId }: ReplyPlace,
  masked: ReplyBasis['masked'],
  loadSyntax: LoadSyntax,
): Promise<FilePart> {
  const language = languageOfPath(path);
  const parse = language && (await loadSyntax(language));
  // Of a larger file, the part alone is looked at.
  const around = before.length + code.length + after.length <= largest.length;
  return {
    text: masked === undefined ? known : withMasks(known, masked),
    before: around ? before : '',
    after: around ? after : '',
    syntax: language && parse && parsedOnce({ language, parse }),
    language: textLanguageOfPath(path) ?? (prose.has(languageId) ? 'markdown' : languageId),
  };
}

function readCode(text: string, asked: Asked, part: FilePart, path: string): Read {
  const code = replyCode(text, asked);
  if (code.kind === 'none') {
    return { problem: { kind: 'noCode', reason: code.reason } };
  }
  const { lines, isSure } = code.kind === 'code' ? code : { lines: [], isSure: true };
  const known = lineTexts(part.text);
  const leftOut = (own: readonly string[]): string | undefined =>
    leftOutLine(own, known, known, part.language);
  const line = leftOut(lines);
  let planned = code.kind === 'edits' ? editedPart(code.edits, part) : partOfMore(lines, part);
  if (planned === undefined && line !== undefined && !isBesideNew(line, lines, part)) {
    planned = filledPart(lines, line, part);
  }
  if (planned?.kind === 'refuse' && line === undefined) {
    return { problem: { ...planned, kind: 'refused', path } };
  }
  const whole = planned?.kind === 'part' ? lineTexts(planned.text) : lines;
  const remark = leftOut(whole);
  return remark === undefined
    ? { lines: whole, isSure }
    : { problem: { kind: 'leftOut', line: remark } };
}

/** Languages in which plain words are code as well. */
const wordy: ReadonlySet<string> = new Set(['bash', 'ruby']);

/** Whether text would not be read as code of the file. */
function provesCode({ file: { code } }: ReplyPlace, { before, after, syntax }: FilePart): boolean {
  return (
    syntax !== undefined &&
    !wordy.has(syntax.language) &&
    syntax.parse(before + code + after, opened)?.errors === 0
  );
}

/** Why the file would not hold with the result. */
function problemOf(
  result: string,
  { file: { code }, path }: ReplyPlace,
  { before, after, syntax, language }: FilePart,
): RewriteProblem | undefined {
  const text = before + code + after;
  const now = before + result + after;
  const isOdd = language !== 'markdown' && addsSigns(lineTexts(result), lineTexts(text), language);
  const problem = isOdd
    ? { reason: 'signs' as const }
    : breaksJson({ path, text }, now)
      ? { reason: 'syntax' as const }
      : problemAfter(text, now, syntax, language);
  return problem && { kind: 'refused', path, ...problem };
}

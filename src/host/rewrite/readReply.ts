import * as vscode from 'vscode';
import type { RefusalReason, LeftOut } from '../../apply/blockPlan.ts';
import { languageOfPath, textLanguageOfPath } from '../../apply/code/languageOfPath.ts';
import { type Problem, problemAfter } from '../../apply/code/prove.ts';
import { unlessRefused } from '../../apply/code/refused.ts';
import { addsSigns } from '../../apply/code/signs.ts';
import { type LoadSyntax, parsedOnce } from '../../apply/code/syntax.ts';
import { lineTexts } from '../../apply/lines/textLines.ts';
import { largest } from '../../apply/planEdits.ts';
import { isMasked } from '../../rewrite/masks.ts';
import { linesOf, type Part, textOf, withLines } from '../../rewrite/part.ts';
import { type FilePart, planPart } from '../../rewrite/planPart.ts';
import { replyCode } from '../../rewrite/replyCode.ts';
import type { Reply } from '../../shared/conversation/conversation.ts';
import { refusalWords } from '../apply/refusalWords.ts';
import { nameText } from '../base/safeText.ts';
import { noCodeWords, replyWords } from './problemWords.ts';

/** The code that a reply is to replace: a part of what is proposed for a file, or at first of the file. */
export interface AskedCode extends Part {
  /** The text of the file that the other one is a change of. */
  readonly base: string;
  readonly path: string;
  readonly languageId: string;
  readonly lineEnd: '\n' | '\r\n';
}

/** What a reply makes of the code, with the lines of the text that it leaves out, or a sentence on why it is not used. */
export type ReadReply =
  { readonly made: Part; readonly leftOut: readonly LeftOut[] } | { readonly problem: string };

/** Reads a reply that has ended, with the values in place of their masks. */
export async function readReply(
  reply: Reply,
  asked: AskedCode,
  loadSyntax: LoadSyntax,
): Promise<ReadReply> {
  if (reply.status !== 'completed' || reply.flaws?.damagedEvents !== undefined) {
    return { problem: replyWords(reply) };
  }
  const { path, lineEnd } = asked;
  const part = await filePart(asked, loadSyntax);
  const { syntax, language } = part;
  const found = replyCode(reply.text, lineTexts(part.code));
  if (found.kind === 'none') {
    return unchanged(noCodeWords(found.reason));
  }
  const planned = unlessRefused(() => planPart(found, part));
  if ('kind' in planned) {
    return refused(planned, path);
  }
  const { lines, leftOut } = planned;
  const made = withLines(asked, lines, lineEnd);
  if (textOf(made) === asked.base) {
    return unchanged(vscode.l10n.t('The reply is the same as the code.'));
  }
  if (isMasked(made.code) && !isMasked(part.code)) {
    const words = vscode.l10n.t(
      'Something in the code was masked or removed before it was sent, so the reply does not fit.',
    );
    return unchanged(words);
  }
  const [text, now] = [textOf(part), textOf(withLines(part, lines, lineEnd))];
  if (found.kind === 'code' && !found.isSure && !provesCode(text, syntax)) {
    return unchanged(noCodeWords('prose'));
  }
  const hasSigns =
    language !== 'markdown' && addsSigns(lineTexts(made.code), lineTexts(text), language);
  const problem: Problem | undefined = hasSigns
    ? { reason: 'signs' }
    : problemAfter(text, now, syntax, language);
  if (problem !== undefined) {
    // The comment may be about the code beside it.
    return refused(leftOut.length > 0 ? { reason: 'elision' } : problem, path);
  }
  const { from: first } = linesOf(asked);
  const inText = (one: LeftOut): LeftOut => ({
    ...one,
    from: first + one.from,
    to: first + one.to,
  });
  return { made, leftOut: leftOut.map(inText) };
}

function unchanged(words: string): ReadReply {
  return { problem: `${words} ${vscode.l10n.t('Nothing was changed.')}` };
}

/** `name` is what the reason is about. */
function refused(
  { reason, name = '' }: { readonly reason: RefusalReason; readonly name?: string | undefined },
  path: string,
): ReadReply {
  return unchanged(refusalWords(reason, nameText(path), nameText(name)));
}

/** Languages of text, which has quotes and brackets of its own. */
const prose: ReadonlySet<string> = new Set(
  'plaintext html latex restructuredtext svelte vue xml'.split(' '),
);

/** Of a large file, the code alone is looked at. */
async function filePart(
  { before, code, after, base, path, languageId }: AskedCode,
  loadSyntax: LoadSyntax,
): Promise<FilePart> {
  const language = languageOfPath(path);
  const parse = language && (await loadSyntax(language));
  const isLarge = base.length > largest.length;
  return {
    code,
    ...(isLarge ? { before: '', after: '' } : { before, after }),
    syntax: language && parse && parsedOnce({ language, parse }),
    language: textLanguageOfPath(path) ?? (prose.has(languageId) ? 'markdown' : languageId),
  };
}

/** Languages in which plain words are code as well. */
const wordy: ReadonlySet<string> = new Set(['bash', 'ruby']);

/** Whether sentences would not be read as code of a text. */
function provesCode(text: string, syntax: FilePart['syntax']): boolean {
  return syntax !== undefined && !wordy.has(syntax.language) && syntax.parse(text) === 0;
}

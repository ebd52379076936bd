import * as vscode from 'vscode';
import { languageOfPath, textLanguageOfPath } from '../../apply/code/language/languageOfPath.ts';
import { type Problem, problemAfter } from '../../apply/code/prove.ts';
import { Refused, unlessRefused } from '../../apply/plan/refused.ts';
import { addsSigns } from '../../apply/code/language/signs.ts';
import { type LoadSyntax, parsedOnce } from '../../apply/code/language/syntax.ts';
import { largest } from '../../apply/planChange.ts';
import { lineTexts } from '../../apply/lines/textLines.ts';
import type { LeftOut } from '../../apply/plan/blockPlan.ts';
import { errorCard } from '../../conversation/errors/errorCard.ts';
import { errorCase } from '../../conversation/errors/errorCase.ts';
import { linesOf, type Part, textOf, withLines } from '../../rewrite/part.ts';
import { type FilePart, planPart } from '../../rewrite/planPart.ts';
import { replyCode } from '../../rewrite/replyCode.ts';
import type { Reply, ReplyError } from '../../shared/conversation/conversation.ts';
import { hasMask } from '../../shared/guard/finding.ts';
import { isLengthReason } from '../../service/reply/choice.ts';
import { shortened } from '../../shared/visibleText.ts';
import { isString } from '../../shared/guards.ts';
import { duration } from '../../shared/language.ts';
import { refusalWords } from '../apply/refusalWords.ts';
import { nameText, notificationText } from '../base/safeText.ts';

/** The code that a reply is to replace: a part of what is proposed for a file, or at first of the file. */
export interface AskedCode extends Part {
  /** The text of the file that the other one is a change of. */
  readonly base: string;
  readonly path: string;
  readonly languageId: string;
  readonly lineEnd: '\n' | '\r\n';
}

/** What a reply makes of the code, with the lines of the text that it leaves out. */
interface MadeCode {
  readonly made: Part;
  readonly leftOut: readonly LeftOut[];
}

/** The same, or a sentence on why the reply is not used. */
export type ReadReply = MadeCode | { readonly problem: string };

/** Reads a reply that has ended, with the values in place of their masks. */
export async function readReply(
  reply: Reply,
  asked: AskedCode,
  loadSyntax: LoadSyntax,
): Promise<ReadReply> {
  if (reply.status !== 'completed' || reply.flaws?.damagedEvents !== undefined) {
    return { problem: replyWords(reply) };
  }
  const { path, languageId } = asked;
  const language = languageOfPath(path);
  const parse = language && (await loadSyntax(language));
  const part = {
    ...asked,
    syntax: language && parse && parsedOnce({ language, parse }),
    language: textLanguageOfPath(path) ?? (prose.has(languageId) ? 'markdown' : languageId),
  };
  const read = unlessRefused(() => madeOf(reply.text, part));
  if (!('kind' in read)) {
    return read;
  }
  const words = refusalWords(read.reason, nameText(path), nameText(read.name ?? ''));
  return { problem: `${words} ${vscode.l10n.t('Nothing was changed.')}` };
}

/** Throws `Refused`. */
function madeOf(reply: string, part: AskedCode & FilePart): MadeCode {
  const { syntax, language, base, lineEnd } = part;
  if (base.length > largest.length) {
    throw new Refused('large');
  }
  const found = replyCode(reply, lineTexts(part.code));
  const { lines, leftOut } = planPart(found, part);
  const made = withLines(part, lines, lineEnd);
  const [text, now] = [textOf(part), textOf(made)];
  if (now === base) {
    throw new Refused('nothing');
  }
  if (hasMask(made.code) && !hasMask(part.code)) {
    throw new Refused('masked');
  }
  if (found.kind === 'code' && !found.isSure && !provesCode(text, syntax)) {
    throw new Refused('prose');
  }
  const hasSigns =
    language !== 'markdown' && addsSigns(lineTexts(made.code), lineTexts(text), language);
  const problem: Problem | undefined = hasSigns
    ? { reason: 'signs' }
    : problemAfter(text, now, syntax, language);
  if (problem !== undefined) {
    // The comment may be about the code beside it.
    throw leftOut.length > 0 ? new Refused('elision') : new Refused(problem.reason, problem.name);
  }
  const { from } = linesOf(part);
  const inText = ({ name, ...lines }: LeftOut): LeftOut => ({
    name,
    from: from + lines.from,
    to: from + lines.to,
  });
  return { made, leftOut: leftOut.map(inText) };
}

/** Languages of text, which has quotes and brackets of its own. */
const prose: ReadonlySet<string> = new Set(
  'plaintext html latex restructuredtext svelte vue xml'.split(' '),
);

/** Languages in which plain words are code as well. */
const wordy: ReadonlySet<string> = new Set(['bash', 'ruby']);

/** Whether sentences would not be read as code of a text. */
function provesCode(text: string, syntax: FilePart['syntax']): boolean {
  return syntax !== undefined && !wordy.has(syntax.language) && syntax.parse(text) === 0;
}

/** Why a reply is not complete, and what to do. */
function replyWords({ status, error, finishReason }: Reply): string {
  if (error !== undefined) {
    return errorWords(error);
  }
  if (status === 'completed') {
    return vscode.l10n.t('Part of the reply arrived damaged. Nothing was changed. Try again.');
  }
  return isLengthReason(finishReason ?? null)
    ? vscode.l10n.t(
        'The reply was cut at the token limit. Nothing was changed. Select less code, or raise the limit.',
      )
    : vscode.l10n.t('The reply is incomplete. Nothing was changed.');
}

function errorWords(error: ReplyError): string {
  const kind = errorCase(error);
  const isTooLong = kind === 'contextTooLong' || kind === 'tooLarge';
  const { title, words, advice } = errorCard(error);
  const { retryAfterMs } = error;
  const said = [
    // A chat's own advice, to start a new one, does not fit a rewrite.
    isTooLong ? vscode.l10n.t('Request too large') : title,
    words,
    isTooLong ? vscode.l10n.t('Select less code, or use a model with a longer context.') : advice,
    retryAfterMs && vscode.l10n.t('Wait time stated by the service: {0}', duration(retryAfterMs)),
  ];
  // The words of a service may be long, and no sentence.
  return said
    .filter((text) => isString(text))
    .map((text) => notificationText(shortened(text, 300)).replace(/[^.!?…]$/, '$&.'))
    .join(' ');
}

import { leftOutLine } from '../../apply/code/leftOutLine.ts';
import type { LoadSyntax } from '../../apply/code/syntax.ts';
import { lineTexts } from '../../apply/lines/textLines.ts';
import { filledIn } from '../../rewrite/filledIn.ts';
import { fitCode, type Original } from '../../rewrite/fitCode.ts';
import { withMasks, withoutMasks } from '../../rewrite/masks.ts';
import { type Asked, type NoCodeReason, replyCode } from '../../rewrite/replyCode.ts';
import type { Reply } from '../../shared/conversation/conversation.ts';

/** Why a reply is no result. */
export type RewriteProblem =
  | { readonly kind: 'reply'; readonly reply: Reply }
  | { readonly kind: 'noCode'; readonly reason: NoCodeReason }
  /** A line that stands for code which the model has left out. */
  | { readonly kind: 'leftOut'; readonly line: string }
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
interface ReplyPlace {
  /** As the model knows it: what it got, or its last reply. */
  readonly known: string;
  /** As it is in the file. */
  readonly inFile: string;
  readonly path: string;
  readonly languageId: string;
}

/** The code of a reply that has ended as it would stand in the file, or why there is none. */
export async function readReply(
  reply: Reply,
  basis: ReplyBasis,
  { known, inFile, path, languageId }: ReplyPlace,
  loadSyntax: LoadSyntax,
): Promise<{ readonly result?: string; readonly problem?: RewriteProblem }> {
  const { original, asked, masked } = basis;
  if (reply.status !== 'completed' || reply.flaws?.damagedEvents !== undefined) {
    return { problem: { kind: 'reply', reply } };
  }
  const code = replyCode(reply.text, asked);
  if (code.kind === 'none') {
    return { problem: { kind: 'noCode', reason: code.reason } };
  }
  let { lines } = code;
  const line = leftOutLine(asked.original, lines, languageId);
  if (line !== undefined) {
    const sent = masked === undefined ? known : withMasks(known, masked);
    const whole = lineTexts((await filledIn(lines, { text: sent, path }, loadSyntax)) ?? '');
    if (whole.length === 0 || leftOutLine(lineTexts(known), whole, languageId) !== undefined) {
      return { problem: { kind: 'leftOut', line } };
    }
    lines = whole;
  }
  const fitted = fitCode(lines, original);
  const result = masked && withoutMasks(fitted, masked);
  if (result === inFile || (result === undefined && fitted === inFile)) {
    return { problem: { kind: 'same' } };
  }
  return result === undefined ? { problem: { kind: 'masked' } } : { result };
}

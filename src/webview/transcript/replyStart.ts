import type { ReplyStart } from '../reading/followTail.ts';

/** A message that takes more of the view than this would leave too little of it for the reply. */
const maxMessageShare = 0.5;

/** How much of the text so far stays in view above its continuation. */
const shareAboveContinuation = 0.25;

/**
 * What stays in view while the reply to the turn `turnId` grows: the message before it, if it is short, else
 * the reply. If the turn continues a reply, it is the last lines before the continuation.
 */
export function replyStart(
  transcript: HTMLElement,
  turnId: string,
  viewHeightPx: number,
): ReplyStart | undefined {
  const named = `[data-turn-id="${CSS.escape(turnId)}"]`;
  const reply = transcript.querySelector(`.reply${named}`);
  if (reply === null) {
    const text = transcript.querySelector(`.reply:has(.reply-part${named}) > .markdown`);
    const { height } = text?.getBoundingClientRect() ?? { height: 0 };
    const offsetPx = Math.max(0, height - shareAboveContinuation * viewHeightPx);
    return text === null ? undefined : { node: text, offsetPx };
  }
  const message = reply.closest('.turn')?.querySelector('.user-message') ?? reply;
  const { height } = message.getBoundingClientRect();
  return { node: height <= maxMessageShare * viewHeightPx ? message : reply };
}

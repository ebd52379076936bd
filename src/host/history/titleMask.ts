import type { Redactor } from '../base/redactor.ts';
import type { ChatSummary } from './chatSummary.ts';

/** Masks known secrets in the titles of chats, which may begin with a message that contains one. */
export type TitleMask = (summaries: readonly ChatSummary[]) => Promise<readonly ChatSummary[]>;

/** Creates a mask. It masks a summary once, and again after another secret was learned. */
export function createTitleMask(redactor: Pick<Redactor, 'redact' | 'ready' | 'count'>): TitleMask {
  let masked = new WeakMap<ChatSummary, ChatSummary>();
  let maskedFor = 0;
  return async (summaries) => {
    await redactor.ready();
    if (redactor.count() !== maskedFor) {
      maskedFor = redactor.count();
      masked = new WeakMap();
    }
    return summaries.map((summary) => {
      const known = masked.get(summary);
      if (known !== undefined) {
        return known;
      }
      const title = redactor.redact(summary.title);
      const shown = title === summary.title ? summary : { ...summary, title };
      masked.set(summary, shown);
      return shown;
    });
  };
}

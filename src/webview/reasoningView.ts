import type { Reply } from '../shared/conversation.ts';
import { duration } from './duration.ts';
import { element } from './element.ts';

/** What the model said to itself, folded. It takes no room while there is none. */
export interface ReasoningView {
  readonly node: HTMLElement;
  append(text: string): void;
  /** Says how long it took, once it is over. */
  show(reply: Reply): void;
}

/** Starts empty. */
export function createReasoningView(): ReasoningView {
  const text = document.createTextNode('');
  const summary = element('summary', {}, ['Reasoning']);
  const node = element('details', { class: 'reasoning', hidden: '' }, [
    summary,
    element('div', { class: 'reasoning-text', dir: 'auto' }, [text]),
  ]);
  return {
    node,
    append(delta) {
      text.appendData(delta);
      node.hidden = text.length === 0;
    },
    show({ firstTokenAt, reasonedUntil, endedAt, text: reply }) {
      const end = reasonedUntil ?? (reply === '' ? endedAt : undefined);
      const label =
        firstTokenAt === undefined || end === undefined
          ? 'Reasoning'
          : `Reasoned for ${duration(end - firstTokenAt)}`;
      if (summary.textContent !== label) {
        summary.textContent = label;
      }
    },
  };
}

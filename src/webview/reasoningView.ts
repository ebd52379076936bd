import { element } from './element.ts';

/** What the model said to itself, folded. It takes no room while there is none. */
export interface ReasoningView {
  readonly node: HTMLElement;
  append(text: string): void;
}

/** Starts empty. */
export function createReasoningView(): ReasoningView {
  const text = document.createTextNode('');
  const node = element('details', { class: 'reasoning', hidden: '' }, [
    element('summary', {}, ['Reasoning']),
    element('div', { class: 'reasoning-text', dir: 'auto' }, [text]),
  ]);
  return {
    node,
    append(delta) {
      text.appendData(delta);
      node.hidden = text.length === 0;
    },
  };
}

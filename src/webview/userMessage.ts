import type { ContextItem, UserMessage } from '../shared/conversation.ts';
import { element, icon } from './element.ts';

/** What the user sent, as it was typed, and the code that went along, folded. */
export function userMessage({ text, context }: UserMessage): HTMLElement {
  const node = element('article', { class: 'message user-message', 'aria-label': 'You' }, [
    element('header', { class: 'message-header' }, [
      element('span', { class: 'message-author' }, ['You']),
    ]),
    element('div', { class: 'user-text', dir: 'auto' }, [text]),
  ]);
  if (context.length > 0) {
    node.append(element('div', { class: 'context' }, context.map(contextItem)));
  }
  return node;
}

function contextItem({ path, startLine, endLine, languageId, text }: ContextItem): HTMLElement {
  const range = startLine === endLine ? `${startLine}` : `${startLine}–${endLine}`;
  return element('details', { class: 'context-item' }, [
    element('summary', { class: 'chip', title: `${path}, ${languageId}, lines ${range}` }, [
      icon('file-code'),
      element('span', { class: 'chip-path' }, [path]),
      element('span', { class: 'chip-range' }, [range]),
    ]),
    element('pre', { dir: 'ltr' }, [element('code', {}, [text])]),
  ]);
}

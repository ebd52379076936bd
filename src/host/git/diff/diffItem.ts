import type { ContextItem } from '../../../shared/conversation/conversation.ts';

/** Changes as a context item. `name` is in English: the service reads it, too. */
export function diffItem(name: string, text: string): ContextItem {
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  return {
    kind: 'diff',
    path: name,
    languageId: 'diff',
    startLine: 1,
    endLine: Math.max(1, lines),
    text,
  };
}

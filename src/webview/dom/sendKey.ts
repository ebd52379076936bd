import type { SendWith } from '../../shared/panel/panelProtocol.ts';

/**
 * Enter alone, or with Ctrl or Cmd where the user has set that. While an input method composes, Enter
 * belongs to it (it then has code 229).
 */
export function isSendKey(event: KeyboardEvent, sendWith: SendWith = 'enter'): boolean {
  const { key, keyCode, shiftKey, altKey, ctrlKey, metaKey, isComposing } = event;
  const isEnter = key === 'Enter' && !shiftKey && !altKey && !isComposing && keyCode !== 229;
  return isEnter && (sendWith === 'enter' || ctrlKey || metaKey);
}

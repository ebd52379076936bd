import type { SendWith } from '../../shared/panel/panelState.ts';

/**
 * Whether `event` is the key that sends a message: Enter, or Ctrl+Enter or Cmd+Enter if the user has
 * set that. While an input method composes, Enter belongs to it; some browsers then report key code
 * 229 and not `isComposing`.
 */
export function isSendKey(event: KeyboardEvent, sendWith: SendWith = 'enter'): boolean {
  const { key, keyCode, shiftKey, altKey, ctrlKey, metaKey, isComposing } = event;
  const isEnter = key === 'Enter' && !shiftKey && !altKey && !isComposing && keyCode !== 229;
  return isEnter && (sendWith === 'enter' || ctrlKey || metaKey);
}

/** Whether the keys are those of a Mac: there, Cmd does what Ctrl does elsewhere. */
export const isMac = navigator.platform.startsWith('Mac');

/** Enter alone; while an input method composes, Enter belongs to it (it then has code 229). */
export function isSendKey({ key, keyCode, shiftKey, altKey, isComposing }: KeyboardEvent): boolean {
  return key === 'Enter' && !shiftKey && !altKey && !isComposing && keyCode !== 229;
}

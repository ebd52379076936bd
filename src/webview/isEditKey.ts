/** Up alone, which in an empty box edits the last message. */
export function isEditKey({ key, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return key === 'ArrowUp' && !(shiftKey || ctrlKey || altKey || metaKey);
}

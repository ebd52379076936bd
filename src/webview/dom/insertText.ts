/** Types text into `box` in place of its selection, so that the user can undo it. */
export function insertText(box: HTMLTextAreaElement, text: string): void {
  box.focus();
  // The only way to change a text area that the browser can undo.
  // oxlint-disable-next-line typescript/no-deprecated
  document.execCommand('insertText', false, text);
}

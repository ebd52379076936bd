/** The button that had the focus may be gone: then `target` takes it. */
export function recoverFocus(target: { focus(): void }): void {
  if (document.hasFocus() && document.activeElement === document.body) {
    target.focus();
  }
}

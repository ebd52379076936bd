/**
 * Opens VS Code's context menu at a button: VS Code opens it for a `contextmenu` event. After a menu that was opened
 * by keyboard, the button gets the focus back.
 */
export function openContextMenu(button: HTMLElement, byKeyboard: boolean): void {
  const { left, bottom } = button.getBoundingClientRect();
  button.dispatchEvent(
    new MouseEvent('contextmenu', {
      bubbles: true,
      cancelable: true,
      clientX: left,
      clientY: bottom,
    }),
  );
  if (byKeyboard) {
    window.addEventListener('focus', () => button.focus(), { once: true });
  }
}

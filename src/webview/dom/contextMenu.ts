/** Opens VS Code's context menu at a button: VS Code opens it for a `contextmenu` event. */
export function openContextMenu(button: HTMLElement): void {
  const { left, bottom } = button.getBoundingClientRect();
  button.dispatchEvent(
    new MouseEvent('contextmenu', {
      bubbles: true,
      cancelable: true,
      clientX: left,
      clientY: bottom,
    }),
  );
}

const shownMs = 1500;

/** Shows for a moment on the button that its text has been copied. */
export function confirmCopy(button: Element): void {
  const icon = button.querySelector('.codicon-copy');
  icon?.classList.replace('codicon-copy', 'codicon-check');
  setTimeout(() => icon?.classList.replace('codicon-check', 'codicon-copy'), shownMs);
}

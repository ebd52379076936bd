/** The id of a box of a form. */
export function formId(ref: string, field: string): string {
  return `${field}:${encodeURIComponent(ref)}`;
}

/** The id of a button of a row. */
export function rowId(ref: string, action: string): string {
  return `row-${action}:${encodeURIComponent(ref)}`;
}

/** Puts the focus on the element with this id, if there is one. */
export function focusOn(id: string): void {
  const target = id === '' ? null : document.querySelector<HTMLElement>(`#${CSS.escape(id)}`);
  target?.focus();
  if (target !== null && document.activeElement !== target) {
    // A custom element that is new can take the focus only once it has rendered itself.
    queueMicrotask(() => target.focus());
  }
}

/** Puts the focus on the first box within `root` with which something is wrong. */
export function focusOnInvalid(root: HTMLElement): void {
  const box = root.querySelector<HTMLElement>('[aria-invalid=true]');
  box?.closest('details')?.setAttribute('open', '');
  box?.focus();
}

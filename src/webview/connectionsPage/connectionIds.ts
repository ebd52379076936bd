/** The element id of a control of the form with this ref. */
export function formId(ref: string, field: string): string {
  return `${field}:${encoded(ref)}`;
}

/** The element id of a button in the row of the connection with this ref. */
export function rowId(ref: string, action: string): string {
  return `row-${action}:${encoded(ref)}`;
}

/** Half of a surrogate pair, which may be in the settings, cannot be encoded. */
function encoded(ref: string): string {
  return encodeURIComponent(ref.toWellFormed());
}

/** Gives the focus to the element with this id, if there is one, and shows it. */
export function focusOn(id: string): void {
  const target = id === '' ? null : document.querySelector<HTMLElement>(`#${CSS.escape(id)}`);
  target?.closest('details')?.setAttribute('open', '');
  target?.focus();
  if (target !== null && document.activeElement !== target) {
    // A new custom element can take the focus only after it has rendered itself.
    queueMicrotask(() => target.focus());
  }
}

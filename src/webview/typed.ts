/** What stands in the box in which something was typed. */
export function typed({ currentTarget }: Event): string {
  return currentTarget instanceof HTMLInputElement || currentTarget instanceof HTMLTextAreaElement
    ? currentTarget.value
    : '';
}

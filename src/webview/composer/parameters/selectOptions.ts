import { html, type TemplateResult } from 'lit';

/** One option of a list, chosen if its value is `current`. */
export function option(value: string, current: string, label: string): TemplateResult {
  return html`<option value=${value} ?selected=${value === current}>${label}</option>`;
}

/** The value that was chosen in the list whose listener is running. */
export function chosen({ currentTarget }: Event): string {
  return currentTarget instanceof HTMLSelectElement ? currentTarget.value : '';
}

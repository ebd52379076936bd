import { html, nothing, type TemplateResult } from 'lit';

/** Parts of a line, with a dot between two in the same line; `last` follows the last one, on its line. */
export function separated(
  parts: readonly string[],
  last: HTMLElement | typeof nothing,
): TemplateResult {
  return html`<span class="separated"
    ><span
      >${parts.map(
        (part, index) =>
          html`${index === 0 ? nothing : ' '}<span class="separated-part"
              >${index === 0 ? nothing : html`<span class="separator">· </span>`}${part}${
                index === parts.length - 1 ? last : nothing
              }</span
            >`,
      )}</span
    ></span
  >`;
}

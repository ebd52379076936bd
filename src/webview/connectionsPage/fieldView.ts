import { html, nothing, type TemplateResult } from 'lit';
import { typedText } from '../dom/element.ts';

/** How a field looks. */
export interface FieldLook {
  readonly label: string;
  readonly hint?: string;
  readonly placeholder?: string;
  /** Gives the field a row of its own. */
  readonly isWide?: boolean;
  /** Makes the box a text area with this many visible lines. */
  readonly rows?: number;
  readonly isCode?: boolean;
  readonly suggestions?: readonly string[];
  /** Makes the field a list of texts to choose from, each with its name. */
  readonly choices?: readonly (readonly [text: string, name: string])[];
  /** Makes the field a switch, whose text is `true` if it is on. */
  readonly isSwitch?: boolean;
}

/** A field of a form. */
export interface Field {
  readonly id: string;
  readonly look: FieldLook;
  readonly text: string;
  readonly problem?: string | undefined;
  readonly onText: (text: string) => void;
}

/** A field with its label, its hint and its problem, which screen readers announce when it appears. */
export function fieldView(field: Field): TemplateResult {
  const { id, look, problem } = field;
  const { label, hint, isSwitch = false, isWide = false } = look;
  return html`<div class="field ${isWide ? 'wide' : ''}">
    ${
      isSwitch
        ? html`<label class="switch">${control(field)}<span>${label}</span></label>`
        : html`<label for=${id}>${label}</label>${control(field)}`
    }
    ${hint === undefined ? nothing : html`<p class="quiet hint" id="${id}-hint">${hint}</p>`}
    ${
      problem === undefined
        ? nothing
        : html`<p class="field-problem" id="${id}-problem" role="alert">${problem}</p>`
    }
  </div>`;
}

function control(field: Field): TemplateResult {
  const { id, text, look, problem, onText } = field;
  const described = `${id}-problem ${id}-hint`;
  const isInvalid = problem !== undefined;
  const { isSwitch, choices, rows, isCode = false, placeholder = '', suggestions = [] } = look;
  const onInput = (event: Event): void => onText(typedText(event));
  if (isSwitch === true) {
    return html`<input
      id=${id}
      type="checkbox"
      .checked=${text === 'true'}
      aria-describedby=${described}
      @change=${() => onText(text === 'true' ? '' : 'true')}
    />`;
  }
  if (choices !== undefined) {
    return html`<select id=${id} .value=${text} @change=${onInput}>
      ${choices.map(
        ([choice, name]) =>
          html`<option value=${choice} ?selected=${choice === text}>${name}</option>`,
      )}
    </select>`;
  }
  if (rows !== undefined) {
    return html`<textarea
      id=${id}
      class=${isCode ? 'code' : ''}
      rows=${rows}
      spellcheck=${!isCode}
      .value=${text}
      placeholder=${placeholder}
      aria-invalid=${isInvalid}
      aria-describedby=${described}
      @input=${onInput}
    ></textarea>`;
  }
  return html`<input
      id=${id}
      type="text"
      autocomplete="off"
      spellcheck="false"
      list="${id}-list"
      .value=${text}
      placeholder=${placeholder}
      aria-invalid=${isInvalid}
      aria-describedby=${described}
      @input=${onInput}
    />${
      suggestions.length === 0
        ? nothing
        : html`<datalist id="${id}-list">
            ${suggestions.map((suggestion) => html`<option value=${suggestion}></option>`)}
          </datalist>`
    }`;
}

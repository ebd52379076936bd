import { html, nothing, type TemplateResult } from 'lit';
import type { ConnectionDraft, DraftField, DraftProblems } from '../shared/connectionDraft.ts';
import type { Editor } from './connectionEditor.ts';
import { formId } from './connectionIds.ts';
import { typed } from './typed.ts';

/** The form that a box is in. */
export interface FieldContext {
  readonly editor: Editor;
  readonly problems: DraftProblems;
  readonly onChange: (change: Partial<ConnectionDraft>) => void;
}

/** What a box may have beside its label. */
export interface FieldOptions {
  readonly hint?: string;
  readonly placeholder?: string;
  /** With more than one line: how many are shown. */
  readonly rows?: number;
  readonly isCode?: boolean;
  readonly suggestions?: readonly string[];
}

/** A box with its label, its hint, and what is wrong with it. */
export function textField(
  { editor, problems, onChange }: FieldContext,
  field: Exclude<DraftField, 'headers' | 'mode'>,
  label: string,
  options: FieldOptions = {},
): TemplateResult {
  const id = formId(editor.ref, field);
  const on = (event: Event): void => onChange({ [field]: typed(event) });
  return html`<div class="field">
    <label for=${id}>${label}</label>
    ${box({ id, text: editor.draft[field], problem: problems[field], on }, options)}
    ${
      options.hint === undefined
        ? nothing
        : html`<p class="quiet hint" id="${id}-hint">${options.hint}</p>`
    }
    ${problemView(id, problems[field])}
  </div>`;
}

/** What is wrong with the box of this id; read out when it appears. */
export function problemView(
  id: string,
  problem: string | undefined,
): TemplateResult | typeof nothing {
  return problem === undefined
    ? nothing
    : html`<p class="field-problem" id="${id}-problem" role="alert">${problem}</p>`;
}

interface Box {
  readonly id: string;
  readonly text: string;
  readonly problem: string | undefined;
  readonly on: (event: Event) => void;
}

function box(
  { id, text, problem, on }: Box,
  { placeholder = '', rows, isCode = false, suggestions = [] }: FieldOptions,
): TemplateResult {
  const described = `${id}-problem ${id}-hint`;
  if (rows !== undefined) {
    return html`<textarea
      id=${id}
      class=${isCode ? 'code' : ''}
      rows=${rows}
      spellcheck=${!isCode}
      .value=${text}
      aria-invalid=${problem !== undefined}
      aria-describedby=${described}
      @input=${on}
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
      aria-invalid=${problem !== undefined}
      aria-describedby=${described}
      @input=${on}
    />${
      suggestions.length === 0
        ? nothing
        : html`<datalist id="${id}-list">
            ${suggestions.map((suggestion) => html`<option value=${suggestion}></option>`)}
          </datalist>`
    }`;
}

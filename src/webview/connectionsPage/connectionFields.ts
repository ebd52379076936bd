import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type {
  ConnectionDraft,
  DraftField,
  DraftProblems,
  HeaderDraft,
} from '../../shared/connectionsPage/connectionDraft.ts';
import { formatNumber } from '../../shared/language.ts';
import { typedText } from '../dom/element.ts';
import { nameValueRow } from '../dom/nameValueRow.ts';
import type { Editor } from './connectionEditor.ts';
import { focusOn, formId } from './connectionIds.ts';

/** The form that a field belongs to. */
export interface FieldContext {
  readonly editor: Editor;
  readonly problems: DraftProblems;
  readonly onChange: (change: Partial<ConnectionDraft>) => void;
}

interface FieldOptions {
  readonly hint?: string;
  readonly placeholder?: string;
  /** Makes the box a text area with this many visible lines. */
  readonly rows?: number;
  readonly isCode?: boolean;
  readonly suggestions?: readonly string[];
}

/** A text box with its label, its hint and its problem. */
export function textField(
  { editor, problems, onChange }: FieldContext,
  field: Exclude<DraftField, 'headers' | 'keyFrom' | 'mode' | 'offerToVSCode'>,
  label: string,
  options: FieldOptions = {},
): TemplateResult {
  const id = formId(editor.ref, field);
  const on = (event: Event): void => onChange({ [field]: typedText(event) });
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

/** The problem of the box with this id. Screen readers announce it when it appears. */
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

/** A text box without its label. */
export function box(
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

/** The extra headers: a row for each, and a button to add one. */
export function headerRows(context: FieldContext, onMoveKey: () => void): TemplateResult {
  const { editor, problems, onChange } = context;
  const { headers } = editor.draft;
  const add = (): void => {
    onChange({ headers: [...headers, { name: '', value: '' }] });
    focusOn(formId(editor.ref, `header-name-${headers.length}`));
  };
  return html`<fieldset class="field header-rows">
    <legend>${l10n.t('Extra headers')}</legend>
    <p class="quiet hint">
      ${l10n.t(
        'Sent with every request, up to 32. Enter {0} in place of the API key: the key is not stored in the settings, and is sent only in that header.',
        '${key}',
      )}
    </p>
    ${headers.map((header, index) => headerRow(context, header, index))}
    ${moveKeyView(editor, onMoveKey)}
    ${problemView(formId(editor.ref, 'headers'), problems['headers'])}
    <div class="button-row">
      ${
        headers.length < 32
          ? html`<vscode-button secondary id=${formId(editor.ref, 'add-header')} @click=${add}
              >${l10n.t('Add Header')}</vscode-button
            >`
          : nothing
      }
    </div>
  </fieldset>`;
}

/** Offers to store a key that is in a header where other keys are. */
function moveKeyView(
  { ref, draft, check }: Editor,
  onMoveKey: () => void,
): TemplateResult | typeof nothing {
  const header = draft.headers[check?.keyHeader ?? -1];
  return header === undefined
    ? nothing
    : html`<div class="form-remark">
        <p>
          ${l10n.t(
            'The header “{0}” seems to contain an API key, which would be stored in the settings in plain text.',
            header.name,
          )}
        </p>
        <div class="button-row">
          <vscode-button secondary id=${formId(ref, 'move-key')} @click=${onMoveKey}
            >${l10n.t('Move API Key to Secret Storage')}</vscode-button
          >
        </div>
      </div>`;
}

function headerRow(
  { editor, problems, onChange }: FieldContext,
  header: HeaderDraft,
  index: number,
): TemplateResult {
  const { headers } = editor.draft;
  const problem = problems[`headers.${index}`];
  const problemId = formId(editor.ref, `header-${index}`);
  const number = formatNumber(index + 1);
  const remove = (): void => {
    onChange({ headers: headers.toSpliced(index, 1) });
    focusOn(formId(editor.ref, 'add-header'));
  };
  return html`${nameValueRow({
    className: 'header-row',
    content: header,
    boxes: {
      name: {
        id: formId(editor.ref, `header-name-${index}`),
        placeholder: l10n.t('Name'),
        label: l10n.t('Name of header {0}', number),
      },
      value: {
        id: formId(editor.ref, `header-value-${index}`),
        placeholder: l10n.t('Value'),
        label: l10n.t('Value of header {0}', number),
      },
    },
    problem: { id: `${problemId}-problem`, isThere: problem !== undefined },
    remove: { label: l10n.t('Remove Header {0}', number), title: l10n.t('Remove Header') },
    onInput: (content) => onChange({ headers: headers.with(index, content) }),
    onRemove: remove,
  })}
  ${problemView(problemId, problem)}`;
}

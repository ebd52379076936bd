import { html, nothing, type TemplateResult } from 'lit';
import type { HeaderDraft } from '../shared/connectionDraft.ts';
import { problemView, type FieldContext } from './connectionField.ts';
import { focusOn, formId } from './connectionIds.ts';
import { iconButton } from './iconButton.ts';
import { typed } from './typed.ts';

/** The extra headers: a row for each, and a button for another one. */
export function headerRows(context: FieldContext): TemplateResult {
  const { editor, problems, onChange } = context;
  const { headers } = editor.draft;
  const add = (): void => {
    onChange({ headers: [...headers, { name: '', value: '' }] });
    focusOn(formId(editor.ref, `header-name-${headers.length}`));
  };
  return html`<fieldset class="field header-rows">
    <legend>Extra headers</legend>
    <p class="quiet hint">
      Sent with every request, at most 32. The key does not belong here: it would stand in the
      settings.
    </p>
    ${headers.map((header, index) => headerRow(context, header, index))}
    ${problemView(formId(editor.ref, 'headers'), problems['headers'])}
    <div class="button-row">
      ${
        headers.length < 32
          ? html`<vscode-button secondary id=${formId(editor.ref, 'add-header')} @click=${add}
              >Add header</vscode-button
            >`
          : nothing
      }
    </div>
  </fieldset>`;
}

function headerRow(
  { editor, problems, onChange }: FieldContext,
  header: HeaderDraft,
  index: number,
): TemplateResult {
  const { headers } = editor.draft;
  const problem = problems[`headers.${index}`];
  const problemId = formId(editor.ref, `header-${index}`);
  const input = (part: 'name' | 'value', label: string): TemplateResult =>
    html`<input
      id=${formId(editor.ref, `header-${part}-${index}`)}
      type="text"
      autocomplete="off"
      spellcheck="false"
      placeholder=${label}
      aria-label="${label} of header ${index + 1}"
      .value=${header[part]}
      aria-invalid=${problem !== undefined}
      aria-describedby="${problemId}-problem"
      @input=${(event: Event) =>
        onChange({ headers: headers.with(index, { ...header, [part]: typed(event) }) })}
    />`;
  const remove = (): void => {
    onChange({ headers: headers.toSpliced(index, 1) });
    focusOn(formId(editor.ref, 'add-header'));
  };
  return html`<div class="header-row">
      ${input('name', 'Name')} ${input('value', 'Value')}
      ${iconButton({
        icon: 'trash',
        label: `Remove header ${index + 1}`,
        title: 'Remove this header',
        onClick: remove,
      })}
    </div>
    ${problemView(problemId, problem)}`;
}

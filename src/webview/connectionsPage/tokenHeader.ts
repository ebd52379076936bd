import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { hasKeyPlace } from '../../shared/service/keyPlaceholder.ts';
import type { FieldContext } from './connectionFields.ts';
import { focusOn, formId } from './connectionIds.ts';

/**
 * Says that the access token of a Microsoft account would go into a header of its own, such as the `api-key` of
 * Azure, and offers to remove that header: a token is accepted as `Authorization: Bearer` (RFC 6750, section 2.1).
 */
export function tokenHeaderView({
  editor: { ref, draft },
  onChange,
}: FieldContext): TemplateResult | typeof nothing {
  const { keyFrom, headers } = draft;
  const header =
    keyFrom.kind === 'microsoft'
      ? headers.find(
          ({ name, value }) => hasKeyPlace(value) && name.trim().toLowerCase() !== 'authorization',
        )
      : undefined;
  if (header === undefined) {
    return nothing;
  }
  const onRemove = (): void => {
    onChange({ headers: headers.filter((other) => other !== header) });
    focusOn(formId(ref, 'key-kind'));
  };
  return html`<div class="form-remark" role="status">
    <p>
      ${l10n.t(
        'The access token of the Microsoft account would be sent in the header “{0}”. Azure accepts it only as “{1}”. Remove the header, and Parley sends it that way.',
        header.name,
        'Authorization: Bearer',
      )}
    </p>
    <div class="button-row">
      <vscode-button secondary id=${formId(ref, 'remove-token-header')} @click=${onRemove}
        >${l10n.t('Remove Header')}</vscode-button
      >
    </div>
  </div>`;
}

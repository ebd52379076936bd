import * as l10n from '@vscode/l10n';
import { html, type TemplateResult } from 'lit';
import { thinkingFields } from '../../shared/service/thinking.ts';
import { type FieldContext, textField } from './connectionFields.ts';

/** The parameters that are sent unless a chat has its own. */
export function parameterFields(context: FieldContext): TemplateResult {
  return html`<div class="form-grid">
      ${textField(context, 'temperature', 'temperature', { hint: l10n.t('{0} to {1}; not sent if empty', 0, 2) })}
      ${textField(context, 'top_p', 'top_p', { hint: l10n.t('{0} to {1}; not sent if empty', 0, 1) })}
      ${textField(context, 'max_tokens', 'max_tokens', {
        hint: l10n.t('Whole number; not sent if empty'),
      })}
      ${textField(context, 'stop', 'stop', { hint: l10n.t('at most {0}, one per line', 4), rows: 2 })}
      ${textField(context, 'seed', 'seed', { hint: l10n.t('Whole number; not sent if empty') })}
      ${textField(context, 'presence_penalty', 'presence_penalty', {
        hint: l10n.t('{0} to {1}; not sent if empty', -2, 2),
      })}
      ${textField(context, 'frequency_penalty', 'frequency_penalty', {
        hint: l10n.t('{0} to {1}; not sent if empty', -2, 2),
      })}
      ${textField(context, 'thinkingEffort', l10n.t('Thinking effort'), {
        hint: l10n.t('A name such as {0}, or a number of tokens; not sent if empty', '“low”'),
      })}
      ${textField(context, 'thinkingField', l10n.t('Thinking field'), {
        hint: l10n.t('How the effort is sent; leave empty for the usual way of the service'),
        suggestions: thinkingFields,
      })}
    </div>
    ${textField(context, 'response_format', 'response_format', {
      hint: l10n.t('JSON, such as {0}', '{"type": "json_object"}'),
      rows: 3,
      isCode: true,
    })}`;
}

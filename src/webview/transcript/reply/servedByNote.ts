import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { fingerprintChange, isAnsweredByOther } from '../../../conversation/servedBy.ts';
import type { Reply } from '../../../shared/conversation/conversation.ts';
import { visibleText } from '../../../shared/visibleText.ts';

/**
 * Beside the model that replied: that another one was requested, or that its configuration is not the one of
 * the reply before. Nothing if it is as the user asked.
 */
export function servedByNote(reply: Reply): TemplateResult | typeof nothing {
  const { model, answeredBy = '', fingerprint, fingerprintBefore } = reply;
  if (isAnsweredByOther(reply)) {
    const [asked, served] = [visibleText(model), visibleText(answeredBy)];
    const words = l10n.t('The service used {0}. You requested {1}.', served, asked);
    return note(l10n.t('requested: {0}', asked), words);
  }
  if (fingerprint === undefined || fingerprintBefore === undefined) {
    return nothing;
  }
  const change = fingerprintChange(visibleText(fingerprint), visibleText(fingerprintBefore));
  return note(
    l10n.t('configuration changed'),
    l10n.t(
      '{0}. The service runs another version or configuration of the model than for the previous reply.',
      change,
    ),
  );
}

function note(text: string, tooltip: string): TemplateResult {
  return html`<span title=${tooltip}>${text}</span>`;
}

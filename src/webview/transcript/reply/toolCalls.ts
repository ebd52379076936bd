import * as l10n from '@vscode/l10n';
import { html, type TemplateResult } from 'lit';
import { toolCallName } from '../../../conversation/transfer/replyMarkdown.ts';
import type { ToolCall } from '../../../shared/service/toolCall.ts';
import { icon } from '../../dom/element.ts';

/** The tool calls that a model asked for: each with its name and its arguments as they were received. */
export function toolCallsView(calls: readonly ToolCall[]): readonly TemplateResult[] {
  return calls.map(
    (call) =>
      html`<div class="tool-call" role="group" aria-label=${l10n.t('Tool call')}>
        <p class="tool-call-title">
          ${icon('tools')}<span
            >${l10n.t('Tool call')} <code dir="ltr">${toolCallName(call)}</code>
            <span class="quiet">${l10n.t('Not run')}</span></span
          >
        </p>
        <pre
          dir="ltr"
          tabindex="0"
          aria-label=${l10n.t('Arguments')}
        ><code>${call.arguments}</code></pre>
      </div>`,
  );
}

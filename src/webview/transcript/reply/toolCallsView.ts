import * as l10n from '@vscode/l10n';
import { html, type TemplateResult } from 'lit';
import { toolCallName } from '../../../conversation/transfer/markdown.ts';
import type { ToolCall } from '../../../shared/service/chatCompletion.ts';
import { icon } from '../../dom/element.ts';
import { isLongLine, textParts } from '../../dom/textParts.ts';

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
        ><code>${argumentsView(call.arguments)}</code></pre>
      </div>`,
  );
}

/** Long arguments are divided: the browser would lay out some of them for seconds. */
function argumentsView(json: string): string | readonly TemplateResult[] {
  return isLongLine(json.length)
    ? textParts(json).map((part) => html`<span class="text-part">${part}</span>`)
    : json;
}

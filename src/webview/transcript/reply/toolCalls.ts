import { html, type TemplateResult } from 'lit';
import { toolCallName } from '../../../conversation/transfer/replyMarkdown.ts';
import type { ToolCall } from '../../../shared/service/toolCall.ts';
import { icon } from '../../dom/element.ts';

/** The tool calls that a model asked for: each with its name and its arguments as they were received. */
export function toolCallsView(calls: readonly ToolCall[]): readonly TemplateResult[] {
  return calls.map(
    (call) =>
      html`<div class="tool-call" role="group" aria-label="Tool call">
        <p class="tool-call-title">
          ${icon('tools')}<span
            >Tool call: <code dir="ltr">${toolCallName(call)}</code>
            <span class="quiet">Not carried out</span></span
          >
        </p>
        <pre dir="ltr" tabindex="0" aria-label="Arguments"><code>${call.arguments}</code></pre>
      </div>`,
  );
}

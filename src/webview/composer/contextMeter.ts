import { html, nothing, type TemplateResult } from 'lit';
import {
  contextFill,
  createPathEstimate,
  type FillState,
  tokenEstimate,
} from '../../conversation/request/tokenEstimate.ts';
import type { Conversation, Turn } from '../../shared/conversation/conversation.ts';
import type { ModelContext, PanelTarget } from '../../shared/panel/panelProtocol.ts';

const remarks: Readonly<Record<FillState, string>> = {
  fits: '',
  near: ' Little room is left for the reply.',
  over: ' The model may refuse it: start a new chat, or choose a model that takes more.',
};

const sources: Readonly<Record<ModelContext['source'], string>> = {
  list: 'the model list of the service',
  error: 'an error of the service',
};

/**
 * How much of what the model takes the next request fills, as an estimate; without a known length,
 * how many tokens it is. Nothing where there is nothing to send.
 */
export function contextMeter(
  tokens: number,
  context: ModelContext | undefined,
): TemplateResult | typeof nothing {
  if (tokens === 0) {
    return nothing;
  }
  const about = tokens.toLocaleString('en');
  if (context === undefined) {
    const words = `Next request: about ${about} tokens (estimate). How many the model takes is not known.`;
    return html`<span class="context-meter" title=${words}
      ><span>~ ${about}<span class="context-unit"> tok</span></span></span
    >`;
  }
  const { percent, state } = contextFill(tokens, context.tokens);
  const length = context.tokens.toLocaleString('en');
  const words = `Next request: about ${about} of ${length} tokens (estimate).${remarks[state]}`;
  return html`<span
    class="context-meter ${state}"
    title="${words}
The length is from ${sources[context.source]}."
  >
    <meter
      aria-label="Context"
      aria-valuetext=${words}
      max=${context.tokens}
      .value=${Math.min(tokens, context.tokens)}
    ></meter>
    <span aria-hidden="true">${percent < 1 ? '< 1' : percent} %</span>
  </span>`;
}

/** Counts what comes before the next message, the system prompt and the turns of `path`, in tokens. */
export function createRequestEstimate() {
  const pathTokens = createPathEstimate();
  return (
    { systemPrompt }: Conversation,
    path: readonly Turn[],
    target: PanelTarget | undefined,
  ): number => pathTokens(path) + tokenEstimate(systemPrompt ?? target?.systemPrompt ?? '');
}

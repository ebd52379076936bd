import { html, nothing, type TemplateResult } from 'lit';
import {
  contextFill,
  createPathEstimate,
  type FillState,
  tokenEstimate,
} from '../../conversation/request/tokenEstimate.ts';
import type { Conversation, Turn } from '../../shared/conversation/conversation.ts';
import type { ModelContext, PanelTarget } from '../../shared/panel/panelProtocol.ts';

/** What the tooltip adds, by how full the context is. */
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
 * Estimated share of the model's context that the next request fills; if the length of the context is
 * unknown, its estimated tokens. Empty for a request of 0 tokens.
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

/** Gives a function that estimates the tokens of the next request without its new message. */
export function createRequestEstimate() {
  const pathTokens = createPathEstimate();
  return (
    { systemPrompt }: Conversation,
    path: readonly Turn[],
    target: PanelTarget | undefined,
  ): number => pathTokens(path) + tokenEstimate(systemPrompt ?? target?.systemPrompt ?? '');
}

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import {
  contextFill,
  createPathEstimate,
  type FillState,
  isPlainlyOver,
  tokenEstimate,
} from '../../conversation/request/tokenEstimate.ts';
import type { Conversation, Turn } from '../../shared/conversation/conversation.ts';
import type { ModelContext, PanelTarget } from '../../shared/panel/panelState.ts';
import { formatNumber } from '../../shared/language.ts';
import { icon } from '../dom/element.ts';

/** What the tooltip adds, by how full the context is. */
function remark(state: FillState): readonly string[] {
  switch (state) {
    case 'fits':
      return [];
    case 'near':
      return [l10n.t('Little room is left for the reply.')];
    case 'over':
      return [
        l10n.t(
          'The model may reject it. Start a new chat, or choose a model with a larger context.',
        ),
      ];
  }
}

function sourceWords(source: ModelContext['source']): string {
  return source === 'list'
    ? l10n.t('The context size is from the service’s model list.')
    : l10n.t('The context size is from an error message of the service.');
}

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
  const about = formatNumber(tokens);
  if (context === undefined) {
    const estimate = l10n.t('Next request: about {0} tokens (estimate).', about);
    const unit = l10n.t({ message: 'tok', comment: 'Short for tokens; a number is before it.' });
    const words = `${estimate}\n${l10n.t('The model’s context size is not known.')}`;
    return html`<span class="context-meter" title=${words}>~ ${about} ${unit}</span>`;
  }
  const { percent, state } = contextFill(tokens, context.tokens);
  const length = formatNumber(context.tokens);
  const estimate = l10n.t('Next request: about {0} of {1} tokens (estimate).', about, length);
  const words = [estimate, ...remark(state)].join(' ');
  return html`<span
    class="context-meter ${state}"
    role="meter"
    title=${`${words}\n${sourceWords(context.source)}`}
    aria-label=${l10n.t('Context')}
    aria-valuetext=${words}
    aria-valuemin="0"
    aria-valuemax=${context.tokens}
    aria-valuenow=${Math.min(tokens, context.tokens)}
    >${state === 'fits' ? nothing : icon('warning')}${l10n.t('{0} %', formatNumber(percent))}</span
  >`;
}

/** What is said before a request that is plainly too long is sent; empty for any other. */
export function contextWarning(
  tokens: number,
  context: ModelContext | undefined,
): TemplateResult | typeof nothing {
  if (context === undefined || !isPlainlyOver(tokens, context.tokens)) {
    return nothing;
  }
  const [about, length] = [formatNumber(tokens), formatNumber(context.tokens)];
  return html`${icon('warning')}<span
      >${l10n.t(
        'About {0} tokens (estimate), but the model takes {1}. The service will probably reject or cut this.',
        about,
        length,
      )}</span
    >`;
}

/** The model that counts the images of the next request; undefined if they are not sent. */
export function imageModel(target: PanelTarget | undefined): string | undefined {
  return target?.images === 'refused' ? undefined : (target?.model ?? '');
}

/** Gives a function that estimates the tokens of the next request without its new message. */
export function createRequestEstimate() {
  const pathTokens = createPathEstimate();
  return (
    { systemPrompt }: Conversation,
    path: readonly Turn[],
    target: PanelTarget | undefined,
  ): number =>
    pathTokens(path, {
      field: target?.reasoningField,
      model: imageModel(target),
    }) + tokenEstimate(systemPrompt ?? target?.systemPrompt ?? '');
}

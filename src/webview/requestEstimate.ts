import { createPathEstimate } from '../chat/pathEstimate.ts';
import { tokenEstimate } from '../chat/tokenEstimate.ts';
import type { Conversation, Turn } from '../shared/conversation.ts';
import type { PanelTarget } from '../shared/panelProtocol.ts';

/** Counts what comes before the next message, the system prompt and the turns of `path`, in tokens. */
export function createRequestEstimate() {
  const pathTokens = createPathEstimate();
  return (
    { systemPrompt }: Conversation,
    path: readonly Turn[],
    target: PanelTarget | undefined,
  ): number => pathTokens(path) + tokenEstimate(systemPrompt ?? target?.systemPrompt ?? '');
}

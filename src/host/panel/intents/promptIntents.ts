import type { FoundPrompt, ViewToHost } from '../../../shared/panel/panelProtocol.ts';
import type { Panel } from '../panel.ts';

/** What intents about prompts and instructions do. */
export interface PanelPrompts {
  /** Gives no prompts if they cannot be read. */
  readonly find: () => Promise<readonly FoundPrompt[]>;
  readonly run: (id: string, panel: PromptingPanel) => Promise<void>;
  readonly useSuggestion: (id: string) => Promise<void>;
  readonly answerInstructions: (uris: readonly string[], isAttached: boolean) => Promise<void>;
}

type PromptingPanel = Pick<Panel, 'chat' | 'reveal' | 'tell'>;

/** An intent about prompts or instructions. */
export type PromptIntent = Extract<
  ViewToHost,
  { readonly kind: 'findPrompts' | 'runPrompt' | 'useSuggestion' | 'answerInstructions' }
>;

const kinds: ReadonlySet<string> = new Set([
  'findPrompts',
  'runPrompt',
  'useSuggestion',
  'answerInstructions',
]);

/** Whether an intent is about prompts or instructions. */
export function isPromptIntent(intent: ViewToHost): intent is PromptIntent {
  return kinds.has(intent.kind);
}

/** Carries out an intent about prompts or instructions. */
export async function carryOutPromptIntent(
  intent: PromptIntent,
  panel: PromptingPanel,
  prompts: PanelPrompts,
): Promise<void> {
  switch (intent.kind) {
    case 'findPrompts':
      panel.tell({ kind: 'foundPrompts', prompts: await prompts.find() });
      return;
    case 'runPrompt':
      return prompts.run(intent.id, panel);
    case 'useSuggestion':
      return prompts.useSuggestion(intent.id);
    case 'answerInstructions':
      return prompts.answerInstructions(intent.uris, intent.isAttached);
  }
}

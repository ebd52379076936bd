import type { Panel } from './panel.ts';

/**
 * To be called before the user is asked something, after which VS Code gives the focus to the editor:
 * gives what puts it back into `panel`, if that has it now.
 */
export function focusReturn({ hasFocus, reveal }: Panel): () => Promise<void> {
  return async () => (hasFocus ? reveal() : undefined);
}

/** Asks the user something. A panel that had the focus has it again afterwards. */
export async function askedFrom(panel: Panel, ask: () => unknown): Promise<void> {
  const giveBack = focusReturn(panel);
  await ask();
  await giveBack();
}

import type { Panel } from './panel.ts';

/**
 * VS Code moves the focus to the editor after a quick pick or an input box. Call this before one opens: the
 * result moves the focus back to `panel`, if it is there now.
 */
export function focusReturn({ hasFocus, reveal }: Panel): () => Promise<void> {
  return async () => (hasFocus ? reveal() : undefined);
}

/** Runs `ask`, which asks the user something. A panel that had the focus gets it back. */
export async function askedFrom(panel: Panel, ask: () => unknown): Promise<void> {
  const giveBack = focusReturn(panel);
  await ask();
  await giveBack();
}

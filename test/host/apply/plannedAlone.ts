import * as vscode from 'vscode';
import { planChanges } from '../../../src/host/apply/planChanges.ts';
import {
  NotApplied,
  type PlanContext,
  type Planned,
  type StatedBlock,
} from '../../../src/host/apply/planContext.ts';

/** What became of a block. */
export type Outcome =
  | ({ readonly kind: 'changes' } & Planned)
  | { readonly kind: 'refused'; readonly text: string; readonly uri?: vscode.Uri | undefined }
  | { readonly kind: 'cancelled' };

/** Plans a complete block by itself: by default without other turns or proposals, and without a question to the user. */
export async function plannedAlone(
  block: Partial<StatedBlock>,
  context: Partial<PlanContext> = {},
): Promise<Outcome> {
  try {
    const planned = await planChanges(
      { language: '', text: '', isComplete: true, paths: [], ...block },
      {
        turns: [],
        proposed: () => undefined,
        loadSyntax: async () => undefined,
        mayAsk: false,
        ...context,
      },
    );
    return { kind: 'changes', ...planned };
  } catch (error) {
    if (error instanceof NotApplied) {
      return { kind: 'refused', text: error.message, uri: error.uri };
    }
    if (error instanceof vscode.CancellationError) {
      return { kind: 'cancelled' };
    }
    throw error;
  }
}

import { planChanges } from '../../../src/host/apply/planChanges.ts';
import type { Planned, StatedBlock } from '../../../src/host/apply/planContext.ts';

/** Plans a complete block by itself: without other turns or proposals, and without a question to the user. */
export async function plannedAlone(block: Partial<StatedBlock>): Promise<Planned> {
  return planChanges(
    { language: '', text: '', isComplete: true, paths: [], ...block },
    {
      turns: [],
      proposed: () => undefined,
      loadSyntax: async () => undefined,
      created: [],
      mayAsk: false,
    },
  );
}

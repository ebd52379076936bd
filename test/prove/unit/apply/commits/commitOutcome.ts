import type { BlockPlan } from '../../../../../src/apply/plan/blockPlan.ts';
import { spliced } from '../../../../../src/apply/lines/splices.ts';
import { planBlock } from '../../../../../src/apply/planBlock.ts';
import { loadGrammar } from '../../../../support/grammars.ts';
import type { CommitCase, Outcome } from './commitCase.ts';

/** Plans the block of a case, as the host does, and tells what came of it. */
export async function outcomeOf(one: CommitCase, file: string): Promise<Outcome> {
  const { block, language, path, text, seen } = one;
  const plan = await planBlock(
    { text: block, language, isComplete: true, path },
    text === undefined ? [] : [{ path: file, text, seen }],
    loadGrammar,
  );
  return outcome(plan, text ?? '');
}

/** What a plan does. The only place that knows how a plan has removals that are off. */
function outcome(plan: BlockPlan, text: string): Outcome {
  const one = plan.kind === 'files' ? plan.files[0] : plan;
  switch (one?.kind) {
    case 'apply':
      return {
        kind: 'applied',
        after: spliced(text, one.splices),
        off: one.leftOut.map(({ from, to }) => [from, to] as const),
        why: one.kind,
      };
    case 'create':
      return { kind: 'applied', after: one.text, why: 'create' };
    case 'alreadyThere':
      return { kind: 'already', why: one.kind };
    case 'refuse':
      return { kind: 'refused', why: one.reason };
    case 'several':
    case 'chooseFile':
      return { kind: 'asked', why: one.kind };
    default:
      return { kind: 'refused', why: one?.kind ?? 'no file' };
  }
}

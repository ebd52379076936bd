import { spliced } from '../../../../../src/apply/lines/splices.ts';
import type { FilePlan } from '../../../../../src/apply/plan/blockPlan.ts';
import { planBlock } from '../../../../../src/apply/planBlock.ts';
import { loadGrammar } from '../../../../support/grammars.ts';
import type { CodeCase } from './codeCase.ts';

/**
 * What came of a case: the text afterwards, and the same without what the block leaves out; or a word for why there is none.
 */
export async function codeOutcome({
  path,
  block,
  language,
  isComplete,
  target,
}: CodeCase): Promise<{ readonly text?: string; readonly stated?: string; readonly why: string }> {
  const plan = await planBlock(
    { text: block, language, isComplete },
    [{ path, ...target }],
    loadGrammar,
  );
  const one = plan.kind === 'files' ? plan.files[0] : plan;
  switch (one?.kind) {
    case 'apply':
      if (one.splices.length === 0) {
        // Nothing is written; the review only lists what the block leaves out.
        return { why: 'left out only' };
      }
      return { ...texts(target.text, one), why: one.kind };
    case 'refuse':
      return { why: one.reason };
    default:
      return { why: one?.kind ?? 'no file' };
  }
}

function texts(
  before: string,
  { splices, leftOut }: Extract<FilePlan, { kind: 'apply' }>,
): { readonly text: string; readonly stated: string } {
  const text = spliced(before, splices);
  const isLeftOut = (at: number): boolean => leftOut.some(({ from, to }) => at >= from && at < to);
  const lines = text.split('\n').filter((_, at) => !isLeftOut(at));
  return { text, stated: lines.join('\n') };
}

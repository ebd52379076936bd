import { spliced } from '../../../../../src/apply/fitEdit.ts';
import { planBlock } from '../../../../../src/apply/planBlock.ts';
import { loadGrammar } from '../../../../support/grammars.ts';
import type { CodeCase } from './codeCase.ts';

/** What came of a case: the text afterwards, or a word for why there is none. */
export async function codeOutcome({
  path,
  block,
  language,
  isComplete,
  target,
}: CodeCase): Promise<{ readonly text?: string; readonly why: string }> {
  const plan = await planBlock(
    { text: block, language, isComplete },
    [{ path, ...target }],
    loadGrammar,
  );
  const one = plan.kind === 'files' ? plan.files[0] : plan;
  switch (one?.kind) {
    case 'apply':
      return { text: spliced(target.text, one.splices), why: one.trust };
    case 'refuse':
      return { why: one.reason };
    default:
      return { why: one?.kind ?? 'no file' };
  }
}

import type { FilePlan, ReplyBlock, TargetText } from '../../../src/apply/plan/blockPlan.ts';
import { spliced } from '../../../src/apply/lines/splices.ts';
import { lineTexts } from '../../../src/apply/lines/textLines.ts';
import { planBlock } from '../../../src/apply/planBlock.ts';
import { loadGrammar } from '../grammars.ts';

interface Given extends Partial<Omit<ReplyBlock, 'text'>> {
  readonly file?: string;
  readonly seen?: string | undefined;
  readonly within?: TargetText['within'];
}

/**
 * The file after a block, and behind it what the block leaves out, if anything; or why there is none. The model has seen
 * the file, unless stated.
 */
export async function afterBlock(block: string, text: string, given: Given = {}): Promise<string> {
  const { file = 'src/a.ts', seen = text, within, ...rest } = given;
  const plan = await planBlock(
    { language: '', isComplete: true, ...rest, text: block },
    [{ path: file, text, seen: 'seen' in given ? given.seen : seen, within }],
    loadGrammar,
  );
  if (plan.kind !== 'files') {
    return plan.kind === 'refuse' ? `refused: ${plan.reason}` : plan.kind;
  }
  const [one] = plan.files;
  switch (one?.kind) {
    case 'apply':
      return afterPlan(one, text);
    case 'refuse':
      return `refused: ${one.reason}`;
    case 'several':
      return `several: ${one.places.map(({ from, to }) => `${from}-${to}`).join(', ')}`;
    default:
      return one?.kind ?? 'nothing';
  }
}

function afterPlan(
  { isGenerated, splices, leftOut: all }: Extract<FilePlan, { kind: 'apply' }>,
  text: string,
): string {
  const after = spliced(text, splices);
  const lines = lineTexts(after);
  const kept = all.map(({ from, to, name }) => leftOut(name, ...lines.slice(from, to)));
  return [isGenerated ? 'generated: ' : '', after, ...kept].join('');
}

/** What `afterBlock` says of lines that stay although the block does not have them. */
export function leftOut(name: string, ...lines: readonly string[]): string {
  return `left out of ${name}:\n${lines.map((line) => `${line.trim()}\n`).join('')}`;
}

/** A block with one search and its replacement. */
export function searchBlock(from: string, to: string): string {
  return `<<<<<<< SEARCH\n${from}\n=======\n${to}\n>>>>>>> REPLACE\n`;
}

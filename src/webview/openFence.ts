import { fencedCode } from '../markdown/fence.ts';
import type { Block } from './markdownParser.ts';
import type { Level } from './openLevel.ts';
import type { Reading } from './reading.ts';
import { lineOffset } from './settledBlocks.ts';

/** A longer line is committed before its end. */
const maxOpenLineLength = 4096;

/** The code of a fence that has not been committed. */
export function openCode({ withinLine }: Level, block: Block): string {
  return (block.tokens[0]?.content ?? '').slice(withinLine ? 1 : 0);
}

/** What is left of a fence that has grown, and its offset in the source. */
export interface FenceRest {
  readonly open: string;
  readonly cut: number;
}

/** Shows the code of a fence and commits its complete lines. */
export function growFence(level: Level, block: Block, { source }: Reading): FenceRest {
  const code = openCode(level, block);
  showCode(level, code);
  // Blank lines at the end tell whether a list around the fence is loose, should it end here.
  const complete = /^[^]*\S.*\n/.exec(code)?.[0] ?? '';
  // In a container a line that is cut would lack the indentation.
  if (complete === '' && code.length > maxOpenLineLength && block.tokens[0]?.level === 0) {
    level.committed += code.length;
    level.withinLine = true;
    return { open: '', cut: source.length };
  }
  if (complete !== '') {
    level.committed += complete.length;
    level.withinLine = false;
  }
  return {
    open: code.slice(complete.length),
    cut: lineOffset(source, block.startLine + complete.split('\n').length),
  };
}

/** Shows the code of a fence of which no more comes. */
export function finishFence(level: Level, block: Block): void {
  showCode(level, openCode(level, block));
  level.code?.finish();
}

/** The line break at the end of what is committed shows once something follows it. */
function showCode({ code, committed, withinLine }: Level, open: string): void {
  const hasHiddenBreak = committed > 0 && !withinLine;
  code?.setFrom(
    hasHiddenBreak ? committed - 1 : committed,
    fencedCode(hasHiddenBreak ? `\n${open}` : open),
  );
}

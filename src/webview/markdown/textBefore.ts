import type { Token } from 'markdown-it';
import { lastLine } from '../../markdown/fence.ts';
import type { Statements } from '../../shared/codePath/statedPath.ts';

/** A source of which only the text from `start` on is parsed for what it is, and the text before that, from its last line on. */
export interface SourceAfter {
  readonly source: string;
  readonly start: number;
  readonly before: string;
}

/** Notes with each block of code the line of text before it, which may name its file. */
export function noteLinesBefore(tokens: readonly Token[], after: SourceAfter): void {
  const code = tokens.filter(isCode);
  const { lines, shift } = code.length === 0 ? noLines : linesOf(after);
  let end = 0;
  for (const token of code) {
    const [from, to] = token.map ?? [0, 0];
    token.meta = { before: lastLine(lines.slice(end, Math.max(0, from - shift))) };
    end = Math.max(0, to - shift);
  }
}

/** What a block of code and the line before it say of its file. */
export function statementsOf({ type, info, meta }: Token): Statements {
  const before: unknown = meta?.['before'];
  return {
    info: type === 'fence' ? info : '',
    before: typeof before === 'string' ? before : '',
  };
}

/** The text before `end`, from its last line on. It has no line before or in code: such a line is not about what follows. */
export function textBefore(tokens: readonly Token[], after: SourceAfter, end: number): string {
  if (end === after.start) {
    return after.before;
  }
  const { lines, shift } = linesOf({ ...after, source: after.source.slice(0, end) });
  const endLine = shift + lines.length - 1;
  const code = tokens.findLast((token) => isCode(token) && (token.map?.[0] ?? 0) < endLine);
  const rest = lines.slice(Math.max(0, (code?.map?.[1] ?? 0) - shift));
  const last = lastLine(rest);
  return last !== '' && rest.at(-1)?.trim() === '' ? `${last}\n` : last;
}

const noLines = { lines: [], shift: 0 };

/** The lines from `before` on, and the number of the first one in the source. */
function linesOf({ source, start, before }: SourceAfter): {
  readonly lines: readonly string[];
  readonly shift: number;
} {
  const shift = source.slice(0, start).split('\n').length - before.split('\n').length;
  return { lines: (before + source.slice(start)).split('\n'), shift };
}

function isCode({ type }: Token): boolean {
  return type === 'fence' || type === 'code_block';
}

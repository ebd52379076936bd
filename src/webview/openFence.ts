import { createCodeBlock } from './codeBlock.ts';
import { fencedCode, type FenceOpening } from './fence.ts';

/** A code fence whose end has not arrived: finished lines are added, none is rendered again. */
export interface OpenFence {
  readonly node: HTMLElement;
  /** Takes text; once the closing line has come, gives what stands after it. */
  append(text: string): string | undefined;
  /** The text is over: the last line counts as it stands, without a line break. */
  end(): void;
}

/** Starts a code block for `opening`; the text after the opening line goes to `append`. */
export function createOpenFence({ language, closing }: FenceOpening): OpenFence {
  const block = createCodeBlock(language, '');
  let lastLine = '';
  let linesLength = 0;
  let separator = '';

  const show = (completed: string, shownLastLine: string): void => {
    block.setFrom(linesLength, fencedCode(separator + completed + shownLastLine));
    if (completed !== '') {
      linesLength += fencedCode(separator + completed).length;
      separator = '\n';
    }
  };
  return {
    node: block.node,
    append(text) {
      const { completed, rest, closed } = readLines(lastLine + text, closing);
      lastLine = closed ? '' : rest;
      show(completed, mayBecomeClosing(lastLine) ? '' : lastLine);
      return closed ? rest : undefined;
    },
    end() {
      // The parser knows no line that holds only blanks and lacks its line break.
      const isLine = /[^ \t]/.test(lastLine) && !closing.test(lastLine);
      show('', isLine ? lastLine : '');
    },
  };
}

interface Lines {
  /** The complete lines of code, each with its line break. */
  readonly completed: string;
  /** What follows: an incomplete line, or all that stands after the closing line. */
  readonly rest: string;
  readonly closed: boolean;
}

function readLines(text: string, closing: RegExp): Lines {
  let start = 0;
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
    if (closing.test(text.slice(start, end))) {
      return { completed: text.slice(0, start), rest: text.slice(end + 1), closed: true };
    }
    start = end + 1;
  }
  return { completed: text.slice(0, start), rest: text.slice(start), closed: false };
}

/** Ticks that are still arriving would flash up as code. */
function mayBecomeClosing(line: string): boolean {
  return /^ {0,3}(`+|~+)[ \t]*$/.test(line);
}

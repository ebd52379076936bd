import { clearLine, cursorTo } from 'node:readline';

/** What is said while parts run. */
export interface Progress {
  /** Whether it is a line in a terminal, in front of which somebody waits. */
  readonly isLine: boolean;
  /** Says what is being done, in place of what was said before. */
  say(text: string): void;
  /** Prints text that stays. */
  print(text: string): void;
  /** Removes the line. */
  end(): void;
}

/** A line at the end of a terminal, with the time since the start; elsewhere, what is said is not printed. */
export function createProgress(output: NodeJS.WriteStream): Progress {
  return output.isTTY && process.env['CI'] === undefined
    ? createProgressLine(output)
    : {
        isLine: false,
        say: () => {},
        print: (text) => output.write(text),
        end: () => {},
      };
}

function createProgressLine(output: NodeJS.WriteStream): Progress {
  const start = performance.now();
  let said = '';
  const clear = (): void => {
    cursorTo(output, 0);
    clearLine(output, 0);
  };
  const draw = (): void => {
    clear();
    const line = `${durationText(performance.now() - start)}  ${said}`;
    // A line that wraps could not be cleared.
    output.write(line.slice(0, output.columns - 1));
  };
  const timer = setInterval(draw, 1000);
  return {
    isLine: true,
    say(text) {
      said = text;
      draw();
    },
    print(text) {
      clear();
      output.write(text);
      draw();
    },
    end() {
      clearInterval(timer);
      clear();
    },
  };
}

/** A duration in minutes and seconds, such as `3:07`. */
export function durationText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

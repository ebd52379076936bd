import { shortened } from '../../../shared/cutText.ts';

/** A place in a file; both are counted from 1. */
interface Place {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** A problem as VS Code shows it, as plain data. */
export interface ProblemFacts extends Place {
  readonly severity: 'error' | 'warning' | 'information' | 'hint';
  readonly code?: string | undefined;
  /** What found it, such as `ts` or `eslint`. */
  readonly source?: string | undefined;
  readonly message: string;
  readonly related: readonly (Place & { readonly message: string })[];
  /** The lines of code around it. */
  readonly around?: CodeLines | undefined;
}

/** Lines of a file, the first of which has this number. */
export interface CodeLines {
  readonly first: number;
  readonly lines: readonly string[];
}

/** More problems are counted only. */
export const maxProblems = 100;

/** The text of all of them ends after the problem that reaches this length. In UTF-16 code units. */
const maxText = 60_000;

const maxMessage = 2000;
const maxCodeLine = 300;
const maxName = 200;
const maxRelated = 5;

/** The first of `count` problems as the model reads them. What is left out is stated. */
export function problemText(problems: readonly ProblemFacts[], count: number): string {
  const texts: string[] = [];
  let length = 0;
  for (const problem of problems.slice(0, maxProblems)) {
    if (length >= maxText) {
      break;
    }
    const text = oneProblem(problem);
    length += text.length;
    texts.push(text);
  }
  const others = count - texts.length;
  return [...texts, ...(others === 0 ? [] : [`[${others} more problems are left out]`])].join(
    '\n\n',
  );
}

function oneProblem({ severity, code, source, message, related, around, ...place }: ProblemFacts) {
  const name = [severity, ...(code === undefined ? [] : [shortened(code, maxName)])].join(' ');
  const found = source === undefined ? '' : ` (${shortened(source, maxName)})`;
  return [
    `${placeText(place)}: ${name}${found}: ${indented(message)}`,
    ...related.slice(0, maxRelated).map((one) => `  ${placeText(one)}: ${indented(one.message)}`),
    ...(around?.lines ?? []).map((line, index) => {
      const number = (around?.first ?? 1) + index;
      const mark = number === place.line ? '>' : ' ';
      return `${mark} ${String(number).padStart(5)} | ${shortened(line, maxCodeLine)}`;
    }),
  ].join('\n');
}

function placeText({ path, line, column }: Place): string {
  return `${shortened(path, maxName * 2)}:${line}:${column}`;
}

/** A message whose further lines are indented, so that where it ends can be seen. */
function indented(message: string): string {
  return shortened(message, maxMessage)
    .trim()
    .replaceAll(/\r\n|\r|\n/g, '\n  ');
}

import * as l10n from '@vscode/l10n';

/** In characters. */
export const maxFrontMatter = 8000;

/**
 * How many characters of the front matter can have a meaning in YAML: the parser takes up to 0.1 ms for each, and
 * longer for nested ones. A list of 100 texts in quotes has 300.
 */
export const maxIndicators = 600;

/** The parts of a file that may begin with front matter. */
interface FrontMatter {
  /** What is between the lines `---`. Undefined without front matter, or if it cannot be used. */
  readonly yaml?: string | undefined;
  readonly yamlStart: number;
  readonly bodyStart: number;
  readonly problem?: PromptProblem | undefined;
}

/** Finds the front matter: YAML between two lines `---`, of which the first one is the first of the file. */
export function findFrontMatter(text: string): FrontMatter {
  const yamlStart = lineEnd(text, 0);
  if (text.slice(0, yamlStart).trimEnd() !== '---') {
    return { yamlStart: 0, bodyStart: 0 };
  }
  for (let start = yamlStart; start < text.length; start = lineEnd(text, start)) {
    const end = lineEnd(text, start);
    if (text.startsWith('---', start) && text.slice(start, end).trimEnd() === '---') {
      const yaml = text.slice(yamlStart, start);
      const why = whyNotRead(yaml);
      return why === undefined
        ? { yaml, yamlStart, bodyStart: end }
        : { yamlStart, bodyStart: end, problem: problem(why) };
    }
  }
  return {
    yamlStart: 0,
    bodyStart: 0,
    problem: problem(l10n.t('The front matter does not end: a line “---” is missing.')),
  };
}

/** What could begin, end or divide something in YAML: its indicators, and lines. */
const indicators = /[[\]{},:?&*!|>'"%@`#\\\n]|-(?=\s)/g;

/** How many characters of front matter can have a meaning in YAML. Parsing takes the longer, the more there are. */
export function indicatorsIn(yaml: string): number {
  return yaml.match(indicators)?.length ?? 0;
}

function whyNotRead(yaml: string): string | undefined {
  if (yaml.length > maxFrontMatter) {
    return l10n.t('The front matter is too long.');
  }
  return indicatorsIn(yaml) > maxIndicators
    ? l10n.t('The front matter cannot be read.')
    : undefined;
}

/** Where the line after the one at `start` begins. */
function lineEnd(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end === -1 ? text.length : end + 1;
}

function problem(message: string): PromptProblem {
  return { severity: 'error', message, start: 0, end: 3 };
}

/** A remark about a part of a prompt file, given as places in its text. */
export interface PromptProblem {
  readonly severity: 'error' | 'warning' | 'hint';
  readonly message: string;
  readonly start: number;
  readonly end: number;
  /** VS Code checks this as well, where it knows prompt files. */
  readonly isChecked?: boolean | undefined;
}

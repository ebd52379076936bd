import { isCommented, namedPath } from './namedPath.ts';
import { noFile } from './noFile.ts';
import { type Statements, statedPaths } from './statedPath.ts';

/** A block of code, as far as it tells which file it is for. */
interface NamedCode extends Statements {
  /** As the reply states it; it may be empty. */
  readonly language: string;
  readonly firstLine: string;
}

/**
 * The file that a reply names for a block of code: in its fence, else in a comment that is its first line, else in the line
 * before it. Undefined if it names none there or several. Nothing is checked: there need not be such a file.
 */
export function pathOfCode({ info, before, language, firstLine }: NamedCode): string | undefined {
  const [inFence] = statedPaths({ info, before: '' });
  if (inFence !== undefined) {
    return inFence;
  }
  const [inLine, another] = statedPaths({ info: '', before });
  const named = nameInComment(firstLine, language) ?? (another === undefined ? inLine : undefined);
  return named === undefined || noFile(language, named) !== undefined ? undefined : named;
}

/** The path in a comment that is the first line of code. In Markdown, `#` begins a title. */
export function nameInComment(line: string, language: string): string | undefined {
  const isTitle = /^(?:markdown|mdx?)$/i.test(language) && line.startsWith('#');
  return isTitle || !isCommented(line) ? undefined : namedPath(line);
}

import { isCommented, namedPath } from './namedPath.ts';
import { statedPaths, type Statements } from './statedPath.ts';

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

/** Why code in a language is for no file, or not for the one at `path`: it is typed into a terminal, or comes out of one. */
export function noFile(language: string, path: string | undefined): 'shell' | 'output' | undefined {
  const name = language.toLowerCase();
  if (terminals.has(name) || (shells.has(name) && (path === undefined || !isShellFile(path)))) {
    return 'shell';
  }
  return outputs.has(name) ? 'output' : undefined;
}

const terminals: ReadonlySet<string> = new Set([
  'bat',
  'batch',
  'cmd',
  'console',
  'shell-session',
  'shellsession',
  'terminal',
]);

const shells: ReadonlySet<string> = new Set([
  'bash',
  'fish',
  'ksh',
  'powershell',
  'ps1',
  'pwsh',
  'sh',
  'shell',
  'zsh',
]);

const outputs: ReadonlySet<string> = new Set(['log', 'logs', 'output', 'stdout', 'stderr']);

function isShellFile(path: string): boolean {
  return /\.(?:sh|bash|zsh|fish|ksh|ps1|psm1|bats|command)$|(?:^|\/)(?:\.\w*(?:rc|profile|env)|[^/.]+)$/i.test(
    path,
  );
}

import type { ParseTree } from '../../../../support/syntaxTrees.ts';
import { upTo } from '../cases/changes.ts';
import type { SourceFile } from '../cases/sourceFiles.ts';
import type { CodeChange, CodeStyle } from './codeCase.ts';
import { declarations, type Declared } from './declarations.ts';

/** A file as it was read, so that it is read only once. */
export interface ReadFile {
  readonly file: SourceFile;
  readonly style: CodeStyle;
  readonly parse: ParseTree;
  readonly before: readonly string[];
  readonly declared: readonly Declared[];
  readonly errors: number;
}

/** Reads a file; undefined if nothing in it can be changed. */
export function readFile(
  file: SourceFile,
  style: CodeStyle,
  parse: ParseTree,
): ReadFile | undefined {
  const { declared, errors } = declarations(file.text, parse);
  const before = file.text.replace(/\n$/, '').split('\n');
  return declared.length === 0 ? undefined : { file, style, parse, before, declared, errors };
}

/** A random change of one function; undefined if the one that was chosen allows none. */
export function randomCodeChange(read: ReadFile, random: () => number): CodeChange | undefined {
  const { file, style, parse, before, declared, errors } = read;
  const small = declared.filter(
    ({ isContainer, own, to }) => !isContainer && to - own >= 4 && to - own < 80,
  );
  const changed = small[upTo(small.length, random)];
  if (changed === undefined || !isNamedOnce(changed, read)) {
    return undefined;
  }
  const own = before.slice(changed.from, changed.to);
  const head = changed.own - changed.from;
  const at = head + 1 + upTo(Math.max(1, own.length - head - 2), random);
  const lines = changedLines(own, at, style, random);
  if (lines === undefined || lines.join('\n') === own.join('\n')) {
    return undefined;
  }
  const after = [...before.slice(0, changed.from), ...lines, ...before.slice(changed.to)];
  const now = declarations(after.join('\n'), parse);
  const names = (list: readonly Declared[]): string => list.map(({ name }) => name).join();
  return now.errors > errors || names(now.declared) !== names(declared)
    ? undefined
    : {
        file,
        style,
        declared,
        before,
        changed,
        lines,
        first: at - head + changed.own,
        grown: lines.length - own.length,
      };
}

/** Whether nothing else in the file may be meant by a name. */
function isNamedOnce({ name, own }: Declared, { declared, before }: ReadFile): boolean {
  const line = before[own]?.trim();
  const same = declared.filter((one) => one.name === name);
  const text = before.join('\n');
  const plain = name.replaceAll(/[^\w]/g, (sign) => `\\${sign}`);
  const written = text.match(
    new RegExp(
      `(?:function\\*?|class|def|fn|func|const|let|var|interface|type|struct|get|set|static)\\s+(?:\\([^)\\n]*\\)\\s*)?(?:self\\.)?${plain}(?![\\w$])|^\\s*${plain}\\s*[=:]`,
      'gm',
    ),
  );
  return (
    same.length === 1 &&
    (written?.length ?? 0) <= 1 &&
    before.filter((one) => one.trim() === line).length === 1
  );
}

function changedLines(
  own: readonly string[],
  at: number,
  { statement, isIndented }: CodeStyle,
  random: () => number,
): readonly string[] | undefined {
  const line = own[at] ?? '';
  const next = own[at + 1] ?? '';
  const indent = /^\s*/.exec(line)?.[0] ?? '';
  const isStatement = isIndented
    ? indent === (/^\s*/.exec(next)?.[0] ?? '') && !/[,:([{\\]$/.test(line)
    : /[;}]$/.test(line) || !/;/.test(own.join(''));
  if (line.trim() === '' || /^\s*(?:\/\/|#|\*|\/\*)/.test(line)) {
    return undefined;
  }
  switch (upTo(3, random)) {
    case 0:
      return own.with(at, renamed(line));
    case 1:
      return isStatement ? own.toSpliced(at + 1, 0, indent + statement) : undefined;
    default:
      return own.map((one, index) => (index === at || index === at + 2 ? renamed(one) : one));
  }
}

const keywords =
  /^(?:abstract|async|await|break|case|catch|class|const|continue|default|defer|elif|else|elsif|export|extends|false|final|finally|foreach|from|func|function|implements|import|instanceof|interface|lambda|match|module|namespace|none|null|package|private|protected|public|raise|readonly|rescue|return|self|static|string|struct|super|switch|this|throw|throws|true|typeof|undefined|unless|until|void|when|while|with|yield|boolean|number|done|then|echo|local)$/i;

/** A line whose longest word has another name. */
function renamed(line: string): string {
  // A property of CSS under another name would be another property.
  const [property = ''] = /^\s*[\w-]+:(?= )/.exec(line) ?? [];
  const rest = line.slice(property.length);
  const words = (rest.match(/[A-Za-z_]\w{2,}/g) ?? []).filter((word) => !keywords.test(word));
  const longest = words.toSorted((a, b) => b.length - a.length)[0];
  return longest === undefined ? line : property + rest.replace(longest, () => `${longest}Next`);
}

import type { CodeText } from '../codeText.ts';
import type { SyntaxLanguage } from '../syntax.ts';
import { groupedBy, type Item } from './item.ts';
import { openBrackets } from './lineBody.ts';
import { isAttribute } from './lineKeys.ts';

/** The name of something that may be in a file once only, and is there more often than before; undefined if there is none. */
export function declaredTwice(
  before: CodeText,
  after: CodeText,
  language: SyntaxLanguage,
): string | undefined {
  if (language === 'css') {
    return undefined;
  }
  const [had, has] = [before, after].map(({ items, lines }) =>
    groupedBy(declarations(items, { lines, language }), ({ id }) => id),
  );
  const found = [...(has ?? [])].find(
    ([id, { length }]) => length > 1 && length > (had?.get(id)?.length ?? 0),
  );
  return found?.[1][0]?.name;
}

interface Declaration {
  readonly id: string;
  readonly name: string;
}

interface Declaring {
  readonly lines: readonly string[];
  readonly language: SyntaxLanguage;
}

function declarations(items: readonly Item[], all: Declaring, within = ''): readonly Declaration[] {
  return items.flatMap((item) => {
    const { kind, names, key, head, members } = item;
    // Methods of one name have other parameters, and parts of one class other heads.
    const isOther = kind === 'named' && (all.language === 'java' || members !== undefined);
    const rest = isOther ? `\n${head}` : '';
    const self = isOnce(item, all) ? names.map((name) => ({ id: within + name + rest, name })) : [];
    return [...self, ...declarations(members ?? [], all, `${within}${key}\n`)];
  });
}

/** Languages in which one may add to a class at several places. */
const open: ReadonlySet<SyntaxLanguage> = new Set(['ruby', 'rust']);

/**
 * Whether nothing else beside it may have its name: a function, a class, or a variable that cannot be declared again. A call
 * with a body leaves a bracket open.
 */
function isOnce(
  { kind, name, body, members, modifiers, own, to }: Item,
  { lines, language }: Declaring,
): boolean {
  // Of statements, those that export something have names.
  if (kind === 'import' || kind === 'statement') {
    return true;
  }
  // Decorators and attributes make one function of several, or choose one of them.
  const isPlain = kind === 'named' && !modifiers.some((word) => /^[@#]/.test(word));
  if (!isPlain || (members !== undefined && open.has(language))) {
    return false;
  }
  const first =
    lines
      .slice(own, to)
      .find((line) => !isAttribute(line))
      ?.trim() ?? '';
  // In TypeScript, the parts of an interface; in Go, functions that start a package.
  const isShared =
    language === 'go'
      ? /^(?:init|_)$/.test(name)
      : /^(?:(?:export|declare)\s+)*(?:interface|namespace|module|type)\s/.test(first);
  const hasBody = body !== undefined || first.endsWith('}');
  const isDeclared = hasBody && openBrackets(first) === 0 && !/^[\w.$]+\s*=/.test(first);
  return !isShared && (isDeclared || /^(?:export\s+)?(?:const|let)\s+[\p{L}_${[]/u.test(first));
}

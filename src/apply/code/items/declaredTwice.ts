import type { CodeText } from './codeText.ts';
import type { SyntaxLanguage } from '../language/syntax.ts';
import { groupedBy, type Item } from './item.ts';
import { openBrackets } from './lineBody.ts';

/** The name of something that may be in a file once only, and is there more often than before; undefined if there is none. */
export function declaredTwice(
  before: CodeText,
  after: CodeText,
  language: SyntaxLanguage,
): string | undefined {
  const [had, has] = [before, after].map(({ items, lines }) =>
    groupedBy(declarations(items, lines, language), (id) => id),
  );
  const found = [...(has ?? [])].find(
    ([id, { length }]) => length > 1 && length > (had?.get(id)?.length ?? 0),
  );
  return found?.[0].split('\n', 1)[0];
}

/** The names that are given, each with what it is given within. */
function declarations(
  items: readonly Item[],
  lines: readonly string[],
  language: SyntaxLanguage,
  within = '',
): readonly string[] {
  return items.flatMap((item) => {
    const { names, key, head, members } = item;
    // Methods of one name have other parameters, and parts of one class other heads.
    const rest = language === 'java' || members !== undefined ? head : '';
    const own = isOnce(item, lines[item.own] ?? '', language) ? names : [];
    return [
      ...own.map((name) => `${name}\n${within}${rest}`),
      ...declarations(members ?? [], lines, language, `${within}${key}\n`),
    ];
  });
}

/** Languages in which one may add to a class at several places. */
const open: ReadonlySet<SyntaxLanguage> = new Set(['ruby', 'rust']);

/**
 * Whether nothing else beside it may have its name: a function, a class, or a variable that cannot be declared again. A call
 * with a body leaves a bracket open. Decorators and attributes make one function of several, or choose one of them.
 */
function isOnce(
  { kind, body, members, modifiers }: Item,
  line: string,
  language: SyntaxLanguage,
): boolean {
  const first = line.trim();
  const isOpen = members !== undefined && open.has(language);
  const isDeclared =
    (body !== undefined || first.endsWith('}')) &&
    openBrackets(first) === 0 &&
    !/^[\w.$]+\s*=/.test(first);
  return (
    kind !== 'named' ||
    (!isOpen &&
      !modifiers.some((word) => /^[@#]/.test(word)) &&
      (isDeclared || /^(?:export\s+)?(?:const|let)\s+[\p{L}_${[]/u.test(first)))
  );
}

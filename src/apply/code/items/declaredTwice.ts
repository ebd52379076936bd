import type { CodeText } from '../codeText.ts';
import type { SyntaxLanguage } from '../syntax.ts';
import type { Item } from './item.ts';

/** The name of something that may be in a file once only, and is there more often than before; undefined if there is none. */
export function declaredTwice(
  before: CodeText,
  after: CodeText,
  language: SyntaxLanguage,
): string | undefined {
  if (language === 'css') {
    return undefined;
  }
  const [had, has] = [before, after].map((text) => declarations(text, language));
  const found = [...(has ?? [])].find(
    ([key, { count }]) => count > 1 && count > (had?.get(key)?.count ?? 0),
  );
  return found?.[1].name;
}

type Declarations = ReadonlyMap<string, { readonly name: string; readonly count: number }>;

function declarations({ items, lines }: CodeText, language: SyntaxLanguage): Declarations {
  const found = new Map<string, { name: string; count: number }>();
  const add = (list: readonly Item[], within: string): void => {
    for (const item of list) {
      const { name, key, head, members } = item;
      if (isOnce(item, lines, language)) {
        // Methods of one name have other parameters, and parts of one class other heads.
        const own = language === 'java' || members !== undefined ? `${key}\n${head}` : key;
        const { count } = found.get(within + own) ?? { count: 0 };
        found.set(within + own, { name, count: count + 1 });
      }
      add(members ?? [], `${within}${key}\n`);
    }
  };
  add(items, '');
  return found;
}

/** Languages in which one may add to a class at several places. */
const open: ReadonlySet<SyntaxLanguage> = new Set(['ruby', 'rust']);

/** Whether nothing else beside it may have its name: a function, a class, or a variable that cannot be declared again. */
function isOnce(
  { kind, key, body, members, modifiers, own }: Item,
  lines: readonly string[],
  language: SyntaxLanguage,
): boolean {
  // Decorators and attributes make one function of several, or choose one of them.
  const isPlain = kind === 'named' && !modifiers.some((word) => /^[@#]/.test(word));
  if (!isPlain || (members !== undefined && open.has(language))) {
    return false;
  }
  // In TypeScript, the parts of an interface; in Go, functions that start a package.
  const isShared = key.startsWith('type ') || (language === 'go' && /^(?:init|_)$/.test(key));
  return (
    !isShared &&
    (body !== undefined || /^\s*(?:export\s+)?(?:const|let)\s+[\p{L}_$]/u.test(lines[own] ?? ''))
  );
}

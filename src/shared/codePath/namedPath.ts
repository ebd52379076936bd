/** In characters. */
const maxPathLength = 500;

/**
 * The path in a line that has nothing else but perhaps the marks of a comment; undefined if it has none. So models say
 * which file a block is for.
 */
export function namedPath(line: string): string | undefined {
  const bare = bareName(line);
  return /^[\w@.~/-][^\s:*?"'`<>|;,(){}=]*\.\w{1,10}$/.test(bare) && bare.length <= maxPathLength
    ? bare
    : undefined;
}

/** Whether a line is nothing but the name of a file, with or without folders, or a comment that has its path with a folder. */
export function isNameOf(line: string, path: string): boolean {
  const words = bareName(line).split(/\s+/);
  const named = isCommented(line) ? words.filter((word) => /\w\/\w/.test(word)) : [];
  return (words.length === 1 ? words : named).some(
    (word) => pathsMeant(word.replaceAll(/^[`(]|[`),:;.]{1,3}$/g, ''), [path]).length > 0,
  );
}

/** Whether a line is a comment. */
export function isCommented(line: string): boolean {
  return bareComment(line.trim()) !== line.trim();
}

function bareName(line: string): string {
  const text = line.slice(0, maxPathLength + 40).trim();
  return bareComment(text).replace(/^(?:file|path|filename): ?/i, '');
}

function bareComment(text: string): string {
  return text.replace(/^(?:\/\/|#|--|;|%|\/\*\*?|<!--) ?/, '').replace(/ ?(?:\*\/|-->)$/, '');
}

/** A path with `/`, without what stands before the first folder. */
function plainPath(path: string): string {
  return path
    .slice(0, maxPathLength)
    .replaceAll('\\', '/')
    .replace(/^(?:\.?\/)+/, '');
}

function isEnd(path: string, of: string): boolean {
  return of.endsWith(`/${path}`);
}

/**
 * The ones of `paths` that a named path can mean: the same; else those that are the same but for folders before it; else
 * those in which only capitals differ.
 */
export function pathsMeant(named: string, paths: readonly string[]): readonly string[] {
  const wanted = plainPath(named);
  const same = paths.filter((path) => plainPath(path) === wanted);
  if (same.length > 0) {
    return same;
  }
  const alike = (fold: (path: string) => string): readonly string[] =>
    paths.filter((path) => {
      const [one, other] = [fold(plainPath(path)), fold(wanted)];
      return one === other || isEnd(other, one) || isEnd(one, other);
    });
  const ends = alike((path) => path);
  return ends.length > 0 ? ends : alike((path) => path.toLowerCase());
}

import { isComment } from './significance.ts';

/** What a line has, as far as its signs show. */
export interface ScannedLine {
  /** Its code, with `0` for each text and without comments. */
  readonly code: string;
  /** Whether it is nothing but a comment. */
  readonly isComment: boolean;
  /** What it begins within, if that began on a line before. */
  readonly within: 'text' | 'comment' | undefined;
}

/** Lines, and what each has. */
export interface ScannedText {
  readonly lines: readonly string[];
  readonly scan: readonly ScannedLine[];
}

/** Reads lines one after another: texts and comments, also those of several lines. What ends nowhere does not begin. */
export function scannedLines(
  lines: readonly string[],
  language: string | undefined,
): readonly ScannedLine[] {
  const endless = new Set<string>();
  let open = '';
  return lines.map((line, at) => {
    const within = open === '' ? undefined : ends[open.trim()] === undefined ? 'text' : 'comment';
    const end = within === undefined ? 0 : endOf(open, line);
    if (end === -1) {
      return { code: '', isComment: within === 'comment', within };
    }
    const own = ' '.repeat(end) + line.slice(end, longest);
    const bare = language === 'markdown' ? own : withoutTexts(own, language);
    const start = (language === 'markdown' ? fence : opener).exec(bare)?.[0] ?? '';
    const isOpen =
      start !== '' &&
      !endless.has(start) &&
      lines.slice(at + 1).some((other) => endOf(start, other) !== -1);
    if (!isOpen) {
      endless.add(start);
    }
    open = isOpen ? start : '';
    const code = isOpen ? bare.slice(0, bare.indexOf(start)) : bare;
    const isBlock = within !== undefined || blockComment.test(own);
    return {
      code,
      isComment: within !== 'text' && (isBlock ? code.trim() === '' : isComment(own, undefined)),
      within,
    };
  });
}

/** In characters: the rest of a longer line is not read. */
const longest = 5000;

const blockComment = /^\s*(?:\/\*|<!--|\{-|--\[\[)/;

/** What begins texts and comments of several lines. A comment may not begin within a path. */
const opener = /"""|'''|`|(?<![\w.*\]])\/\*|<!--|^\s*\{-|--\[\[|(?<!<)<<[-~]?[A-Za-z_]\w*/;

const fence = /^\s{0,20}(?:`{3,}|~{3,})/;

const ends: Readonly<Record<string, string>> = {
  '/*': '*/',
  '<!--': '-->',
  '{-': '-}',
  '--[[': ']]',
};

/** Where on a line what began so is at its end; -1 if it goes on. Samples and documents end with a line of their own. */
function endOf(start: string, line: string): number {
  const sign = start.trim();
  const [, word] = /^<<[-~]?(\w+)$/.exec(sign) ?? [];
  const end = word ?? ends[sign] ?? sign;
  if (word !== undefined || fence.test(start)) {
    const [before, behind] = line.split(end);
    return behind !== undefined && !/\w/.test(`${before ?? ''}${behind}`) ? line.length : -1;
  }
  const at = line.indexOf(end);
  return at === -1 ? -1 : at + end.length;
}

/** Longer ones are left as they are. */
const quoted = /\\.|"(?:[^"\\]|\\.){0,400}"|'(?:[^'\\]|\\.){0,400}'|`(?:[^`\\]|\\.){0,400}`/g;

function withoutTexts(line: string, language = ''): string {
  return line
    .replaceAll(/<<[-~]?(["'])(\w+)\1/g, '<<$2')
    .replaceAll(/("""|''').*?\1/g, '0')
    .replaceAll(/\/\*.*?(?:\*\/|$)|<!--.*?(?:-->|$)|--\[\[.*?(?:\]\]|$)/g, (comment) =>
      /(?:\*\/|-->|\]\])$/.test(comment) ? '' : comment,
    )
    .replaceAll(quoted, '0')
    .replace(commentOf(language), '');
}

function commentOf(language: string): RegExp {
  if (/^(?:python|ruby|bash|yaml|elixir)$/.test(language)) {
    return /(?:^|\s)#.*$/;
  }
  return language === 'lua'
    ? /--(?!\[\[).*$/
    : /(?<!:)\/\/.*$|^\s*#(?!.*\{\s*$).*$|(?:^|\s)--\s.*$/;
}

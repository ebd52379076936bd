import { indentOf } from '../indentation.ts';

/**
 * Rules where a grammar sees nothing, or where there is none: whether a text has brackets, words or an indentation that do
 * not belong together. A text that breaks one of them before a change may do so afterwards.
 */
export function breaksBalance(
  before: readonly string[],
  after: readonly string[],
  language: string | undefined,
): boolean {
  const faults = (lines: readonly string[]): readonly number[] => faultsOf(lines, language);
  const had = faults(before);
  return faults(after).some((count, at) => count > (had[at] ?? 0));
}

/** Languages without brackets that must match. */
const prose: ReadonlySet<string> = new Set(['markdown', 'text']);

function faultsOf(lines: readonly string[], language = ''): readonly number[] {
  if (prose.has(language)) {
    return [];
  }
  const code = bareCode(lines, language);
  return [
    bracketFaults(code),
    wordFaults(code, language),
    tryFaults(code),
    ...(language === 'python' ? [indentFaults(code)] : []),
    ...(language === '' ? [tagFaults(code)] : []),
  ];
}

/** The lines without what stands in quotes and comments, as far as that shows in a line or in quotes of three. */
function bareCode(lines: readonly string[], language: string): readonly string[] {
  let open: string | undefined;
  return lines.map((line) => {
    let text = line.slice(0, 5000);
    if (open !== undefined) {
      const end = text.indexOf(open);
      if (end === -1) {
        return '';
      }
      text = ' '.repeat(end) + text.slice(end + open.length);
      open = undefined;
    }
    text = text
      .replaceAll(/("""|''')[\s\S]*?\1/g, '0')
      .replaceAll(/\/\*.*?(?:\*\/|$)/g, (comment) => (comment.endsWith('*/') ? '' : comment))
      .replaceAll(quoted, '0');
    const start = /"""|'''|\/\*|`/.exec(text);
    if (start !== null) {
      open = start[0] === '/*' ? '*/' : start[0];
      text = text.slice(0, start.index);
    }
    return text.replace(commentOf(language), '');
  });
}

/** Longer ones are left as they are. */
const quoted = /\\.|"(?:[^"\\]|\\.){0,400}"|'(?:[^'\\]|\\.){0,400}'|`(?:[^`\\]|\\.){0,400}`/g;

function commentOf(language: string): RegExp {
  if (/^(?:python|ruby|bash|yaml|elixir)$/.test(language)) {
    return /(?:^|\s)#.*$/;
  }
  return language === 'lua' ? /--.*$/ : /(?<!:)\/\/.*$|^\s*#(?!.*\{\s*$).*$|(?:^|\s)--\s.*$/;
}

/** How many brackets are left open, or closed without being open. */
function bracketFaults(lines: readonly string[]): number {
  let faults = 0;
  const open: string[] = [];
  for (const line of lines) {
    for (const [sign] of line.matchAll(/[()[\]{}]/g)) {
      const pair = pairs[sign];
      if (pair === undefined) {
        open.push(sign);
      } else if (open.pop() !== pair) {
        faults += 1;
      }
    }
  }
  return faults + open.length;
}

const pairs: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** How many lines of Python are indented further than a line that begins no block, or by nothing that is open. */
function indentFaults(lines: readonly string[]): number {
  let faults = 0;
  const levels = [0];
  let [depth, isOpened, isJoined] = [0, false, false];
  for (const line of lines) {
    const text = line.trim();
    if (text === '') {
      continue;
    }
    if (depth === 0 && !isJoined) {
      const indent = indentOf(line).length;
      const last = levels.at(-1) ?? 0;
      if (isOpened !== indent > last) {
        faults += 1;
      }
      while ((levels.at(-1) ?? 0) > indent) {
        levels.pop();
      }
      if ((levels.at(-1) ?? 0) !== indent) {
        faults += indent < last ? 1 : 0;
        levels.push(indent);
      }
    }
    depth = Math.max(0, depth + count(text, /[([{]/g) - count(text, /[)\]}]/g));
    isJoined = text.endsWith('\\');
    isOpened = depth === 0 && !isJoined && text.endsWith(':');
  }
  return faults;
}

/** How many `try` have nothing that goes with them. Those with more on their line need nothing. */
function tryFaults(lines: readonly string[]): number {
  const filled = lines.filter((line) => line.trim() !== '');
  return filled.filter((line, at) => {
    if (!/^(?:\}\s?)?try\s?[:{]$/.test(line.trim())) {
      return false;
    }
    const indent = indentOf(line).length;
    const isBehind = (one: string): boolean =>
      indentOf(one).length <= indent && !/^[{}]$/.test(one.trim());
    const next = filled.slice(at + 1).find(isBehind) ?? '';
    return (
      indentOf(next).length !== indent || !/^(?:\}\s?)?(?:catch|except|finally)\b/.test(next.trim())
    );
  }).length;
}

function count(text: string, sign: RegExp): number {
  return text.match(sign)?.length ?? 0;
}

const words: Readonly<Record<string, readonly (readonly [RegExp, RegExp])[]>> = {
  ruby: [
    [
      /^(?:class|module|def(?!.*\)\s*=\s)(?!\s+\S+\s*=\s)|if|unless|case|begin|while|until|for)\b(?!.*\bend\b)|\bdo(?:\s*\|[^|]*\|)?$|=\s*(?:if|case|begin|unless)\b(?!.*\bend\b)/g,
      /^end\b/g,
    ],
  ],
  elixir: [[/\bdo$|\bfn\b(?!.{0,200}\bend\b)/g, /^end\b/g]],
  lua: [[/\bfunction\b|^(?:if|for|while)\b|^do$/g, /\bend\b/g]],
};

/** How many elements of markup are left open, or closed without being open, by their names: not all that are opened are closed. */
function tagFaults(lines: readonly string[]): number {
  const open = new Map<string, number>();
  const closed = new Set<string>();
  for (const [tag, end, name = ''] of lines.join('\n').matchAll(element)) {
    if (end === '/') {
      closed.add(name);
    }
    const step = end === '/' ? -1 : Number(!tag.endsWith('/>'));
    open.set(name, (open.get(name) ?? 0) + step);
  }
  return [...closed].reduce((sum, name) => sum + Math.abs(open.get(name) ?? 0), 0);
}

const element = /<(\/?)([a-z][\w.:-]{0,60})(?=[\s/>])[^<>]{0,1000}>/gi;

/** Whether words that open and close something are there as often as each other. */
function wordFaults(lines: readonly string[], language: string): number {
  return (words[language] ?? []).reduce((sum, [start, end]) => {
    const [opened, closed] = [start, end].map((sign) =>
      lines.reduce((all, line) => all + count(line.trim(), sign), 0),
    );
    return sum + Math.abs((opened ?? 0) - (closed ?? 0));
  }, 0);
}

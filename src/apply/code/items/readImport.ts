/** An import as it is written. */
export interface Import {
  /** What it is from, and how. */
  readonly key: string;
  /** What it brings is called in its file; empty if that cannot be told, or if it brings everything of something. */
  readonly names: readonly string[];
  /** What a module itself is called: a default import of JavaScript. */
  readonly whole: string | undefined;
  /** Its list of names, and the text before and behind it. One with comments is not understood. */
  readonly list: NameList | undefined;
}

export interface NameList {
  readonly start: string;
  readonly text: string;
  readonly end: string;
  readonly names: readonly ListedName[];
}

interface ListedName {
  /** As it is written, such as `type a as b`. */
  readonly text: string;
  /** What it is called in the module, and in this file. */
  readonly name: string;
  readonly local: string;
}

export function isImport(text: string): boolean {
  return /^(?:(?:import|using|from\s+\S+\s+import|require(?:_relative)?|(?:pub\s+)?use(?!\()|#\s*include|#\s*import|alias|library|part(?:\s+of)?|export\s+\*|(?:local|const|let|var)\s[^=]{1,200}=\s*require|source)(?=[\s"'<(])(?!\s*(?:[=:](?!:)|\(\s*\{))|\.\s|export\s(?:type\s)?\{[^{}]*\}\s*from\s)/.test(
    text,
  );
}

/** In characters; the rest of a longer import is not read. */
const longest = 10_000;

/** Names in braces, in the brackets of Go and Python, or behind the `import` of Python. */
const listed = /^([^{}()*"']*\{|import \(|from \S+ import \(?)([^{}()*]+)([})].*)?$/s;

const [whole, star] = [
  /^import (?:type (?!from\b))?([\p{L}_$][\p{L}\p{N}_$]*)(?=,|\s+from\s)/u,
  /^import (?:\w+, )?\* as ([\p{L}_$][\p{L}\p{N}_$]*)/u,
];

const comments = /\/\*.*?(?:\*\/|$)|(?:\/\/|#).*/gm;

export function readImport(written: string): Import {
  const text = written.slice(0, longest).trim();
  const [module, all] = [whole, star].map((form) => form.exec(text)?.[1]);
  const [, start, list = '', end = ''] = listed.exec(text) ?? [];
  const isOne = start === undefined && module === undefined && !text.includes('*');
  const bare = (isOne ? text : list).replaceAll(comments, '');
  const names = bare
    .split(/[,\n]/)
    .map((one) => listedName(one.trim().replaceAll(/\s+/g, ' ')))
    .filter((one) => one.text !== '');
  // Of what is exported, and of a file that is read as it is, nothing has a name here.
  const isNameless = /^(?:export|#|require|source\b|\.\s)/.test(text);
  const locals = [module, all, ...names.map(({ local }) => local)].filter(
    (name) => name !== undefined,
  );
  return {
    key: keyOf(text.replaceAll(/\s+/g, ' ')),
    names: isNameless
      ? []
      : locals.filter((name) => /^(?!(?:self|_)$)[\p{L}\p{N}_$]+$/u.test(name)),
    whole: module,
    list:
      start === undefined || names.length === 0 || bare !== list
        ? undefined
        : { start, text: list, end, names },
  };
}

/** A text with what stands before it, which is the name of a package, or of the last folder of its path. */
const path =
  /^(?:import )?(?:(?!import )([\w.]+) )?"(?:[^"\s]{0,300}\/)?((?!v\d+")[^"\s/]+?)(?:[./]v\d+)?"/;

/** What is called as what stands before a sign of equality, or else as its last word. */
function listedName(text: string): ListedName {
  const [own = ''] = text.split(/\s?=(?!=)/, 1);
  const words = own.replace(/^type /, '').match(/[\p{L}\p{N}_$]+/gu) ?? [];
  const [, alias, folder] = path.exec(text) ?? [];
  const isText = /["']/.test(own);
  const name = isText ? folder : words[0];
  return { text, name: name ?? '', local: alias ?? (isText ? folder : words.at(-1)) ?? '' };
}

function keyOf(plain: string): string {
  const [, source] =
    /(?:\bfrom |\brequire(?:_relative)?[ (]{1,2}|^import )\(?["']([^"']{1,300})["']/.exec(plain) ??
    /^from (\S{1,300}) import/.exec(plain) ??
    [];
  const [start = ''] = /^\w+(?: type)?(?: \*)?(?= )/.exec(plain) ?? [];
  return source === undefined
    ? plain.replace(/\{.*|(?<=^import )\(.*/, '').slice(0, 300)
    : `${start} ${source}`;
}

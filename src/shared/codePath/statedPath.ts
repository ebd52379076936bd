/** In characters. */
const maxPath = 500;

/** Where models say which file a block of code is for. */
export interface Statements {
  /** The info string of the fence. */
  readonly info: string;
  /** The line of text before the block. */
  readonly before: string;
}

/**
 * The paths that the fence or, if it has none, the line before the block names; as they are written there, without
 * a position in the file. What looks like a path need not be one, and nothing here is checked.
 */
export function statedPaths({ info, before }: Statements): readonly string[] {
  const fence = pathOfInfo(info.slice(0, 2 * maxPath).trim());
  return fence === undefined ? pathsOfLine(before.slice(0, maxPath)) : [fence];
}

const attribute =
  /(?:^|[\s{,])(?:title|file|filename|file_name|filepath|file_path|path|name)\s?[=:]\s?(?:"([^"]{1,500})"|'([^']{1,500})'|([^\s},]{1,500}))/i;

/** `ts src/a.ts`, `ts:src/a.ts`, `src/a.ts`, `12:40:src/a.ts`, `ts title="src/a.ts"`. */
function pathOfInfo(info: string): string | undefined {
  const [, double, single, bare] = attribute.exec(info) ?? [];
  const stated = double ?? single ?? bare;
  if (stated !== undefined) {
    return asPath(stated, true);
  }
  const [first = '', ...words] = info.split(/\s+/);
  const afterRange = /^\d{1,7}:\d{1,7}:(.+)$/.exec(first)?.[1];
  const colon = /^[a-z]:[\\/]/i.test(first) ? -1 : first.indexOf(':');
  const candidates = [
    afterRange,
    colon > 0 ? first.slice(colon + 1) : undefined,
    // The first word is the language, unless it has more than the name of one.
    /[./\\]/.test(first) && !first.startsWith('{') ? first : undefined,
    // Pandoc’s classes look like names of files: `{.python}`.
    ...words.filter((word) => !word.startsWith('{')),
  ];
  return candidates.flatMap((word) => (word === undefined ? [] : (asPath(word) ?? [])))[0];
}

/** What is set off in a line: `` `a` ``, `**a**`, `[a](…)`. */
const setOff = /`([^`]{1,300})`|\*\*([^*]{1,300})\*\*|\[([^\]]{1,300})\]\(/g;

const label =
  /^(?:in|file|filename|path|update|updated|create|new file|edit|modify|change|add|replace|the file|for|to)\b:?\s?/i;

function pathsOfLine(line: string): readonly string[] {
  const bare = line
    .replace(/^(?:#{1,6}|[-*+>]|\d{1,4}[.)])\s{1,4}/, '')
    .replace(label, '')
    .trim();
  const words = bare.split(/\s+/);
  const marked = [...line.matchAll(setOff)].map(
    ([, code, bold, link]) => code ?? bold ?? link ?? '',
  );
  // A word alone is a path. In a sentence, only one with a folder is, or one that is set off and ends as a file does.
  const isMarked = marked.length > 0;
  const all = isMarked ? marked : words;
  const isAlone = words.length === 1 && all.length === 1;
  const found = all.filter(
    (word) => isAlone || /[^/\\][/\\][^/\\]/.test(word) || (isMarked && isNameOfFile(word)),
  );
  return [...new Set(found.flatMap((word) => asPath(word) ?? []))];
}

/** Whether a name without a folder ends as that of a file of text, unlike `console.log` and `user.name`. */
function isNameOfFile(word: string): boolean {
  const [, end] = /\.([\w+-]{1,12})$/.exec(withoutPosition(word)) ?? [];
  return end === undefined || word.startsWith('.') || ends.has(end.toLowerCase());
}

/** How files of text end whose code is in replies. */
const ends: ReadonlySet<string> = new Set(
  [
    'bash bat c cc cfg cjs clj cmake cmd conf cpp cs csproj css csv cts cxx dart dockerfile ejs env erb erl ex exs',
    'fish fs fsx gemspec go gradle graphql groovy h haml hbs hcl hpp hrl hs htm html hxx ini ipynb j2 java jinja jl js json json5 jsonc',
    'jsonl jsx kt kts less liquid lock lua m make markdown md mdx mjs mk ml mm mts nix nim patch php pl plist pm prisma properties proto ps1',
    'psm1 pug py pyi r rake rb rs rst sass sbt scala scss sh sln sol sql sty styl svelte svg swift tex tf tfvars toml ts tsv tsx txt vb vim',
    'vue xaml xml yaml yml zig zsh',
  ].flatMap((line) => line.split(' ')),
);

const namesWithoutEnd: ReadonlySet<string> = new Set([
  'brewfile',
  'containerfile',
  'dockerfile',
  'gemfile',
  'jenkinsfile',
  'justfile',
  'license',
  'makefile',
  'procfile',
  'rakefile',
  'readme',
  'vagrantfile',
]);

/** A word as a path: it ends as the name of a file does. With `isStated`, it may have spaces. */
function asPath(word: string, isStated = false): string | undefined {
  const bare = withoutPosition(
    trimmedOf(word.slice(0, maxPath + 40), '`*"\'([<{', '`*"\')]>},;:!?.'),
  );
  const name = bare
    .slice(Math.max(bare.lastIndexOf('/'), bare.lastIndexOf('\\')) + 1)
    .toLowerCase();
  const isName = /\.[a-z][\w+-]{0,11}$/.test(name) || namesWithoutEnd.has(name);
  const rest = bare.replace(/^[a-z]:(?=[\\/])/i, '');
  const isClean = !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}:*?"<>|`=;,]/u.test(rest) && !bare.includes('//');
  return bare.length <= maxPath && isName && isClean && (isStated || !/\s/.test(bare))
    ? bare
    : undefined;
}

/** Without `:12`, `:12-40` or `#L12-L40` at its end. */
function withoutPosition(path: string): string {
  return path.replace(/(?:#L?\d{1,7}(?:-L?\d{1,7})?|:\d{1,7}(?:[-:]\d{1,7})?)$/, '');
}

/** Without the characters `before` at its start and `after` at its end. */
function trimmedOf(text: string, before: string, after: string): string {
  let [start, end] = [0, text.length];
  while (start < end && before.includes(text.charAt(start))) {
    start += 1;
  }
  while (end > start && after.includes(text.charAt(end - 1))) {
    end -= 1;
  }
  return text.slice(start, end);
}

// The notices of what the bundles hold of others.
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

/**
 * A part of the bundles that others wrote.
 * @typedef {{ name: string, version?: string, licence: string, url: string, text: string }} Part
 */

/** Licences (SPDX) under which others' work may be in a package that is itself under the MIT licence. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'ISC',
  'LicenseRef-TextMate-Bundle',
  'MIT',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
]);

/** Parts of packages whose files do not say that they hold them, found by reading those. */
const unsaid = new Map([
  [
    '@vscode/tree-sitter-wasm',
    [
      'emscripten',
      'musl',
      'tree-sitter',
      'tree-sitter-bash',
      'tree-sitter-go',
      'tree-sitter-java',
      'tree-sitter-javascript',
      'tree-sitter-php',
      'tree-sitter-python',
      'tree-sitter-ruby',
      'tree-sitter-rust',
      'tree-sitter-typescript',
    ],
  ],
  ['cytoscape', ['heap', 'lodash-es']],
  ['katex', ['katex-fonts']],
  ['roughjs', ['hachure-fill', 'path-data-parser', 'points-on-curve', 'points-on-path']],
]);

/** Licences of grammars for which tm-grammars has the text and no name. */
const readByHand = new Map([
  ['elixir', 'Apache-2.0'],
  ['nim', 'MIT'],
]);

/** Texts of parts that are not packages here: two lines with licence and address, then the text. */
const ownTexts = new URL('licences/', import.meta.url);

/**
 * The text of all notices, for bundles built in the folder `root`. Throws for a part whose licence is
 * unknown, or not allowed, or without a text.
 * @param {readonly import('esbuild').Metafile[]} metafiles
 * @param {string} root
 */
export async function thirdPartyNotices(metafiles, root = '.') {
  /** @type {Map<string, Part>} */
  const parts = new Map();
  for (const part of await partsOf(bundledFiles(metafiles), root)) {
    if (!isAllowed(part.licence)) {
      throw new Error(`The licence of '${part.name}' is not allowed: ${part.licence}.`);
    }
    parts.set(titleOf(part), part);
  }
  /** @type {Map<string, Part[]>} */
  const byText = Map.groupBy(
    [...parts.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en')),
    ({ text }) => text,
  );
  const sections = [...byText].map(
    ([text, [...alike]]) =>
      `${line('=')}\n${alike.map(heading).join('\n')}\n${line('-')}\n${text}\n`,
  );
  return `Parley contains the following software of others.\n\n${sections.join('\n')}`;
}

/** @param {Part} part */
function titleOf({ name, version }) {
  return version === undefined ? name : `${name} ${version}`;
}

/** @param {Part} part */
function heading(part) {
  return `${titleOf(part)} (${part.licence}) ${part.url}`;
}

/** @param {string} mark */
function line(mark) {
  return mark.repeat(80);
}

/** An expression of SPDX with OR and AND, without brackets within brackets. @param {string} licence */
function isAllowed(licence) {
  return licence
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((id) => allowed.has(id)));
}

/**
 * The files of packages of which something is in a bundle.
 * @param {readonly import('esbuild').Metafile[]} metafiles
 */
function bundledFiles(metafiles) {
  const files = metafiles
    .flatMap(({ outputs }) => Object.values(outputs))
    .flatMap(({ inputs }) => Object.entries(inputs))
    .filter(([path, { bytesInOutput }]) => path.includes('node_modules/') && bytesInOutput > 0)
    // A style sheet names its fonts with a query.
    .map(([path]) => path.replace(/\?.*/, ''));
  return [...new Set(files)];
}

/**
 * @param {readonly string[]} files
 * @param {string} root
 * @returns {Promise<readonly Part[]>}
 */
async function partsOf(files, root) {
  const byFolder = Map.groupBy(
    files,
    (path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path,
  );
  const parts = [];
  for (const [folder, own] of byFolder) {
    const part = await packagePart(join(root, folder));
    const comments = await legalComments(own.map((path) => join(root, path)));
    parts.push({ ...part, text: [part.text, ...comments].join('\n\n') });
    for (const name of unsaid.get(part.name) ?? []) {
      parts.push(await nestedPart({ name }, root));
    }
    for (const path of own) {
      for (const nested of await nestedIn(join(root, path))) {
        parts.push(await nestedPart(nested, root));
      }
    }
    if (part.name === '@shikijs/langs') {
      parts.push(...(await grammarParts(own, root)));
    }
  }
  return parts;
}

const licenceFile =
  /^(?:licen[cs]e|copying|notice|third-?party-?notices?)(?:[-.]\w+)*?(?:\.md|\.txt)?$/i;

/** @param {string} folder @returns {Promise<Part>} */
async function packagePart(folder) {
  const { name, version, license, homepage } = JSON.parse(
    await readFile(join(folder, 'package.json'), 'utf8'),
  );
  const files = (await readdir(folder)).filter(
    (file) => licenceFile.test(file) && !/\.m?js$/.test(file),
  );
  const texts = await Promise.all(files.toSorted().map((file) => readText(join(folder, file))));
  // Some packages leave the text out that their repository has.
  const text = texts.join('\n\n') || ((await ownPart(name))?.text ?? '');
  const licence = license ?? (/\bMIT License\b/i.test(text) ? 'MIT' : undefined);
  if (licence === undefined || text === '') {
    throw new Error(`The licence of '${name}' is unknown.`);
  }
  return { name, version, licence, url: homepage ?? `https://www.npmjs.com/package/${name}`, text };
}

/** @param {string} path */
async function readText(path) {
  return (await readFile(path, 'utf8'))
    .replace(/^\uFEFF/, '')
    .replaceAll('\r', '')
    .trim();
}

/**
 * What the files themselves say of rights, each comment once.
 * @param {readonly string[]} files
 */
async function legalComments(files) {
  const scripts = files.filter((path) => /\.(?:[cm]?js|css)$/.test(path));
  const texts = await Promise.all(scripts.map(readText));
  const comments = texts.flatMap(
    (text) => text.match(/\/\*[^]*?\*\/|(?:^[ \t]*\/\/.*\n)+/gm) ?? [],
  );
  return new Set(
    comments
      .filter((comment) => /^\/\*!|licen[cs]e|copyright.*\d{4}/i.test(comment))
      .map((comment) => comment.trim()),
  );
}

/**
 * The packages that a file from a prebuilt bundle holds, as its source map tells.
 * @param {string} path
 * @returns {Promise<readonly { name: string, version?: string }[]>}
 */
async function nestedIn(path) {
  const isThere = await stat(`${path}.map`).catch(() => undefined);
  if (isThere === undefined) {
    return [];
  }
  const { sources } = JSON.parse(await readFile(`${path}.map`, 'utf8'));
  const named = sources.flatMap((/** @type {string | null} */ source) => {
    const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source ?? '')?.[1];
    // pnpm has the version in the name of a folder.
    const version = /node_modules\/\.pnpm\/[^/]+?@(\d[^/_]*)[^/]*\//.exec(source ?? '')?.[1];
    return name === undefined ? [] : [{ name, version }];
  });
  return [...new Map(named.map((nested) => [nested.name, nested])).values()];
}

/**
 * @param {{ name: string, version?: string }} nested
 * @param {string} root
 * @returns {Promise<Part>}
 */
async function nestedPart({ name, version }, root) {
  const own = await ownPart(name);
  if (own !== undefined) {
    return { ...own, version };
  }
  const part = await packagePart(join(root, 'node_modules', name)).catch((cause) => {
    throw new Error(`The licence of '${name}' is unknown: build/licences/${name}.txt is missing.`, {
      cause,
    });
  });
  return { ...part, version: version ?? part.version };
}

/** @param {string} name @returns {Promise<Part | undefined>} */
async function ownPart(name) {
  const content = await readText(new URL(`${name}.txt`, ownTexts)).catch(() => undefined);
  if (content === undefined) {
    return undefined;
  }
  const [licence = '', url = '', ...lines] = content.split('\n');
  return { name, licence, url, text: lines.join('\n').trim() };
}

/**
 * The grammars have authors of their own, which the package tm-grammars names; @shikijs/langs is made
 * from that.
 * @param {readonly string[]} files
 * @param {string} root
 * @returns {Promise<readonly Part[]>}
 */
async function grammarParts(files, root) {
  const notice = await readText(join(root, 'node_modules/tm-grammars/NOTICE'));
  const sections = notice.split(/^={20,}$/m).map((section) => {
    const [, names = '', url = '', licence = '', text = ''] =
      /^Files:\s*([^]*?)^License:\s*(.*)\nSPDX:\s*(.*)\n-{20,}\n([^]*)/m.exec(section) ?? [];
    return { names: names.split(/[,\s]+/), url, licence, text: text.trim() };
  });
  return Promise.all(
    files.map(async (path) => {
      const grammar = basename(path, '.mjs');
      const name = `grammar-${grammar}`;
      const found = sections.find(({ names }) => names.includes(`${grammar}.json`));
      const part =
        found === undefined
          ? await ownPart(name)
          : { name, ...found, licence: readByHand.get(grammar) ?? found.licence };
      if (part === undefined) {
        throw new Error(`The licence of the grammar '${grammar}' is unknown.`);
      }
      return part;
    }),
  );
}

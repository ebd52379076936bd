import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../../../../launch/projectFolders.ts';

/** A file of real code. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** A set of files of one project. */
export interface SourceTree {
  readonly name: string;
  /**
   * What the rules were made by looking at is not what proves them: half of the trees are only for the score. What fails in
   * them is mended and stays in the proof.
   */
  readonly use: 'tuning' | 'proof';
  readonly files: readonly SourceFile[];
}

/**
 * Files of packages that `npm ci` brings, by the tree they are from: a change of the project's own files would give
 * other cases. All have a licence that lets them be read here; nothing of them is kept.
 */
const trees: Readonly<Record<SourceTree['use'], Readonly<Record<string, readonly string[]>>>> = {
  tuning: {
    msal: ['node_modules/@azure/msal-*/{src/**/*.ts,*.md,*.json}'],
    zod: ['node_modules/zod/src/**/*.ts'],
    katex: ['node_modules/katex/src/**/*.{js,ts,scss}', 'node_modules/katex/contrib/**/*.js'],
    katexScripts: ['node_modules/katex/src/**/*.py'],
    markdownIt: ['node_modules/{markdown-it,linkify-it,mdurl,argparse}/**/*.{js,mjs,md}'],
    d3: ['node_modules/d3-*/src/**/*.js'],
    knip: ['node_modules/knip/dist/**/*.js'],
    yaml: ['node_modules/yaml/dist/**/*.js'],
    samples: ['test/prove/unit/apply/samples/*.txt'],
  },
  proof: {
    chevrotain: ['node_modules/chevrotain/**/*.js'],
    jszip: ['node_modules/jszip/lib/**/*.js', 'node_modules/jszip/*.md'],
    lit: ['node_modules/{lit,lit-html,lit-element}/**/development/**/*.js'],
    lodash: ['node_modules/lodash-es/*.js'],
    mermaid: ['node_modules/mermaid/dist/**/*.d.ts'],
    mocha: ['node_modules/mocha/lib/**/*.{js,html,css}'],
    playwright: [
      'node_modules/playwright-core/lib/**/*.{js,css}',
      'node_modules/playwright-core/types/*.d.ts',
    ],
    vsce: ['node_modules/@vscode/vsce/out/**/*.js'],
  },
};

/** In characters: shorter files have no room for a change, longer ones make the proof slow. */
const lengths = { least: 600, most: 60_000 };

/** How many files of a tree are used. */
const mostFiles = 60;

/** The files of all trees, in the same order everywhere. */
export async function sourceTrees(): Promise<readonly SourceTree[]> {
  const found: SourceTree[] = [];
  for (const use of ['tuning', 'proof'] as const) {
    for (const [name, patterns] of Object.entries(trees[use])) {
      found.push({ name, use, files: await filesOf(name, patterns) });
    }
  }
  return found;
}

/** Files that match patterns, spread over all of them where there are too many. */
export async function filesOf(
  name: string,
  patterns: readonly string[],
): Promise<readonly SourceFile[]> {
  const paths = (
    await Promise.all(
      patterns.map(async (pattern) => Array.fromAsync(glob(pattern, { cwd: projectFolder }))),
    )
  )
    .flat()
    .toSorted();
  const step = Math.max(1, Math.floor(paths.length / mostFiles));
  const files: SourceFile[] = [];
  for (const path of paths.filter((_, index) => index % step === 0).slice(0, mostFiles)) {
    const text = await readFile(join(projectFolder, path), 'utf8');
    if (text.length >= lengths.least && text.length <= lengths.most && !text.includes('\r')) {
      // Samples are no code of this project, which its tools would check.
      files.push({ path: path.replace(/\.txt$/, ''), text });
    }
  }
  if (files.length === 0) {
    throw new Error(`There are no files of ${name}.`);
  }
  return files;
}

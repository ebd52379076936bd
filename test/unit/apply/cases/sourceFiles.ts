import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../../../launch/projectFolders.ts';

/** A file of real code. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/**
 * Files of this project and of packages that `npm ci` brings, by the tree they are from. All have a licence that lets
 * them be read here; nothing of them is kept.
 */
const trees: Readonly<Record<string, readonly string[]>> = {
  parley: ['src/**/*.ts', 'src/**/*.css', 'test/**/*.ts', 'docs/*.md', '*.mjs', '*.json'],
  mermaid: ['node_modules/mermaid/dist/**/*.d.ts'],
  katex: ['node_modules/katex/src/**/*.{js,ts,scss}', 'node_modules/katex/contrib/**/*.js'],
  lit: ['node_modules/{lit,lit-html,lit-element}/**/development/**/*.js'],
  markdownIt: ['node_modules/{markdown-it,linkify-it,mdurl,argparse}/**/*.{js,mjs,md}'],
  d3: ['node_modules/d3-*/src/**/*.js'],
  lodash: ['node_modules/lodash-es/*.js'],
  knip: ['node_modules/knip/dist/**/*.js'],
  mocha: ['node_modules/mocha/lib/**/*.{js,html,css}'],
  playwright: [
    'node_modules/playwright-core/lib/**/*.{js,css}',
    'node_modules/playwright-core/types/*.d.ts',
  ],
  yaml: ['node_modules/yaml/dist/**/*.js'],
  katexScripts: ['node_modules/katex/src/**/*.py'],
  samples: ['test/unit/apply/samples/*.txt'],
};

/** In characters: shorter files have no room for a change, longer ones make the proof slow. */
const lengths = { least: 600, most: 60_000 };

/** How many files of a tree are used. */
const mostFiles = 60;

/** Which of the files are used where there are more. Those of another number than 0 were never looked at. */
const offset = Number(process.env['PARLEY_APPLY_FILES'] ?? 0);

/** The files of all trees, in the same order everywhere. */
export async function sourceFiles(): Promise<ReadonlyMap<string, readonly SourceFile[]>> {
  const found = new Map<string, readonly SourceFile[]>();
  for (const [tree, patterns] of Object.entries(trees)) {
    const paths = (
      await Promise.all(
        patterns.map(async (pattern) => Array.fromAsync(glob(pattern, { cwd: projectFolder }))),
      )
    )
      .flat()
      .filter((path) => path !== 'package-lock.json')
      .toSorted();
    const files: SourceFile[] = [];
    const step = Math.max(1, Math.floor(paths.length / mostFiles));
    const own = Math.min(offset, step - 1);
    for (const path of paths.filter((_, index) => index % step === own).slice(0, mostFiles)) {
      const text = await readFile(join(projectFolder, path), 'utf8');
      if (text.length >= lengths.least && text.length <= lengths.most && !text.includes('\r')) {
        // Samples are no code of this project, which its tools would check.
        files.push({ path: path.replace(/\.txt$/, ''), text });
      }
    }
    if (files.length === 0) {
      throw new Error(`There are no files of ${tree}.`);
    }
    found.set(tree, files);
  }
  return found;
}

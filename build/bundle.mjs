// What a bundle is, how it is built, and what is refused.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as esbuild from 'esbuild';

/**
 * Files that esbuild makes in one run. `externals` are the modules that they may import from outside, `forbidden` the
 * beginnings of the paths that must not be in them.
 * @typedef {{
 *   readonly name: string,
 *   readonly options: import('esbuild').BuildOptions,
 *   readonly externals: readonly string[],
 *   readonly forbidden: readonly string[],
 * }} Bundle
 */

/**
 * Writes what the plugins before it have made of the files.
 * @type {import('esbuild').Plugin}
 */
const writing = {
  name: 'writing',
  setup(build) {
    build.onEnd(async ({ outputFiles = [] }) => {
      for (const { path, contents, text } of outputFiles) {
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, contents ?? text);
      }
    });
  },
};

/** @param {import('esbuild').BuildOptions} options */
function written({ plugins = [], ...options }, ...more) {
  return { ...options, write: false, plugins: [...plugins, writing, ...more] };
}

/**
 * Builds a bundle. Throws when it holds something from beyond its border.
 * @param {Bundle} bundle
 * @returns {Promise<import('esbuild').Metafile>}
 */
export async function buildBundle({ name, options, externals, forbidden }) {
  const { metafile } = await esbuild.build(written(options));
  for (const { path, external } of Object.values(metafile.outputs).flatMap((one) => one.imports)) {
    if (external && !externals.includes(path)) {
      throw new Error(`The ${name} bundle must not import '${path}'.`);
    }
  }
  for (const input of Object.keys(metafile.inputs)) {
    if (forbidden.some((folder) => input.startsWith(folder))) {
      throw new Error(`The ${name} bundle must not hold '${input}'.`);
    }
  }
  return metafile;
}

/**
 * Builds bundles now and after each change, and says when builds of any of them begin and end: the tasks of VS Code read
 * it.
 * @param {readonly Bundle[]} bundles
 */
export async function watchBundles(bundles) {
  // The first builds count from the beginning: a fast one must not end before a slow one has begun.
  let running = bundles.length;
  console.log('Build started');
  const sayBuilds = {
    name: 'say builds',
    setup(build) {
      let isFirst = true;
      build.onStart(() => {
        if (!isFirst) {
          running += 1;
          if (running === 1) {
            console.log('Build started');
          }
        }
        isFirst = false;
      });
      build.onEnd(() => {
        running -= 1;
        if (running === 0) {
          console.log('Build finished');
        }
      });
    },
  };
  await Promise.all(
    bundles.map(async ({ options }) =>
      (await esbuild.context(written(options, sayBuilds))).watch(),
    ),
  );
}

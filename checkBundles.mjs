// What the build refuses.
import { readFile } from 'node:fs/promises';

/** Throws when a bundle holds something from beyond its border. */
export function checkBorders(name, metafile, { externals, forbidden }) {
  for (const output of Object.values(metafile.outputs)) {
    for (const { path, external } of output.imports) {
      if (external && !externals.includes(path)) {
        throw new Error(`The ${name} bundle must not import '${path}'.`);
      }
    }
  }
  for (const input of Object.keys(metafile.inputs)) {
    if (forbidden.some((folder) => input.startsWith(folder))) {
      throw new Error(`The ${name} bundle must not hold '${input}'.`);
    }
  }
}

/** Throws when two bundles hold copies of something that must be there once. */
export async function checkCopies(...metafiles) {
  const seen = new Set();
  for (const path of metafiles.flatMap(({ inputs }) => Object.keys(inputs))) {
    const isCopy = seen.has(path) && path.startsWith('src/');
    if (isCopy && /^(?:export )?(?:let|class) /m.test(await readFile(path, 'utf8'))) {
      throw new Error(`'${path}' is in two bundles: one of them has to hand it over to the other.`);
    }
    seen.add(path);
  }
}

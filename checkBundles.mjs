// What the build refuses.
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

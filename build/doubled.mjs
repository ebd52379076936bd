/** How many files the host may have, and how many bytes of them may be in another one, too. */
const bounds = { files: 9, doubledBytes: 6000 };

/**
 * Says how many scripts bundles of the host have, and how many bytes of their inputs are in several of them. Throws when
 * either is more than it may be.
 * @param {readonly import('esbuild').Metafile[]} metafiles
 */
export function checkDoubled(metafiles) {
  const files = metafiles.flatMap(({ outputs }) =>
    Object.entries(outputs).filter(([path]) => path.endsWith('.js')),
  );
  const copies = Map.groupBy(
    files.flatMap(([, { inputs }]) => Object.entries(inputs)),
    ([path]) => path,
  );
  const doubledBytes = [...copies.values()]
    .map((all) => all.map(([, { bytesInOutput }]) => bytesInOutput))
    .reduce((sum, sizes) => sum + sizes.reduce((a, b) => a + b) - Math.max(...sizes), 0);
  console.log(
    `${files.length} files of the host (at most ${bounds.files}), ${doubledBytes} bytes of them doubled (at most ${bounds.doubledBytes})`,
  );
  if (files.length > bounds.files || doubledBytes > bounds.doubledBytes) {
    throw new Error('The host has too many files, or too much of them is in several.');
  }
}

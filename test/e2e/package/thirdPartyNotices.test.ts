import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import JSZip from 'jszip';
import { projectFolder } from '../../launch/projectFolders.ts';

/** The part of a metafile of esbuild that is read here. */
interface Metafile {
  readonly outputs: Readonly<
    Record<
      string,
      { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }
    >
  >;
}

describe('third-party notices', () => {
  it('are in the package, with a heading for all that the bundles hold', async () => {
    const path = process.env['PARLEY_VSIX'] ?? join(projectFolder, 'out', 'parley.vsix');
    const vsix = await JSZip.loadAsync(await readFile(path));
    const notices = await vsix.file('extension/THIRD-PARTY-NOTICES.txt')?.async('string');
    const metafiles = JSON.parse(
      await readFile(join(projectFolder, 'out', 'metafiles.json'), 'utf8'),
    ) as readonly Metafile[];
    const expected = new Set(['langium 4', 'heap ', 'katex-fonts ', 'path-data-parser ']);
    for (const { inputs } of metafiles.flatMap(({ outputs }) => Object.values(outputs))) {
      for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
        const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
        if (folder !== undefined && bytesInOutput > 0) {
          const { name, version } = JSON.parse(
            await readFile(join(projectFolder, folder, 'package.json'), 'utf8'),
          ) as { readonly name: string; readonly version: string };
          expected.add(`${name} ${version} (`);
        }
        const grammar = /@shikijs\/langs\/dist\/(.+)\.mjs$/.exec(input)?.[1];
        if (grammar !== undefined) {
          expected.add(`grammar-${grammar} (`);
        }
      }
    }
    assert.equal(expected.size > 150, true, `${expected.size} parts`);
    const lines = notices?.split('\n') ?? [];
    assert.deepEqual(
      [...expected].filter((start) => !lines.some((line) => line.startsWith(start))),
      [],
    );
  });
});

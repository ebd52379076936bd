import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectFolder } from '../launch/projectFolders.ts';

/** The part of a metafile of esbuild that is read here. */
interface Metafile {
  readonly outputs: Readonly<
    Record<
      string,
      { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }
    >
  >;
}

const module = pathToFileURL(join(projectFolder, 'build', 'thirdPartyNotices.mjs')).href;
const { thirdPartyNotices } = (await import(module)) as {
  readonly thirdPartyNotices: (metafiles: readonly Metafile[], root: string) => Promise<string>;
};

describe('third-party notices', () => {
  let root = '';
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'parley-notices-'));
  });
  afterEach(async () => rm(root, { recursive: true }));

  /** Writes files below `node_modules`, and gives the notices for a bundle that holds all scripts. */
  async function noticesOf(files: Readonly<Record<string, unknown>>): Promise<string> {
    for (const [path, content] of Object.entries(files)) {
      const target = join(root, 'node_modules', path);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, typeof content === 'string' ? content : JSON.stringify(content));
    }
    const scripts = Object.keys(files).filter((path) => path.endsWith('.js'));
    const inputs = scripts.map((path) => [`node_modules/${path}`, { bytesInOutput: 1 }]);
    return thirdPartyNotices(
      [{ outputs: { 'a.js': { inputs: Object.fromEntries(inputs) } } }],
      root,
    );
  }

  const manifest = { name: 'a', version: '1.2.3', license: 'MIT', homepage: 'https://a.example' };

  it('have name, version, licence, address and texts of a package', async () => {
    const notices = await noticesOf({
      'a/package.json': manifest,
      'a/LICENSE': 'The terms of a.\n',
      'a/NOTICE.md': 'By the makers of a.',
      'a/index.js': '/*! (c) Someone */\nvar a; /* no notice */',
    });
    assert.match(notices, /^a 1\.2\.3 \(MIT\) https:\/\/a\.example$/m);
    for (const text of ['The terms of a.', 'By the makers of a.', '/*! (c) Someone */']) {
      assert.equal(notices.includes(text), true, text);
    }
    assert.equal(notices.includes('no notice'), false);
  });

  it('have the packages within a prebuilt bundle, as its source map names them', async () => {
    const notices = await noticesOf({
      'a/package.json': manifest,
      'a/LICENSE': 'The terms of a.',
      'a/dist/index.js': 'var a;',
      'a/dist/index.js.map': {
        sources: [
          '../src/a.ts',
          null,
          '../../node_modules/.pnpm/@b+c@4.5.6_d@1.0.0/node_modules/@b/c/index.js',
        ],
      },
      '@b/c/package.json': { name: '@b/c', version: '4.0.0', license: 'ISC' },
      '@b/c/LICENSE': 'The terms of c.',
    });
    assert.match(notices, /^@b\/c 4\.5\.6 \(ISC\)/m);
    assert.equal(notices.includes('The terms of c.'), true);
  });

  const failing: readonly (readonly [
    what: string,
    files: Record<string, unknown>,
    error: RegExp,
  ])[] = [
    [
      'a package that states no licence',
      { 'a/package.json': { name: 'a' }, 'a/LICENSE': 'Ask me.', 'a/index.js': '' },
      /licence of 'a' is unknown/,
    ],
    [
      'a package without the text of its licence',
      { 'a/package.json': manifest, 'a/index.js': '' },
      /licence of 'a' is unknown/,
    ],
    [
      'a licence that is not allowed',
      {
        'a/package.json': { ...manifest, license: 'MIT AND GPL-3.0' },
        'a/LICENSE': 'a',
        'a/index.js': '',
      },
      /licence of 'a' is not allowed: MIT AND GPL-3\.0/,
    ],
    [
      'a nested package of which nothing is known',
      {
        'a/package.json': manifest,
        'a/LICENSE': 'a',
        'a/index.js': '',
        'a/index.js.map': { sources: ['../node_modules/unheard-of/index.js'] },
      },
      /licence of 'unheard-of' is unknown/,
    ],
    [
      'a grammar of which nothing is known',
      {
        '@shikijs/langs/package.json': { ...manifest, name: '@shikijs/langs' },
        '@shikijs/langs/LICENSE': 'a',
        '@shikijs/langs/index.js': '',
        'tm-grammars/NOTICE': 'None.',
      },
      /licence of the grammar 'index.js' is unknown/,
    ],
  ];
  for (const [what, files, error] of failing) {
    it(`fail for ${what}`, async () => {
      await assert.rejects(noticesOf(files), error);
    });
  }
});

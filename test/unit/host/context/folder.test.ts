import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { matchesGlob, parseGlob, TooManySteps } from '../../../../src/host/context/folder/glob.ts';
import {
  type ExcludePattern,
  isExcluded,
  parseExcludes,
  isIgnored,
  parseIgnoreFile,
} from '../../../../src/host/context/folder/excludes.ts';
import {
  type FolderReader,
  IgnoreFileProblem,
  walkFolder,
} from '../../../../src/host/context/folder/walkFolder.ts';

const budget = () => ({ steps: 1_000_000 });

function isMatch(pattern: string, path: string): boolean {
  const glob = parseGlob(pattern);
  assert.ok(glob, pattern);
  return matchesGlob(glob, path.split('/'), budget());
}

describe('a glob', () => {
  for (const [pattern, yes, no] of [
    ['*.ts', ['a.ts', '.ts'], ['a.tsx', 'a/b.ts', 'ts']],
    ['a?c', ['abc', 'a?c'], ['ac', 'abbc']],
    ['a/**/b', ['a/b', 'a/x/b', 'a/x/y/b'], ['b', 'a/x', 'ab']],
    ['**/b', ['b', 'x/b', 'x/y/b'], ['ab', 'b/x']],
    ['a/**', ['a/b', 'a/b/c'], ['a', 'b/a']],
    ['[a-c]x[!0-9]', ['axy', 'cx-'], ['dxy', 'ax1', 'ax']],
    [String.raw`\*[]x]\?`, ['*]?', '*x?'], ['a]?', '*]b']],
    ['a**b', ['ab', 'axxb'], ['a/b']],
    ['*a*b*c', ['abc', 'xaxbxc', 'abcabc'], ['acb', 'abcx']],
    ['ä😀?', ['ä😀x'], ['ä😀']],
  ] as const) {
    it(`${pattern} is for ${yes.join(' ')} and not for ${no.join(' ')}`, () => {
      assert.deepEqual(
        yes.filter((path) => !isMatch(pattern, path)),
        [],
      );
      assert.deepEqual(
        no.filter((path) => isMatch(pattern, path)),
        [],
      );
    });
  }

  it('with a set that is not closed is none', () => {
    assert.equal(parseGlob('a/[b'), undefined);
  });

  it('takes few steps where a regular expression would take years', () => {
    const glob = parseGlob(`${'*a'.repeat(60)}b`);
    assert.ok(glob);
    const used = { steps: 100_000 };
    assert.equal(matchesGlob(glob, ['a'.repeat(255)], used), false);
    const deep = parseGlob(`${'**/a/'.repeat(30)}b`);
    assert.ok(deep);
    assert.equal(
      matchesGlob(
        deep,
        Array.from({ length: 64 }, () => 'a'),
        used,
      ),
      false,
    );
  });

  it('ends with its budget', () => {
    const glob = parseGlob('*a');
    assert.ok(glob);
    assert.throws(() => matchesGlob(glob, ['b'.repeat(100)], { steps: 50 }), TooManySteps);
  });
});

describe('an ignore file', () => {
  const ignored = (text: string, path: string, isFolder = false): boolean =>
    isIgnored(path.split('/'), isFolder, [{ folder: [], rules: parseIgnoreFile(text) }], budget());

  for (const [text, path, isOne] of [
    ['*.log', 'a/b.log', true],
    ['/*.log', 'a/b.log', false],
    ['a/*.log', 'a/b.log', true],
    ['a/*.log', 'x/a/b.log', false],
    ['*.log\n!b.log', 'b.log', false],
    ['!b.log\n*.log', 'b.log', true],
    ['# a', '# a', false],
    [String.raw`\#a`, '#a', true],
    [String.raw`\!a`, '!a', true],
    ['a   ', 'a', true],
    ['a\\ ', 'a ', true],
    ['a\r\nb\r', 'b', true],
    ['\uFEFFa', 'a', true],
    ['build/', 'build', false],
    ['', 'a', false],
    ['/', 'a', false],
    [`${'x'.repeat(1001)}\na`, 'a', true],
  ] as const) {
    it(`${JSON.stringify(text.slice(0, 20))} ${isOne ? 'ignores' : 'leaves'} ${path}`, () => {
      assert.equal(ignored(text, path), isOne);
    });
  }

  it('has rules for folders only, and those of a nested file count more', () => {
    assert.equal(ignored('build/', 'build', true), true);
    const files = [
      { folder: [], rules: parseIgnoreFile('*.ts') },
      { folder: ['a'], rules: parseIgnoreFile('!keep.ts\n/only.js') },
    ];
    const isOne = (path: string) => isIgnored(path.split('/'), false, files, budget());
    assert.deepEqual(['a/keep.ts', 'keep.ts', 'a/only.js', 'a/b/only.js'].map(isOne), [
      false,
      true,
      true,
      false,
    ]);
  });
});

describe('the excludes of the settings', () => {
  const excluded = (setting: unknown, path: string, names: readonly string[] = []): boolean =>
    isExcluded(path.split('/'), new Set(names), parseExcludes(setting), budget());

  it('are globs, also with braces, and may depend on a file beside', () => {
    const setting = {
      '**/.git': true,
      'out/**': true,
      '**/*.{tmp,b{a,b}k}': true,
      '**/kept': false,
      '**/*.js': { when: '$(basename).ts' },
    };
    const isOne = (path: string) => excluded(setting, path, ['a.js', 'a.ts', 'b.js']);
    assert.deepEqual(['.git', 'x/.git', 'out/x', 'x/a.tmp', 'a.bak', 'a.bbk', 'a.js'].map(isOne), [
      true,
      true,
      true,
      true,
      true,
      true,
      true,
    ]);
    assert.deepEqual(['kept', 'a.bck', 'b.js', 'git', 'x/out/x'].map(isOne), [
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  it('are bounded, whatever a workspace sets', () => {
    assert.deepEqual(parseExcludes('x'), []);
    assert.deepEqual(parseExcludes({ a: 1, b: 'x', c: null, ['x'.repeat(1001)]: true }), []);
    assert.deepEqual(parseExcludes({ '{a,b}': true }).length, 2);
    assert.deepEqual(parseExcludes({ ['{a,b}'.repeat(30)]: true }), []);
    assert.deepEqual(parseExcludes({ '{a,b': true, '}{': true }), []);
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, one) => [`a${one}`, true]));
    assert.equal(parseExcludes(many).length, 200);
  });
});

/** A folder on disk with these files; a link where the content is one. */
async function inFolder(
  files: Readonly<Record<string, string | { readonly link: string }>>,
  test: (reader: FolderReader, root: string) => Promise<void>,
): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'parley-folder-'));
  try {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(join(root, dirname(path)), { recursive: true });
      if (typeof content === 'string') {
        writeFileSync(join(root, path), content);
      } else {
        symlinkSync(content.link, join(root, path));
      }
    }
    await test(readerOf(root), root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

function readerOf(root: string): FolderReader {
  return {
    entries: async (path) => {
      const entries = await readdir(join(root, ...path), { withFileTypes: true });
      return entries.map((entry) => [
        entry.name,
        entry.isSymbolicLink() ? 'link' : entry.isDirectory() ? 'folder' : 'file',
      ]);
    },
    ignoreFile: async (path) => {
      const file = join(root, ...path);
      return (await stat(file)).size > 1000 ? undefined : readFile(file, 'utf8');
    },
    isCancelled: () => false,
  };
}

const none: readonly ExcludePattern[] = [];

describe('the files of a folder', () => {
  const paths = ({ files }: Awaited<ReturnType<typeof walkFolder>>): readonly string[] =>
    files.map((path) => path.join('/'));

  it('are those that the ignore files of the folders around and below leave', async () => {
    const files = {
      '.gitignore': '*.log\n/src/gen/\nsecret*',
      'src/a.ts': '',
      'src/a.log': '',
      'src/gen/b.ts': '',
      'src/deep/.gitignore': '!keep.log\n*.md',
      'src/deep/keep.log': '',
      'src/deep/readme.md': '',
      'src/deep/secret.txt': '',
      'src/deep/.ignore': 'c.ts',
      'src/deep/c.ts': '',
      'src/node_modules/x.js': '',
      'src/.git/HEAD': '',
      'other.ts': '',
    };
    await inFolder(files, async (reader) => {
      const found = await walkFolder(['src'], none, reader);
      assert.deepEqual(paths(found), [
        'src/a.ts',
        'src/deep/.gitignore',
        'src/deep/.ignore',
        'src/deep/keep.log',
      ]);
      assert.deepEqual(found.leftOut, { ignored: 7, links: 0, unread: 0 });
      assert.equal(found.end, undefined);
    });
  });

  it('are none where the folder itself is ignored', async () => {
    await inFolder({ '.gitignore': 'out', 'out/x/a.ts': '' }, async (reader) => {
      const found = await walkFolder(['out', 'x'], none, reader);
      assert.deepEqual([paths(found), found.leftOut.ignored], [[], 1]);
    });
  });

  it('are not those behind a symbolic link, nor does an ignore file count that is one', async () => {
    const files = {
      'a.ts': '',
      'b.ts': '',
      'elsewhere/rules': 'a.ts',
      '.gitignore': { link: 'elsewhere/rules' },
      passwd: { link: '/etc/passwd' },
      etc: { link: '/etc' },
      self: { link: '.' },
    };
    await inFolder(files, async (reader) => {
      const found = await walkFolder([], none, reader);
      assert.deepEqual(paths(found), ['a.ts', 'b.ts', 'elsewhere/rules']);
      assert.equal(found.leftOut.links, 4);
    });
  });

  it('are none where an ignore file is too large, or its rules take too long', async () => {
    await inFolder({ '.gitignore': '#'.repeat(1001), 'a.ts': '' }, async (reader) => {
      await assert.rejects(walkFolder([], none, reader), IgnoreFileProblem);
    });
    const slow = Array.from({ length: 20_000 }, () => '*a'.repeat(100)).join('\n');
    const reader: FolderReader = {
      entries: async () => [
        ['.gitignore', 'file'],
        ...Array.from(
          { length: 900 },
          (_, index) => [`${'a'.repeat(200)}${index}`, 'file'] as const,
        ),
      ],
      ignoreFile: async () => slow,
      isCancelled: () => false,
    };
    await assert.rejects(walkFolder([], none, reader), IgnoreFileProblem);
  });

  it('are bounded, and it is said that there are more', async () => {
    const endless: FolderReader = {
      entries: async () => [
        ['a', 'file'],
        ['b', 'folder'],
      ],
      ignoreFile: async () => '',
      isCancelled: () => false,
    };
    const deep = await walkFolder([], none, endless);
    assert.equal(deep.files.length, 64);
    assert.equal(deep.leftOut.unread, 2, 'what is deeper');
    const many: FolderReader = {
      ...endless,
      entries: async () => Array.from({ length: 5000 }, (_, index) => [`${index}`, 'file']),
    };
    const wide = await walkFolder([], none, many);
    assert.deepEqual([wide.files.length, wide.end], [1000, 'tooMany']);
  });

  it('leave out a folder that cannot be read', async () => {
    const reader: FolderReader = {
      entries: async (path) => {
        if (path.length > 0) {
          throw new Error('no');
        }
        return [
          ['a', 'file'],
          ['b', 'folder'],
          ['c', 'other'],
        ];
      },
      ignoreFile: async () => '',
      isCancelled: () => false,
    };
    const found = await walkFolder([], none, reader);
    assert.deepEqual([paths(found), found.leftOut.unread], [['a'], 2]);
  });
});

import assert from 'node:assert/strict';
import { unlessRefused } from '../../../src/apply/plan/refused.ts';
import { editsIn } from '../../../src/apply/edits/editsIn.ts';

const edit = (
  search: readonly string[],
  replace: readonly string[],
  ...around: readonly string[]
) => (around.length === 0 ? { search, replace } : { search, replace, around });

/** Without the fields that are not there, and without how a diff reads whose lines lack their spaces. */
function read(text: string, language = ''): unknown {
  const found = unlessRefused(() => editsIn(text, language));
  const form =
    found === undefined
      ? { kind: 'code' }
      : 'kind' in found
        ? { kind: 'unclear', reason: found.reason }
        : { kind: 'edits', files: found };
  return JSON.parse(JSON.stringify(form), (key, value: unknown) =>
    key === 'unsigned' ? undefined : value,
  );
}

describe('the form of a block', () => {
  it('is code if nothing says otherwise', () => {
    for (const text of [
      '',
      'const a = 1;\n',
      'a\n=======\nb\n',
      '# Title\n-------\n',
      '@decorator\nclass A {}',
    ]) {
      assert.deepEqual(read(text, 'ts'), { kind: 'code' });
    }
  });

  it('is search and replace, also several times and with paths', () => {
    const text =
      'src/a.ts\n<<<<<<< SEARCH\none\n=======\ntwo\n>>>>>>> REPLACE\n\n' +
      '<<<<<<< SEARCH\nthree\n=======\n>>>>>>> REPLACE\n' +
      '// src/b.ts\n------- SEARCH\nfour\n=======\nfive\n+++++++ REPLACE';
    assert.deepEqual(read(text), {
      kind: 'edits',
      files: [
        { path: 'src/a.ts', kind: 'change', edits: [edit(['one'], ['two']), edit(['three'], [])] },
        { path: 'src/b.ts', kind: 'change', edits: [edit(['four'], ['five'])] },
      ],
    });
  });

  it('is unclear where a marker is missing, doubled or out of order', () => {
    const texts = [
      '<<<<<<< SEARCH\na\n=======\nb\n',
      '<<<<<<< SEARCH\na\n>>>>>>> REPLACE\n',
      '<<<<<<< SEARCH\na\n=======\nb\n=======\nc\n>>>>>>> REPLACE\n',
      '<<<<<<< SEARCH\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n',
      '=======\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n',
    ];
    for (const text of texts) {
      assert.deepEqual(read(text), { kind: 'unclear', reason: 'markers' }, text);
    }
  });

  it('is unclear where nothing changes', () => {
    assert.deepEqual(read('<<<<<<< SEARCH\na\n=======\na\n>>>>>>> REPLACE\n'), {
      kind: 'unclear',
      reason: 'nothing',
    });
    assert.deepEqual(read('--- a/x.ts\n+++ b/x.ts\n@@ -1 +1 @@\n a\n'), {
      kind: 'unclear',
      reason: 'nothing',
    });
  });

  it('is a diff, with and without headers and numbers', () => {
    const hunk = ' a\n-b\n+c\n\n d\n';
    const edits = [edit(['a', 'b', '', 'd'], ['a', 'c', '', 'd'])];
    const stated = [edit(['a', 'b', '', 'd'], ['a', 'c', '', 'd'], 'function f() {')];
    assert.deepEqual(
      read(
        `diff --git a/x.ts b/x.ts\nindex 12..34 100644\n--- a/x.ts\n+++ b/x.ts\n@@ -7,4 +7,4 @@ function f() {\n${hunk}`,
      ),
      {
        kind: 'edits',
        files: [{ path: 'x.ts', kind: 'change', edits: stated }],
      },
    );
    assert.deepEqual(read(`--- x.ts\t2026-01-01\n+++ x.ts\t2026-01-02\n@@ ... @@\n${hunk}`), {
      kind: 'edits',
      files: [{ path: 'x.ts', kind: 'change', edits }],
    });
    assert.deepEqual(read(hunk, 'diff'), { kind: 'edits', files: [{ kind: 'change', edits }] });
  });

  it('is a diff that creates or removes a file', () => {
    assert.deepEqual(read('--- /dev/null\n+++ b/new.ts\n@@ -0,0 +1,2 @@\n+a\n+b\n'), {
      kind: 'edits',
      files: [{ path: 'new.ts', kind: 'change', edits: [edit([], ['a', 'b'])] }],
    });
    assert.deepEqual(read('--- a/old.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n'), {
      kind: 'edits',
      files: [{ path: 'old.ts', kind: 'remove', edits: [edit(['a'], [])] }],
    });
  });

  it('is a diff also if the lines that stay have no space before them', () => {
    const header = '--- a/x.ts\n+++ b/x.ts\n@@ -1,2 +1,2 @@\n';
    assert.deepEqual(read(`${header}-a\nb\n`), {
      kind: 'edits',
      files: [{ path: 'x.ts', kind: 'change', edits: [edit(['a', 'b'], ['b'])] }],
    });
    // Where all begin with one, it may be a part of the line.
    assert.deepEqual(editsIn(`${header}-a\n+c\n b\n`, '')?.[0]?.edits, [
      { ...edit(['a', 'b'], ['c', 'b']), unsigned: edit(['a', ' b'], ['c', ' b']) },
    ]);
    assert.deepEqual(read(`${header} a\nb\n`), { kind: 'unclear', reason: 'nothing' });
  });

  it('is a patch', () => {
    const text =
      '*** Begin Patch\n*** Update File: src/a.ts\n@@ class A\n a\n-b\n+c\n@@\n-d\n+e\n*** Add File: b.md\n+new\n*** Delete File: c.md\n*** End Patch\n';
    assert.deepEqual(read(text), {
      kind: 'edits',
      files: [
        {
          path: 'src/a.ts',
          kind: 'change',
          edits: [edit(['a', 'b'], ['a', 'c'], 'class A'), edit(['d'], ['e'])],
        },
        { path: 'b.md', kind: 'change', edits: [edit([], ['new'])] },
        { path: 'c.md', kind: 'remove', edits: [] },
      ],
    });
  });

  it('has the changes of a file together, where models repeat its name', () => {
    const parts = ['a', 'b', 'a'].map(
      (name, at) => `*** Update File: ${name}.ts\n@@ class A\n@@   def f():\n-${at}\n+new\n`,
    );
    const expected = (...around: readonly string[]) => {
      const edits = (...lines: readonly number[]) =>
        lines.map((line) => edit([`${line}`], ['new'], ...around));
      return {
        kind: 'edits',
        files: [
          { path: 'a.ts', kind: 'change', edits: edits(0, 2) },
          { path: 'b.ts', kind: 'change', edits: edits(1) },
        ],
      };
    };
    assert.deepEqual(
      read(`*** Begin Patch\n${parts.join('')}*** End of File\n*** End Patch\n`),
      expected('class A', 'def f():'),
    );
    const searches = ['a', 'b', 'a'].map(
      (name, at) => `${name}.ts\n<<<<<<< SEARCH>\n${at}\n=======\nnew\n>>>>>>> REPLACE>\n`,
    );
    assert.deepEqual(read(searches.join('')), expected());
    assert.deepEqual(
      read(searches.join('').replaceAll('SEARCH', 'ORIGINAL').replaceAll('REPLACE', 'UPDATED')),
      expected(),
    );
  });

  it('takes the paths of a diff without file headers from the lines of Git', () => {
    const part = (name: string) =>
      `diff --git a/${name} b/${name}\nindex 12..34 100644\n@@ -1 +1 @@\n-${name}\n+new\n`;
    assert.deepEqual(read(part('src/a b/x.ts') + part('y.ts')), {
      kind: 'edits',
      files: ['src/a b/x.ts', 'y.ts'].map((path) => ({
        path,
        kind: 'change',
        edits: [edit([path], ['new'])],
      })),
    });
  });

  it('is unclear if a file is to be renamed', () => {
    const texts = [
      '*** Begin Patch\n*** Update File: a.ts\n*** Move to: b.ts\n@@\n-a\n+b\n*** End Patch\n',
      'diff --git a/a.ts b/b.ts\nsimilarity index 90%\nrename from a.ts\nrename to b.ts\n--- a/a.ts\n+++ b/b.ts\n@@ -1 +1 @@\n-a\n+b\n',
    ];
    for (const text of texts) {
      assert.deepEqual(read(text), { kind: 'unclear', reason: 'rename' });
    }
  });
});

import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import type { StatedBlock } from '../../../src/host/apply/planContext.ts';
import { replacing } from './acceptsChanges.ts';
import { plannedAlone } from './plannedAlone.ts';

interface RefusedCase {
  readonly name: string;
  readonly block: Partial<StatedBlock>;
  /** What the user is told. */
  readonly reason: RegExp;
}

const cases: readonly RefusedCase[] = [
  {
    name: 'for a path that leads out',
    block: { text: replacing('a', 'b'), paths: ['../outside.ts'] },
    reason: /outside of this workspace/,
  },
  {
    name: 'for an absolute path of another place',
    block: { text: replacing('a', 'b'), paths: ['C:\\Windows\\a.ini'] },
    reason: /outside of this workspace/,
  },
  {
    name: 'for a file behind a symbolic link out of the folder',
    block: { text: replacing('const a = 1;', 'b'), paths: ['refused/link/secret.ts'] },
    reason: /symbolic link/,
  },
  {
    name: 'for a file that is a link',
    block: { text: replacing('const a = 1;', 'b'), paths: ['refused/linked.ts'] },
    reason: /symbolic link/,
  },
  {
    name: 'for a file of Git',
    block: { text: replacing('a', 'b'), paths: ['refused/.git/config.ini'] },
    reason: /belongs to Git/,
  },
  {
    name: 'for a notebook as a whole',
    block: { text: replacing('"cells": []', '"cells": [1]'), paths: ['refused/book.ipynb'] },
    reason: /is a notebook/,
  },
  {
    name: 'for bytes that are no UTF-8',
    block: { text: replacing('first line\nsecond line', 'x'), paths: ['refused/broken.txt'] },
    reason: /not in the encoding/,
  },
  {
    name: 'for a file that is read-only by the settings',
    block: { text: replacing('const a = 1;', 'const a = 2;'), paths: ['refused/locked.ts'] },
    reason: /refused\/locked\.ts is read-only\./,
  },
  {
    name: 'with commands',
    block: { text: 'npm ci\n', language: 'sh' },
    reason: /commands for a terminal/,
  },
  {
    name: 'with a diff that changes nothing',
    block: {
      text: '--- a/refused/plain.ts\n+++ b/refused/plain.ts\n@@\nexport\n',
      language: 'diff',
    },
    reason: /The code block changes nothing\./,
  },
  {
    name: 'that was cut',
    block: { text: 'const a = 2;\nconst', paths: ['refused/plain.ts'], isComplete: false },
    reason: /The code block is not complete\./,
  },
];

describe('a block that is refused', () => {
  const root = join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', 'refused');
  const outside = join(tmpdir(), `parley-outside-${process.pid}.ts`);
  const files: Readonly<Record<string, string | Buffer>> = {
    'plain.ts': 'const a = 1;\n',
    'locked.ts': 'const a = 1;\n',
    '.git/config.ini': 'a\n',
    'book.ipynb': '{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}',
    'broken.txt': Buffer.from('first line\nsecond line \xe4\n', 'latin1'),
  };
  const settings = vscode.workspace.getConfiguration('files');
  before(async () => {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), content);
    }
    await writeFile(outside, 'const a = 1;\n');
    await symlink(tmpdir(), join(root, 'link'));
    await symlink(outside, join(root, 'linked.ts'));
    const locked = { '**/locked.ts': true };
    await settings.update('readonlyInclude', locked, vscode.ConfigurationTarget.Global);
  });
  after(async () => {
    await settings.update('readonlyInclude', undefined, vscode.ConfigurationTarget.Global);
    await rm(root, { recursive: true });
    await rm(outside);
  });

  for (const { name, block, reason } of cases) {
    it(`${name} says why, and changes nothing`, async () => {
      const plan = await plannedAlone({ language: 'ts', ...block });
      assert.equal(plan.kind, 'refused');
      assert.match(plan.text, reason);
      for (const [path, content] of Object.entries(files)) {
        assert.deepEqual(await readFile(join(root, path)), Buffer.from(content));
      }
      assert.equal(await readFile(outside, 'utf8'), 'const a = 1;\n');
      assert.equal((await readdir(root)).length, Object.keys(files).length + 2);
    });
  }
});

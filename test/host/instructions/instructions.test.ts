import assert from 'node:assert/strict';
import { rm, symlink } from 'node:fs/promises';
import * as vscode from 'vscode';
import { createInstructions } from '../../../src/host/instructions/createInstructions.ts';
import {
  findInstructions,
  readInstructions,
} from '../../../src/host/instructions/instructionFiles.ts';
import { until } from '../../support/until.ts';
import { activated } from '../activated.ts';

const { fs } = vscode.workspace;
const bytes = (text: string) => new TextEncoder().encode(text);

/** The workspace with files at its root, which are deleted afterwards. */
async function withFiles(
  files: Readonly<Record<string, string>>,
  test: (root: vscode.Uri) => Promise<void>,
): Promise<void> {
  await activated();
  const root = vscode.workspace.workspaceFolders?.[0]?.uri;
  assert.ok(root);
  const uris = ['AGENTS.md', 'CLAUDE.md', ...Object.keys(files)].map((name) =>
    vscode.Uri.joinPath(root, name.split('/')[0] ?? ''),
  );
  for (const [name, text] of Object.entries(files)) {
    await fs.writeFile(vscode.Uri.joinPath(root, name), bytes(text));
  }
  try {
    await test(root);
  } finally {
    for (const uri of uris) {
      await fs.delete(uri, { recursive: true }).then(
        () => undefined,
        () => undefined,
      );
    }
  }
}

/** A Memento in memory. */
function memento() {
  let value: unknown;
  return {
    get: <T>(_key: string, fallback?: T) => (value ?? fallback) as T,
    update: async (_key: string, next: unknown) => {
      value = next;
    },
  };
}

function started(memory = memento()) {
  return createInstructions({
    memory,
    attach: async ({ items }) => ({ items: items.map(({ item }) => item) }),
    onChange: () => {},
  });
}

describe('instructions', () => {
  it('are read again when they are sent, and not through a link that took their place', async () => {
    await withFiles({ 'AGENTS.md': 'First', 'secret.txt': 'secret' }, async (root) => {
      const [file, ...others] = await findInstructions();
      assert.ok(file);
      assert.deepEqual([file.name, file.isOwn, others], ['AGENTS.md', false, []]);
      const read = await readInstructions(file);
      assert.ok(typeof read !== 'string' && read.renew !== undefined);
      assert.deepEqual([read.item.kind, read.item.text], ['instructions', 'First']);
      await fs.writeFile(file.uri, bytes('Second'));
      assert.equal((await read.renew())?.text, 'Second');
      await fs.delete(file.uri);
      await symlink(vscode.Uri.joinPath(root, 'secret.txt').fsPath, file.uri.fsPath);
      assert.equal(await read.renew(), undefined);
      assert.deepEqual(await findInstructions(), []);
    });
  });

  it('are none behind a link, also where a folder is one', async () => {
    await withFiles({ 'elsewhere/copilot-instructions.md': 'secret' }, async (root) => {
      const link = vscode.Uri.joinPath(root, '.github');
      await symlink(vscode.Uri.joinPath(root, 'elsewhere').fsPath, link.fsPath);
      try {
        assert.deepEqual(await findInstructions(), []);
      } finally {
        await rm(link.fsPath);
      }
    });
  });

  it('that only point to others, or say the same, are no further ones', async () => {
    const found = async (files: Readonly<Record<string, string>>) => {
      let names: readonly string[] = [];
      await withFiles(files, async () => {
        names = (await findInstructions()).map(({ name }) => name);
      });
      return names;
    };
    for (const text of [
      '@AGENTS.md\n',
      'AGENTS.md',
      'See [AGENTS.md](AGENTS.md).',
      ' Be brief.\n',
    ]) {
      assert.deepEqual(await found({ 'AGENTS.md': 'Be brief.', 'CLAUDE.md': text }), ['AGENTS.md']);
      assert.deepEqual(await found({ 'CLAUDE.md': text }), ['CLAUDE.md']);
    }
    assert.deepEqual(await found({ 'AGENTS.md': 'See CLAUDE.md', 'CLAUDE.md': '@AGENTS.md' }), [
      'CLAUDE.md',
    ]);
    const both = { 'AGENTS.md': 'Be brief.', 'CLAUDE.md': '@AGENTS.md\n\nUse tabs.' };
    assert.deepEqual(await found(both), ['AGENTS.md', 'CLAUDE.md']);
  });

  it('for some files are found with those files, and offered only if they are for all', async () => {
    const files = {
      '.github/instructions/all.instructions.md': '---\napplyTo: "**"\n---\nBe brief.',
      '.github/instructions/web/ts.instructions.md': "---\napplyTo: 'src/**/*.ts'\n---\nUse tabs.",
      '.github/instructions/web/when asked.instructions.md': 'Say hello.',
      '.github/instructions/readme.md': 'No instructions.',
    };
    await withFiles(files, async () => {
      assert.deepEqual(
        (await findInstructions()).map(({ name, appliesTo }) => [name, appliesTo]),
        [
          ['.github/instructions/all.instructions.md', undefined],
          ['.github/instructions/web/ts.instructions.md', 'src/**/*.ts'],
          ['.github/instructions/web/when asked.instructions.md', ''],
        ],
      );
      const instructions = started();
      const current = await until('they are found', () => instructions.current());
      assert.deepEqual(
        current.offered.map(({ name }) => name),
        ['.github/instructions/all.instructions.md'],
      );
      instructions.dispose();
    });
  });

  it('are not attached before the user agrees, and then remembered', async () => {
    await withFiles({ 'AGENTS.md': 'Agents', 'CLAUDE.md': 'Claude' }, async () => {
      const memory = memento();
      const first = started(memory);
      const shown = async (offered: number) =>
        until('the instructions are found', () => {
          const current = first.current();
          return current?.offered.length === offered && current;
        });
      const { offered, attached } = await shown(2);
      assert.deepEqual(attached, []);
      const [agents, claude] = offered.map(({ uri }) => uri);
      assert.ok(agents !== undefined && claude !== undefined);
      await first.answer([agents, 'file:///etc/passwd'], true);
      assert.deepEqual(
        first.current()?.attached.map(({ path }) => path),
        ['AGENTS.md'],
      );
      await first.answer([claude], false);
      assert.deepEqual(first.current()?.offered, []);
      first.dispose();
      const second = started(memory);
      const again = await until('they are there again', () => second.current());
      assert.deepEqual([again.attached.length, again.offered.length], [1, 0]);
      second.dispose();
    });
  });

  it('that are too large or empty are named', async () => {
    const files = { 'AGENTS.md': 'x'.repeat(200_000), 'CLAUDE.md': '\n' };
    await withFiles(files, async () => {
      const read = await Promise.all((await findInstructions()).map(readInstructions));
      assert.deepEqual(read, ['AGENTS.md is too large.', 'CLAUDE.md has no text.']);
    });
  });
});

describe('the user’s own instructions', () => {
  const setting = async (files: readonly string[] | undefined) =>
    vscode.workspace
      .getConfiguration('parley')
      .update('instructionFiles', files, vscode.ConfigurationTarget.Global);

  it('are attached without a question, unless they are left out in the workspace', async () => {
    const { context } = await activated();
    const own = vscode.Uri.joinPath(context.globalStorageUri, 'own instructions.md');
    await fs.writeFile(own, bytes('My style'));
    await setting([own.fsPath, 'relative.md', '~nobody/x.md', '/not/there.md']);
    const memory = memento();
    const instructions = started(memory);
    try {
      const { attached, offered } = await until('they are found', () => {
        const current = instructions.current();
        return current?.attached.length === 1 && current;
      });
      assert.deepEqual(
        attached.map(({ path, text }) => [path, text]),
        [[own.fsPath, 'My style']],
      );
      assert.deepEqual(offered, []);
      await memory.update('parley.instructions', { attached: [], declined: [own.toString()] });
      await instructions.answer([], true);
      assert.deepEqual(instructions.current()?.attached, []);
    } finally {
      instructions.dispose();
      await setting(undefined);
      await fs.delete(own);
    }
  });
});

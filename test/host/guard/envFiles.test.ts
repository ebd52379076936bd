import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import * as vscode from 'vscode';
import { createEnvFiles } from '../../../src/host/guard/envFiles.ts';
import { runCommand } from '../../launch/command.ts';
import { activated } from '../activated.ts';

/** A value without a form of its own. */
const value = (name: string): string => `Vq3kz!Lp82${name}Rt6`;

describe('the .env files of a workspace', () => {
  it('are read in every folder, and not through links, as pipes or where they are examples', async function () {
    if (process.platform === 'win32') {
      this.skip();
    }
    await activated();
    const root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
    const inside = join(root, 'env files');
    const outside = await mkdtemp(join(tmpdir(), 'parley-env-'));
    const links = [join(root, '.env.local'), join(inside, '.env'), join(inside, 'linked')];
    try {
      await mkdir(join(inside, 'deep'), { recursive: true });
      await writeFile(join(outside, '.env'), `DB_PASSWORD=${value('out')}\n`);
      await writeFile(join(inside, 'deep', '.env.production'), `DB_PASSWORD=${value('in')}\n`);
      await writeFile(join(inside, 'deep', '.env.example'), `DB_PASSWORD=${value('sampled')}\n`);
      await runCommand('mkfifo', [join(inside, 'deep', '.env')]);
      await symlink(join(outside, '.env'), links[0] ?? '');
      await symlink(join(outside, '.env'), links[1] ?? '');
      await symlink(outside, links[2] ?? '');
      const find = await createEnvFiles().search();
      const found = ['in', 'out', 'sampled'].filter(
        (name) => find(`Log in with ${value(name)} please`).length > 0,
      );
      assert.deepEqual(found, ['in']);
    } finally {
      await rm(inside, { recursive: true, force: true });
      await rm(join(root, '.env.local'), { force: true });
      await rm(outside, { recursive: true, force: true });
    }
  });
});

import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startScriptedService, type ScriptedService } from '../support/service/scriptedService.ts';
import { canaryPrompt, serveCanary, type CanaryService } from './support/canary.ts';
import { openParley, pictureFailure, type ParleyWindow } from './support/parleyWindow.ts';
import { trustWorkspace } from './support/trustWorkspace.ts';

/** What somebody else's folder would like to have, all of it to be seen by one who is not asked. */
function attack(attacker: string, id: string): Readonly<Record<string, unknown>> {
  const connection = { id, name: 'Mine', baseUrl: attacker, model: 'demo-echo', mode: 'standard' };
  return {
    'parley.connections': [
      {
        ...connection,
        headers: { 'X-Attack': '1' },
        extraBody: { attack: true },
        systemPrompt: 'attack',
      },
      { ...connection, id: 'more' },
    ],
    'parley.firstByteTimeoutSeconds': 1,
    'parley.idleTimeoutSeconds': 1,
    'parley.prices': { 'demo-echo': { prompt: 1_000_000, completion: 1_000_000, currency: 'XXX' } },
  };
}

async function writeFolderSettings(folder: string, settings: unknown): Promise<void> {
  await mkdir(join(folder, '.vscode'), { recursive: true });
  await writeFile(join(folder, '.vscode', 'settings.json'), JSON.stringify(settings));
}

const workspaces: Readonly<Record<string, (folder: string, attacker: string) => Promise<string>>> =
  {
    'settings of a folder': async (folder, attacker) => {
      await writeFolderSettings(folder, attack(attacker, 'mine'));
      return folder;
    },
    'a .code-workspace file and the folders of a multi-root workspace': async (
      folder,
      attacker,
    ) => {
      const file = join(folder, 'attack.code-workspace');
      const folders = [{ path: 'src' }, { path: 'other' }];
      for (const { path } of folders) {
        await writeFolderSettings(join(folder, path), attack(attacker, 'mine'));
      }
      await writeFile(file, JSON.stringify({ folders, settings: attack(attacker, 'mine') }));
      return file;
    },
  };

for (const [name, write] of Object.entries(workspaces)) {
  describe(`a workspace that is not trusted: ${name}`, () => {
    let own: CanaryService;
    let attacker: ScriptedService;
    let parley: ParleyWindow;
    before(async () => {
      own = await serveCanary();
      attacker = await startScriptedService();
      const connection = { id: 'mine', name: 'Mine', baseUrl: own.baseUrl, model: 'demo-echo' };
      parley = await openParley(
        { 'parley.connections': [connection] },
        { opens: async (folder) => write(folder, attacker.origin), workspaceTrust: true },
      );
    });
    afterEach(async function () {
      await pictureFailure(this.currentTest, parley);
    });
    after(async () => {
      await parley.close();
      await own.close();
      await attacker.close();
    });

    /** What the one message since the last look has caused. */
    const assertOwnRequest = (): void => {
      const sent = own.requests.filter(({ path }) => path === '/v1/chat/completions');
      assert.ok(sent.length > 0);
      for (const { rest } of sent) {
        assert.doesNotMatch(rest, /attack/i);
        assert.match(rest, /"stream":true/);
      }
      assert.equal(attacker.requests.length, 0);
    };

    it('causes no request, and has no say in one that the user makes', async () => {
      await parley.page.getByText('Restricted Mode').first().waitFor();
      assert.deepEqual([own.requests.length, attacker.requests.length], [0, 0]);
      await parley.useCanary();
      assertOwnRequest();
    });

    it('has none either once it is trusted', async () => {
      const { page, panel } = parley;
      await trustWorkspace(page);
      const before = own.requests.length;
      await parley.composer.waitFor();
      assert.deepEqual([own.requests.length, attacker.requests.length], [before, 0]);
      await parley.say(canaryPrompt);
      await parley.replyEnded();
      assertOwnRequest();
      assert.equal(own.requests.length, before + 1);
      assert.doesNotMatch(await panel.locator('html').innerText(), /XXX/);
    });
  });
}

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { dayOf } from '../../../src/conversation/costRows.ts';
import { chunk, eventStream, json } from '../../support/service/scripts.ts';
import { until } from '../../support/until.ts';
import type { Activated } from '../activated.ts';
import { withConnection } from '../withConnection.ts';

const uri = vscode.Uri.from({ scheme: 'parley-costs', path: '/Costs.md' });

function reply(model: string, usage: object) {
  const data = [
    chunk({ content: 'Said' }, null, { model }),
    chunk({}, 'stop', { usage }),
    '[DONE]',
  ];
  return eventStream(data.map((line) => `data: ${line}\n\n`).join(''));
}

async function send({ chat }: Activated): Promise<void> {
  const before = chat.session.conversation.turns.length;
  await chat.sender.send({ text: 'Hello', context: [] });
  await until(
    'the reply has ended',
    () => !chat.session.isRunning && chat.session.conversation.turns.length === before + 1,
  );
}

/** The rows of the tables of the document that have `words`. */
async function rows(words: string): Promise<readonly string[]> {
  const document = await vscode.workspace.openTextDocument(uri);
  return document
    .getText()
    .split('\n')
    .filter((line) => line.startsWith('|') && line.includes(words));
}

describe('the costs', () => {
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('are shown in a preview, and follow the replies', async () => {
    const usage = { prompt_tokens: 1200, completion_tokens: 34, cost: 0.0625 };
    await withConnection([reply('shown-1', usage)], async (parley) => {
      await send(parley);
      await vscode.commands.executeCommand('parley.showCosts');
      // VS Code names a locked preview so: it does not turn into that of another file.
      await until('the locked preview is open', () =>
        vscode.window.tabGroups.all
          .flatMap(({ tabs }) => tabs)
          .some(({ label }) => label === '[Preview] Costs.md'),
      );
      const document = await vscode.workspace.openTextDocument(uri);
      await until('the reply is there', async () => (await rows('`shown-1`')).length > 0);
      assert.equal(document.languageId, 'markdown');
      assert.match(
        (await rows('`shown-1`'))[0] ?? '',
        /^\| `shown-1` \| Scripted \| \\\$0\.063 \| 1 \|.* 1,200 \|.* 34 \|/,
      );
      await send(parley);
      await until('the second is there', async () =>
        /\\\$0\.13 \| 2 \|/.test((await rows('`shown-1`'))[0] ?? ''),
      );
    });
  });

  it('are by the price of the model list where nothing else is known, and say when none is', async () => {
    const usage = { prompt_tokens: 1_000_000, completion_tokens: 500_000 };
    const list = json({
      object: 'list',
      data: [
        {
          id: 'listed-1',
          object: 'model',
          pricing: { prompt: '0.000002', completion: '0.000006' },
        },
      ],
    });
    await withConnection(
      [list, reply('listed-1', usage), reply('unlisted-1', usage)],
      async (parley) => {
        const { connection } = parley.chat.target.current() ?? {};
        assert.ok(connection);
        await parley.services.models.catalogue.refresh(connection);
        await send(parley);
        await send(parley);
        await parley.services.costs.show();
        await until('both are there', async () => (await rows('`unlisted-1`')).length > 0);
        assert.match((await rows('`listed-1`'))[0] ?? '', /\| \\\$5\.00 \| 1 \| 0 \|/);
        assert.match((await rows('`unlisted-1`'))[0] ?? '', /\| not known \| 1 \| 1 \|/);
      },
    );
  });

  it('are counted and shown beside a damaged file, which is named', async () => {
    await withConnection([reply('beside-1', { cost: 0.5 })], async (parley) => {
      const folder = vscode.Uri.joinPath(parley.context.globalStorageUri, 'costs');
      const damaged = vscode.Uri.joinPath(folder, `${dayOf(Date.now())}.damaged.json`);
      const settings = vscode.workspace.getConfiguration('parley');
      const target = vscode.ConfigurationTarget.Global;
      await vscode.workspace.fs.writeFile(damaged, new TextEncoder().encode('{"rows":['));
      try {
        await settings.update('costLimit.perDay', 1e6, target);
        await send(parley);
        await parley.services.costs.show();
        await until('it is there', async () => (await rows('`beside-1`')).length > 0);
        const document = await vscode.workspace.openTextDocument(uri);
        assert.match(document.getText(), /could not be read[^]*\.damaged\.json/);
      } finally {
        await settings.update('costLimit.perDay', undefined, target);
        await vscode.workspace.fs.delete(damaged);
      }
    });
  });

  it('do not have what the demo replies', async () => {
    await withConnection([], async (parley) => {
      await parley.chat.target.choose('demo', 'demo-echo');
      await send(parley);
      await parley.services.costs.show();
      assert.deepEqual(await rows('demo-echo'), []);
    });
  });
});

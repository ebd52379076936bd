import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createChatStore } from '../../../src/host/store/chatStore.ts';
import { createWorkspaceFiles } from '../../../src/host/store/storeFiles.ts';
import { secretSamples } from '../../support/guard/secretSamples.ts';
import { chunk, eventStream, json, replyStream } from '../../support/service/scripts.ts';
import type { Script } from '../../support/service/scriptedService.ts';
import { until } from '../../support/until.ts';
import type { Activated } from '../activated.ts';
import { withConnection } from '../withConnection.ts';

const { window, commands } = vscode;

/** Answers that bring no title, and what is said then. */
const failures: Readonly<Record<string, readonly [Script, said: RegExp]>> = {
  'a key that is refused': [
    json({ error: { message: 'Bad key.', code: 'invalid_api_key' } }, 401),
    /title was not changed\. .*key/i,
  ],
  'a service that fails': [
    json({ error: { message: 'Out of order.' } }, 500),
    /title was not changed\. .*Out of order/,
  ],
  'a connection that ends': [(answer) => answer.reset(), /title was not changed\. ./],
  'an answer that is cut': [
    eventStream(`data: ${chunk({ content: 'Half a ti' })}\n\n`),
    /title was not changed\. Truncated\./,
  ],
  'an answer at its limit': [
    eventStream(replyStream(['Half a ti'], 'length')),
    /title was not changed\. Truncated\./,
  ],
  'no title at the start of a long answer': [
    eventStream(replyStream([`${'\n'.repeat(4000)}Too late`])),
    /title was not changed\. The model returned no text/,
  ],
  'an empty answer': [
    eventStream(replyStream([])),
    /title was not changed\. The model returned no text/,
  ],
};

describe('a title from the model', () => {
  /** Agrees to the request, and gives what is said afterwards. */
  async function ask(): Promise<readonly string[]> {
    const said: string[] = [];
    const say = async (text: string) => void said.push(text);
    const { showInformationMessage, showErrorMessage, showWarningMessage } = window;
    Object.assign(window, {
      showInformationMessage: async () => 'Send',
      showErrorMessage: say,
      showWarningMessage: say,
    });
    try {
      await commands.executeCommand('parley.chats.titleFromModel');
    } finally {
      Object.assign(window, { showInformationMessage, showErrorMessage, showWarningMessage });
    }
    return said;
  }

  for (const [what, [script, words]] of Object.entries(failures)) {
    it(`leaves the title as it was, and says why: ${what}`, async () => {
      const reply = eventStream(replyStream(['fine']));
      await withConnection([reply, script], async ({ chat, context, flush }, service) => {
        const { session } = chat;
        await chat.sender.send({ text: 'Hello', context: [] });
        await until('the reply has ended', () => !session.isRunning && session.conversation.turns);
        await flush();
        const folder = vscode.Uri.joinPath(context.globalStorageUri, 'conversations');
        const store = createChatStore(createWorkspaceFiles(folder));
        await store.setLabels(session.conversation.id, { title: 'Mine' });
        const said = await ask();
        assert.equal(said.length, 1);
        assert.match(said[0] ?? '', words);
        assert.equal(service.requests.length, 2, 'it is asked once');
        assert.equal((await store.load(session.conversation.id))?.labels.title, 'Mine');
      });
    });
  }

  it('is counted with the costs, as a reply is', async () => {
    const usage = { prompt_tokens: 7, completion_tokens: 2, cost: 0.5 };
    const data = [
      chunk({ content: 'A title' }, null, { model: 'title-model' }),
      chunk({}, 'stop', { model: 'title-model', usage }),
      '[DONE]',
    ];
    const answer = eventStream(data.map((line) => `data: ${line}\n\n`).join(''));
    const first = eventStream(replyStream(['fine']));
    await withConnection([first, answer], async ({ chat, flush }) => {
      const { session } = chat;
      await chat.sender.send({ text: 'Hello', context: [] });
      await until('the reply has ended', () => !session.isRunning && session.conversation.turns);
      await flush();
      await ask();
      const costs = vscode.Uri.from({ scheme: 'parley-costs', path: '/Costs.md' });
      const document = await vscode.workspace.openTextDocument(costs);
      await until('it is counted', () =>
        document.getText().includes('| `title-model` | Scripted | \\$0.50 | 1 |'),
      );
    });
  });

  it('is asked for without what the service is known to reject', async () => {
    const strict: Script = async (answer) =>
      'stream_options' in (JSON.parse(answer.request.body) as object)
        ? json({ error: { message: 'Unknown parameter: stream_options' } }, 400)(answer)
        : eventStream(replyStream(['A title']))(answer);
    await withConnection([strict], async ({ chat, flush }, service) => {
      const { session } = chat;
      await chat.sender.send({ text: 'Hello', context: [] });
      await until('the reply has ended', () => !session.isRunning && session.conversation.turns);
      await flush();
      const before = service.requests.length;
      assert.deepEqual(await ask(), []);
      assert.equal(service.requests.length, before + 1);
    });
  });

  const token = secretSamples(5).find(({ mask }) => mask === 'GitHub token')?.value ?? '';
  const whole = eventStream(replyStream(['fine']));
  const title = eventStream(replyStream(['A title']));
  const sendToken = async ({ chat, flush }: Activated): Promise<void> => {
    const { session } = chat;
    await chat.sender.send({ text: `Is ${token} valid?`, context: [] });
    await until('the reply has ended', () => !session.isRunning && session.conversation.turns);
    await flush();
  };

  it('is asked for with the masks of the message', async () => {
    await withConnection([whole, title], async (parley, { requests }) => {
      const { chat, services } = parley;
      const { id } = chat.session.conversation;
      const [found] = await services.guard.find([token], id);
      const ids = found?.findings.map((finding) => finding.id) ?? [];
      await services.guard.decide(id, ids, 'mask');
      await sendToken(parley);
      assert.deepEqual(await ask(), []);
      assert.equal(requests.length, 2);
      for (const { body } of requests) {
        assert.match(body, /Is \[masked: GitHub token 1\] valid\?/);
        assert.equal(body.includes(token), false);
      }
    });
  });

  it('is checked where it goes to another connection than the message', async () => {
    await withConnection([whole, title], async (parley, { requests, origin }) => {
      const settings = vscode.workspace.getConfiguration('parley');
      await settings.update('guard', { secrets: false }, vscode.ConfigurationTarget.Global);
      await sendToken(parley);
      await settings.update('guard', undefined, vscode.ConfigurationTarget.Global);
      const other = { id: 'other', name: 'Other', baseUrl: origin, model: 'm1' };
      await settings.update('connections', [other], vscode.ConfigurationTarget.Global);
      await parley.chat.target.choose('other', 'm1');
      await parley.flush();
      const { showQuickPick } = window;
      try {
        Object.assign(window, { showQuickPick: async () => undefined });
        assert.deepEqual(await ask(), []);
        assert.equal(requests.length, 1, 'nothing is sent once the user cancels');
        Object.assign(window, { showQuickPick: async ([mask]: readonly unknown[]) => mask });
        assert.deepEqual(await ask(), []);
      } finally {
        Object.assign(window, { showQuickPick });
      }
      assert.equal(requests[0]?.body.includes(token), true);
      assert.match(requests[1]?.body ?? '', /Is \[masked: GitHub token 1\] valid\?/);
      assert.equal(requests[1]?.body.includes(token), false);
    });
  });
});

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ReadyTarget } from '../../../src/host/connections/target.ts';
import { ChatSession } from '../../../src/host/chat/session.ts';
import type { ChatCompletionRequest } from '../../../src/shared/service/chatCompletion.ts';
import { secretSamples } from '../../support/guard/secretSamples.ts';
import { until } from '../../support/until.ts';
import { activated } from '../activated.ts';

const connection = {
  id: 'x',
  name: 'Test',
  baseUrl: 'https://unused.invalid',
  systemPrompt: 'Be brief.',
  parameters: { temperature: 0.5 },
};
const target: ReadyTarget = { connection, model: 'm1' };

describe('requestPreview', () => {
  it('is of the very request that sending then makes', async () => {
    const requests: ChatCompletionRequest[] = [];
    const session = new ChatSession({
      async *stream(_connection, request) {
        requests.push(request);
        yield { kind: 'text', text: 'a reply' };
        yield { kind: 'ended', finishReason: 'stop', outcome: 'completed' };
      },
      describeError: (error) => ({ kind: 'network', message: String(error) }),
    });
    for (const text of ['First', ' Second\n']) {
      const message = { text, context: [] };
      const next = session.nextRequest(message, target);
      await session.ask({ user: message, parentId: session.conversation.headId }, target);
      assert.deepEqual(next, requests.at(-1));
    }
    assert.equal(requests[1]?.messages.length, 4);
    assert.equal(requests[1].messages[0]?.content, 'Be brief.');
    assert.equal(requests[1].temperature, 0.5);
  });

  it('lists what the guard finds, whichever command shows it, and masks what was masked', async () => {
    const { chat, services } = await activated();
    const { id } = chat.session.conversation;
    const token = secretSamples(5).find(({ mask }) => mask === 'GitHub token')?.value ?? '';
    const context = [{ path: 'a.ts', languageId: 'ts', startLine: 1, endLine: 1, text: token }];
    const shown = () => vscode.window.activeTextEditor?.document.getText() ?? '';
    await services.preview.show({ text: 'Explain this code.', context }, chat);
    await until('it is listed', () => shown().includes('The message contains: GitHub token'));
    const [found] = await services.guard.find([token], id);
    await services.guard.decide(id, found?.findings.map((finding) => finding.id) ?? [], 'mask');
    await services.preview.show({ text: 'Explain this code again.', context }, chat);
    await until('it is masked', () => /this code again[^]*\[masked: GitHub token/.test(shown()));
    assert.equal(shown().includes(token), false);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('opens read-only, follows the draft, and copies as curl', async () => {
    const { chat, services } = await activated();
    await services.preview.show({ text: 'What does this send?', context: [] }, chat);
    const shown = () => vscode.window.activeTextEditor?.document;
    assert.equal(shown()?.uri.scheme, 'parley-request');
    await until('the request is shown', () => shown()?.getText().includes('What does this send?'));
    assert.equal(vscode.workspace.fs.isWritableFileSystem('parley-request'), undefined);
    await vscode.commands.executeCommand('parley.copyRequestAsCurl');
    const curl = await vscode.env.clipboard.readText();
    assert.match(curl, /^curl .*chat\/completions'/);
    assert.match(curl, /What does this send\?/);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });
});

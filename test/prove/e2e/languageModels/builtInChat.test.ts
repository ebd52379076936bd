import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '../../../support/until.ts';
import { shownNotification } from '../../../e2e/support/shownNotification.ts';
import {
  openParley,
  pictureFailure,
  themes,
  type ParleyWindow,
} from '../../../e2e/support/parleyWindow.ts';
import {
  openBuiltInChat,
  signedOut,
  type BuiltInChat,
} from '../../../e2e/languageModels/builtInChat.ts';
import { shortestTime } from '../../../e2e/languageModels/shortestTime.ts';
import {
  calls,
  hangsAfter,
  models,
  says,
  serveModels,
  type ModelService,
} from '../../../e2e/languageModels/modelService.ts';
import {
  addFavourite,
  repliesForOthers,
  requestsOf,
} from '../../../e2e/languageModels/offering.ts';

/** VS Code's own chat, as VS Code names who asks. */
const builtIn = 'GitHub.copilot-chat';

describe('VS Code’s own chat in a stock window, in which nobody has signed in', () => {
  const [model] = models;
  let service: ModelService;
  let parley: ParleyWindow;
  let chat: BuiltInChat;
  let workspace: string;
  before(async () => {
    service = await serveModels();
    const { baseUrl } = service;
    const connection = { id: 'lab', name: 'Lab', baseUrl, model, offerToVSCode: true };
    parley = await openParley(
      { 'parley.connections': [connection] },
      {
        isStock: true,
        runsBuiltInChat: true,
        userFiles: signedOut,
      },
    );
    workspace = parley.workspaceFolder;
    await parley.enterCanaryKey();
    await addFavourite(parley, model);
    // The settings of the window say so, and nobody has confirmed it.
    const notification = await shownNotification(parley, 'The settings offer the models of “Lab”');
    await notification.getByRole('button', { name: 'Offer Models' }).click();
    await parley.page.getByRole('button', { name: 'Offer Models', exact: true }).click();
    chat = await openBuiltInChat(parley.page, model);
  });
  afterEach(async function () {
    await pictureFailure(this.currentTest, parley);
  });
  after(async () => {
    await parley.close();
    await service.close();
  });

  it('answers through a connection', async () => {
    service.answer(() => says('The answer ', 'of the service.'));
    await chat.say('A question');
    await chat.replies.last().getByText('The answer of the service.').waitFor();
    const [first, ...more] = service.completions;
    assert.deepEqual(more, []);
    assert.equal(first?.body['model'], model);
    assert.equal(first?.body['stream'], true);
    const text = JSON.stringify(first?.body.messages);
    assert.ok(text.includes('A question'));
    // VS Code's chat hands over data of its own in the options of a request.
    assert.deepEqual(
      Object.keys(first.body).filter((field) => field.startsWith('_')),
      [],
    );
    // In a narrow view, the ring beside it is all that is seen.
    const contextUsage = parley.page.locator('.percentage-label', { hasText: '25%' });
    await contextUsage.waitFor({ state: 'attached' });
    assert.equal(await repliesForOthers(parley), '1');
    const [line = '', ...others] = await requestsOf(parley, builtIn);
    assert.deepEqual(others, []);
    assert.match(line, /connection=Lab model=lab\/agent .* about \d+ tokens/);
    for (const [name, theme] of Object.entries(themes)) {
      await parley.setTheme(theme);
      await parley.screenshot(`built-in-chat-${name}`);
    }
  });

  it('carries out the tool call of an agent, whose result follows the call', async () => {
    const filePath = join(workspace, 'README.md');
    const input = { filePath, startLine: 1, endLine: 2 };
    service.answer((messages) =>
      messages.at(-1)?.role === 'tool'
        ? says('I have read it.')
        : calls([
            { index: 0, id: 'call_read', type: 'function', function: { name: 'read_file' } },
            { index: 0, function: { arguments: JSON.stringify(input) } },
          ]),
    );
    await chat.say('Read it');
    await chat.replies.last().getByText('I have read it.').waitFor();
    const [call, result, ...rest] = service.completions.at(-1)?.body.messages.slice(-2) ?? [];
    assert.deepEqual(rest, []);
    assert.equal(call?.role, 'assistant');
    const [made, ...others] = call?.tool_calls ?? [];
    assert.deepEqual(others, []);
    assert.equal(made?.function.name, 'read_file');
    assert.deepEqual(JSON.parse(made.function.arguments), input);
    assert.equal(result?.role, 'tool');
    assert.equal(result?.tool_call_id, made.id);
    const [firstLine = ''] = (await readFile(filePath, 'utf8')).split('\n');
    assert.ok(JSON.stringify(result?.content).includes(firstLine));
  });

  it('closes the connection as soon as a reply is stopped', async () => {
    const ms = await shortestTime(200, async (round) => {
      const text = `Round ${round} goes on and on, word by word, for as long as it is wanted.`;
      service.answer(() => hangsAfter(text));
      const count = service.completions.length;
      await chat.say(`Something long, ${round}`);
      await until('the request has arrived', () => service.completions.length > count);
      await chat.replies.last().getByText(`Round ${round} goes on`).waitFor();
      const clickedAt = await chat.stop();
      const leftAt = await service.completions.at(-1)?.leftAt;
      return (leftAt ?? NaN) - clickedAt;
    });
    assert.ok(ms <= 200, `${ms} ms`);
  });

  it('changes code inline', async () => {
    const { page } = parley;
    const path = join(workspace, 'README.md');
    const [oldString = ''] = (await readFile(path, 'utf8')).split('\n');
    const input = { filePath: path, oldString, newString: '# Written by the model' };
    service.answer((messages) =>
      messages.at(-1)?.role === 'tool'
        ? says('Done.')
        : calls([
            {
              index: 0,
              id: 'call_edit',
              type: 'function',
              function: { name: 'replace_string_in_file', arguments: JSON.stringify(input) },
            },
          ]),
    );
    await page.keyboard.press('ControlOrMeta+p');
    await page.locator('.quick-input-widget input').fill('README.md');
    await page
      .locator('.quick-input-widget .monaco-list-row', { hasText: 'README.md' })
      .first()
      .click();
    const editor = page.locator('.editor-instance .monaco-editor').first();
    await editor.locator('.view-line').first().click();
    await page.keyboard.press('ControlOrMeta+i');
    await page.locator('.inline-chat-widget .monaco-editor.focused').waitFor();
    await page.keyboard.insertText('Make it louder');
    await page.keyboard.press('Enter');
    await editor.locator('.view-line', { hasText: 'Written by the model' }).first().waitFor();
    await parley.screenshot('built-in-inline-chat');
  });
});

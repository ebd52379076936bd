import assert from 'node:assert/strict';
import { runPaletteCommand } from '../../launch/vscode/openWorkbench.ts';
import { json } from '../../support/service/scripts.ts';
import { until } from '../../support/until.ts';
import { shownNotification } from '../support/shownNotification.ts';
import { openParley, type ParleyWindow, pictureFailure } from '../support/parleyWindow.ts';
import { codeReply, heldReply, openRewriteWindow, type RewriteWindow } from './rewriteWindow.ts';

const source = Array.from(
  { length: 30 },
  (_, index) => `export const value${index + 1} = ${index + 1};\n`,
).join('');
const old = 'export const value10 = 10;\nexport const value11 = 11;\nexport const value12 = 12;';
const rewritten = old.replace('= 11', '= 110').replace('value12', 'last');

describe('a rewrite in place', function () {
  let window: ParleyWindow & RewriteWindow;
  before(async () => {
    window = await openRewriteWindow(openParley, { 'values.ts': source });
  });
  after(async () => window?.close());
  afterEach(async function () {
    await pictureFailure(this.currentTest, window);
  });

  const body = () => window.service.requests.at(-1)?.body ?? '';

  it('streams as a diff, leaves the file alone until it is accepted, and is undone at once', async () => {
    const { page, service } = window;
    service.answer(heldReply(rewritten, '= 110;\n'));
    await window.open('values.ts', 'value1 ');
    await window.selectLines(10, 12);
    await window.rewrite('Make it ten times as much');
    await service.arrived(1);
    await window.diffLine('value11 = 110').waitFor();
    await window.says('Rewriting: 2 lines');
    await window.screenshot('rewrite-streams');
    // The rest of the old code is still there.
    await window.diffLine('value12 = 12').waitFor();
    await window.has('values.ts', source);
    assert.equal(await page.locator('.tab.dirty').count(), 0);
    service.requests.at(-1)?.letGoOn();
    await window.diffLine('last = 12').waitFor();
    await window.ready();
    await window.screenshot('rewrite-ready');
    await window.has('values.ts', source);
    assert.match(body(), /Make it ten times as much/);
    assert.match(body(), /values\.ts, lines 10–12 \(typescript\)/);
    assert.doesNotMatch(body(), /value13/, 'only the selection is sent');
    await window.accept();
    await window.screenshot('rewrite-accepted');
    await window.save();
    await window.has('values.ts', source.replace(old, rewritten));
    await page.keyboard.press('Control+z');
    await window.save();
    await window.has('values.ts', source);
  });

  it('says what it waits for where the service asks to wait, and stops with Escape', async () => {
    const { page, service } = window;
    const { length } = service.requests;
    const limit = { error: { message: 'Slow down', type: 'rate_limit' } };
    service.answer(json(limit, 429, { 'retry-after': '60' }));
    await window.open('values.ts', 'value1 ');
    await window.selectLines(10, 12);
    await window.rewrite('Wait for it');
    await window.says(/Rate limit reached. Trying again in 5\d s/);
    await page.keyboard.press('Escape');
    await page.locator('.tab', { hasText: 'Proposed Changes' }).waitFor({ state: 'detached' });
    assert.equal(service.requests.length, length + 1);
  });

  it('leaves the file to the byte with Escape at every stage, and closes the connection at once', async () => {
    const { page, service, input } = window;
    // While it is asked what to change.
    const { length } = service.requests;
    await window.open('values.ts', 'value1 ');
    await window.selectLines(10, 12);
    await page.keyboard.press('Control+k');
    await page.keyboard.press('a');
    await input.locator('.quick-input-title', { hasText: /Rewrite/ }).waitFor();
    await page.keyboard.type('anything');
    await page.keyboard.press('Escape');
    await input.waitFor({ state: 'hidden' });
    assert.equal(service.requests.length, length, 'nothing was sent');
    // While the reply arrives.
    service.answer(heldReply(rewritten, '= 110;\n'));
    await window.rewrite('Stop me');
    await window.diffLine('value11 = 110').waitFor();
    await page.keyboard.press('Escape');
    await service.requests.at(-1)?.closed;
    await page.locator('.tab', { hasText: 'Proposed Changes' }).waitFor({ state: 'detached' });
    await window.has('values.ts', source);
    // The selection is there again, so that the next try takes one key.
    await window.says('selected');
    // The same with the button.
    service.answer(heldReply(rewritten, '= 110;\n'));
    await window.rewrite('Stop me with the mouse');
    await window.diffLine('value11 = 110').waitFor();
    await page.locator('.editor-actions [aria-label^="Stop"]').click();
    await service.requests.at(-1)?.closed;
    await page.locator('.tab', { hasText: 'Proposed Changes' }).waitFor({ state: 'detached' });
    await window.has('values.ts', source);
    await window.says('selected');
    // When it is ready.
    service.answer(codeReply(rewritten));
    await window.rewrite('Reject me');
    await window.ready();
    // What has a meaning of its own comes first.
    await page.keyboard.press('Control+f');
    await page.locator('.find-widget.visible').first().waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.find-widget.visible').first().waitFor({ state: 'detached' });
    await page.locator('.tab', { hasText: 'Proposed Changes' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.tab', { hasText: 'Proposed Changes' }).waitFor({ state: 'detached' });
    assert.equal(await page.locator('.tab.dirty').count(), 0);
    await window.has('values.ts', source);
  });

  it('is refined with a follow-up, whose end by Escape leaves what was there before', async () => {
    const { page, service, input } = window;
    service.answer(codeReply(rewritten));
    await window.open('values.ts', 'value1 ');
    await window.selectLines(10, 12);
    await window.rewrite('First');
    await window.ready();
    service.answer(heldReply(rewritten.replace('110', '1100'), '= 1100;\n'));
    await page.keyboard.press('Control+k');
    await page.keyboard.press('a');
    await input.locator('.quick-input-title', { hasText: /Refine/ }).waitFor();
    await page.keyboard.type('More of it');
    await page.keyboard.press('Enter');
    await window.diffLine('value11 = 1100').waitFor();
    await page.keyboard.press('Escape');
    await service.requests.at(-1)?.closed;
    await window.ready();
    await window.diffLine('value11 = 110;').waitFor();
    service.answer(codeReply(rewritten.replace('110', '1111')));
    await page.keyboard.press('Control+k');
    await page.keyboard.press('a');
    await input.locator('.quick-input-title', { hasText: /Refine/ }).waitFor();
    await page.keyboard.type('Something else');
    await page.keyboard.press('Enter');
    await window.diffLine('value11 = 1111').waitFor();
    await window.ready();
    const { messages } = JSON.parse(body()) as { readonly messages: readonly { role: string }[] };
    assert.deepEqual(
      messages.map(({ role }) => role),
      ['system', 'user', 'assistant', 'user'],
    );
    assert.doesNotMatch(body(), /More of it/, 'what was stopped is not sent again');
    await window.accept();
    await window.save();
    await window.has('values.ts', source.replace(old, rewritten.replace('110', '1111')));
    await page.keyboard.press('Control+z');
    await window.save();
    await window.has('values.ts', source);
  });

  it('is reviewed change by change with keys and the arrow, and can be edited', async () => {
    const { page, service } = window;
    const lines = source.split('\n');
    const wide = lines.slice(1, 12);
    const reply = wide.map((line, at) => (at % 5 === 0 ? line.replace('= ', '= -') : line));
    service.answer(codeReply(reply.join('\n')));
    await window.open('values.ts', 'value1 ');
    await window.selectLines(2, 12);
    await window.rewrite('Three of them negative');
    await window.ready();
    const arrows = page.locator('.monaco-diff-editor .gutterItem .codicon-arrow-right');
    await until('three changes', async () => (await arrows.count()) === 3);
    // The first one is accepted, and stands in the file. VS Code may have moved the cursor while the reply came.
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Control+y');
    await until('two changes', async () => (await arrows.count()) === 2);
    // The second one is rejected with VS Code's own arrow.
    await page.locator('.monaco-diff-editor .gutterItem').first().hover();
    await arrows.first().click();
    await until('one change', async () => (await arrows.count()) === 1);
    // The third one is edited before the rest is accepted.
    await window.diffLine('value12 = -12').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' // mine');
    await window.diffLine('-12; // mine').waitFor();
    await window.screenshot('rewrite-reviewed');
    await window.accept();
    await window.save();
    const expected = lines.map((line, at) =>
      at === 1
        ? line.replace('= ', '= -')
        : at === 11
          ? `${line.replace('= ', '= -')} // mine`
          : line,
    );
    await window.has('values.ts', expected.join('\n'));
    // Each acceptance is one step to undo.
    await page.keyboard.press('Control+z');
    await window.save();
    const first = lines.map((line, at) => (at === 1 ? line.replace('= ', '= -') : line));
    await window.has('values.ts', first.join('\n'));
    await page.keyboard.press('Control+z');
    await window.save();
    await window.has('values.ts', source);
  });

  it('is continued as a chat', async () => {
    const { page, service } = window;
    service.answer(codeReply('const rather = "not";\nlast();'));
    await window.open('values.ts', 'value1 ');
    await window.selectLines(10, 12);
    await window.rewrite('Something for the chat');
    await window.ready();
    await window.runCommand('parley.rewrite.openInChat');
    const panel = page.frameLocator('iframe.webview').frameLocator('iframe');
    await panel.getByText('Something for the chat').first().waitFor();
    await panel.getByText('const rather').first().waitFor();
    await window.screenshot('rewrite-in-chat');
    // The diff is still there.
    await window.focusDiff();
    await page.keyboard.press('Escape');
    await page.locator('.tab', { hasText: 'Proposed Changes' }).waitFor({ state: 'detached' });
    await window.has('values.ts', source);
  });

  it('follows its code while the user types elsewhere in the file', async () => {
    const { page, service } = window;
    service.answer(heldReply(rewritten, '= 110;\n'));
    await window.open('values.ts', 'value1 ');
    await window.selectLines(10, 12);
    await window.rewrite('Meanwhile');
    await window.diffLine('value11 = 110').waitFor();
    await window.open('values.ts', 'value1 ');
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('// typed above\n');
    await page.keyboard.press('Control+End');
    await page.keyboard.type('// typed below\n');
    await window.screenshot('rewrite-meanwhile');
    service.requests.at(-1)?.letGoOn();
    await window.focusDiff();
    await window.ready();
    await window.accept();
    await window.save();
    await window.has(
      'values.ts',
      `// typed above\n${source.replace(old, rewritten)}// typed below\n`,
    );
    for (
      let steps = 0;
      steps < 20 && !(await window.bytes('values.ts')).equals(Buffer.from(source));
      steps += 1
    ) {
      await page.keyboard.press('Control+z');
      await page.keyboard.press('Control+s');
    }
    await window.has('values.ts', source);
  });

  it('shows what the user has typed into its code meanwhile beside its own changes', async () => {
    const { service } = window;
    await window.open('values.ts', 'value1 ');
    await window.selectLines(8, 14);
    const wide = source.split('\n').slice(7, 14).join('\n');
    service.answer(codeReply(wide.replace('value14', 'changed')));
    await window.rewrite('The last line');
    await window.ready();
    await window.typeAtEnd('values.ts', 9, ' // mine');
    await window.focusDiff();
    await window.diffLine('// mine').waitFor();
    await window.screenshot('rewrite-merged');
    await window.focusDiff();
    await window.accept();
    await window.save();
    const merged = source
      .replace('value9 = 9;', 'value9 = 9; // mine')
      .replace('value14', 'changed');
    await window.has('values.ts', merged);
  });

  // What else may be wrong: see the tests in the extension host.
  it('says what is wrong with a selection that is too long, and changes nothing', async () => {
    const { page, service } = window;
    await window.open('values.ts', 'value1 ');
    const now = await window.bytes('values.ts');
    await window.selectLines(1, 2);
    service.answer(json({ error: { code: 'context_length_exceeded', message: 'x' } }, 400));
    await window.rewrite('Wrong');
    await shownNotification(window, 'Select less code');
    await window.runCommand('notifications.clearAll');
    await page.locator('.tab', { hasText: 'Proposed Changes' }).click();
    await runPaletteCommand(page, 'Parley: Reject All Proposed Changes');
    await page.locator('.tab', { hasText: 'Proposed Changes' }).waitFor({ state: 'detached' });
    await window.says('selected');
    assert.equal(await page.locator('.tab.dirty').count(), 0);
    assert.ok(now.equals(await window.bytes('values.ts')));
  });

  it('ends when the window is reloaded: its diff is closed, and the next one is not taken for it', async () => {
    const { page, service } = window;
    const now = await window.bytes('values.ts');
    service.answer(codeReply(rewritten));
    await window.open('values.ts', 'value1 ');
    await window.selectLines(10, 12);
    await window.rewrite('Lost with the window');
    await window.ready();
    await window.reload();
    await page.locator('.tab', { hasText: 'values.ts' }).first().waitFor();
    await page.locator('.tab', { hasText: 'Proposed Changes' }).waitFor({ state: 'detached' });
    assert.ok(now.equals(await window.bytes('values.ts')));
    service.answer(codeReply(rewritten.replace('last', 'latest')));
    await window.open('values.ts', 'value1 ');
    await window.selectLines(10, 12);
    await window.rewrite('After it');
    await window.diffLine('latest = 12').waitFor();
    await window.ready();
    await page.keyboard.press('Escape');
    await page.locator('.tab', { hasText: 'Proposed Changes' }).waitFor({ state: 'detached' });
    assert.ok(now.equals(await window.bytes('values.ts')));
  });
});

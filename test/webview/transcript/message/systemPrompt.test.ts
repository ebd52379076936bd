import { equal } from '../../assert.ts';
import { anEndedTurn, openPanel, read, settings, type OpenPanel } from '../../openPanel.ts';
import { pressKey, typeText } from '../../realKeyboard.ts';

describe('the system prompt of a conversation', () => {
  const withPrompt = { target: { connection: 'L', model: 'm1', systemPrompt: 'Be brief.' } };
  const text = (panel: OpenPanel): string => panel.get('.system-prompt-text').textContent;

  it('can be set in an empty conversation, in place', async () => {
    const panel = openPanel();
    panel.snapshot([]);
    equal(panel.root.querySelector('.system-prompt'), null);
    read(panel, 'editSystemPrompt');
    await typeText('Answer in verse.');
    panel.get('.system-prompt vscode-button').click();
    equal(panel.posted.at(-1), { kind: 'setSystemPrompt', text: 'Answer in verse.' });
    panel.events({ kind: 'systemPromptSet', systemPrompt: 'Answer in verse.' });
    equal(text(panel), 'Answer in verse.');
    equal(document.activeElement === panel.box, true);
  });

  it('overrides the connection’s and can be dropped again', () => {
    const panel = openPanel();
    panel.snapshot([anEndedTurn('1', 'a')], withPrompt);
    equal(text(panel), 'Be brief.');
    panel.events({ kind: 'systemPromptSet', systemPrompt: 'Own.' });
    equal(text(panel), 'Own.');
    panel.get('[aria-label^="Edit System Prompt"]').click();
    const buttons = [...panel.root.querySelectorAll<HTMLElement>('.system-prompt vscode-button')];
    buttons.find(({ textContent }) => textContent.includes('Connection Default'))?.click();
    equal(panel.posted.at(-1), { kind: 'setSystemPrompt' });
    panel.events({ kind: 'systemPromptSet' });
    equal(text(panel), 'Be brief.');
  });

  it('says that it is empty if it overrides the connection’s', async () => {
    const panel = openPanel();
    panel.snapshot([anEndedTurn('1', 'a')], withPrompt);
    panel.events({ kind: 'systemPromptSet', systemPrompt: '' });
    equal(panel.get('.system-prompt').textContent.trim(), 'No system prompt in this chat');
    panel.snapshot([anEndedTurn('1', 'a')], settings);
    equal(panel.root.querySelector('.system-prompt'), null);
  });

  it('is saved with Ctrl+Enter', async () => {
    const panel = openPanel();
    panel.snapshot([]);
    read(panel, 'editSystemPrompt');
    await typeText('Be brief.');
    await pressKey('Enter');
    await typeText('Be kind.');
    await pressKey('Control+Enter');
    equal(panel.posted.at(-1), { kind: 'setSystemPrompt', text: 'Be brief.\nBe kind.' });
    equal(document.activeElement === panel.box, true);
  });

  it('is not changed with Escape', async () => {
    const panel = openPanel();
    panel.snapshot([], withPrompt);
    panel.get('[aria-label^="Edit System Prompt"]').click();
    await typeText('changed');
    const posted = panel.posted.length;
    await pressKey('Escape');
    equal(panel.posted.length, posted);
    equal(text(panel), 'Be brief.');
  });
});

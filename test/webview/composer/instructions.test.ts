import { aTurn } from '../../support/builders.ts';
import { equal } from '../assert.ts';
import { type OpenPanel, openPanel } from '../openPanel.ts';
import { pressKey, typeText } from '../realKeyboard.ts';

const item = (path: string) => ({
  kind: 'instructions',
  path,
  languageId: 'markdown',
  startLine: 1,
  endLine: 1,
  text: `Text of ${path}`,
  uri: `parley-instructions:file:///${path}`,
});

const connected = { target: { connection: 'Own', model: 'm' } };

const withInstructions = {
  ...connected,
  instructions: { attached: [item('AGENTS.md')], offered: [], problems: [] },
};

describe('instructions', () => {
  const chips = (panel: OpenPanel): readonly string[] =>
    [...panel.root.querySelectorAll('.attachments .chip-path')].map(
      ({ textContent }) => textContent,
    );
  const question = (panel: OpenPanel): Element | null =>
    panel.root.querySelector('.instructions-offer');

  it('of the workspace are offered in an empty chat, and the answer is posted', () => {
    const panel = openPanel();
    const offered = [
      { uri: 'file:///w/AGENTS.md', name: 'AGENTS.md' },
      { uri: 'file:///w/CLAUDE.md', name: 'CLAUDE.md' },
    ];
    panel.snapshot([], { ...connected, instructions: { attached: [], offered, problems: [] } });
    equal(
      question(panel)?.querySelector('p')?.textContent?.trim(),
      'Attach AGENTS.md, CLAUDE.md to new chats in this workspace?',
    );
    equal(chips(panel), []);
    panel.get('.instructions-offer vscode-button[secondary]').click();
    equal(panel.posted.at(-1), {
      kind: 'answerInstructions',
      uris: offered.map(({ uri }) => uri),
      isAttached: false,
    });
  });

  it('are offered by paths that break between folders', () => {
    const name = '.github/instructions/typescript.instructions.md';
    const panel = openPanel();
    const offered = [{ uri: `file:///w/${name}`, name }];
    panel.snapshot([], { ...connected, instructions: { attached: [], offered, problems: [] } });
    const words = panel.get('#instructions-question > span:last-child');
    words.style.inlineSize = '210px';
    const last = [...words.childNodes].find(({ textContent }) => textContent?.includes('.md'));
    const range = document.createRange();
    range.setStart(last ?? words, 0);
    range.setEnd(last ?? words, 'typescript.instructions.md'.length);
    equal(range.getClientRects().length, 1);
  });

  it('are chips with the name of the file first', () => {
    const panel = openPanel();
    const attached = [item('.github/instructions/all.instructions.md')];
    panel.snapshot([], { ...connected, instructions: { attached, offered: [], problems: [] } });
    equal(chips(panel), ['all.instructions.md']);
    equal(panel.get('.attachments .chip-folder').textContent, '.github/instructions');
  });

  it('are chips of an empty chat, and part of its first message', async () => {
    const panel = openPanel();
    panel.snapshot([], withInstructions);
    equal(chips(panel), ['AGENTS.md']);
    panel.box.focus();
    await pressKey('Enter');
    equal(
      panel.posted.some(({ kind }) => kind === 'send'),
      false,
    );
    await typeText('Hi');
    await pressKey('Enter');
    equal(panel.posted.at(-1), { kind: 'send', text: 'Hi', context: [item('AGENTS.md')] });
    const { uri: _uri, ...sent } = item('AGENTS.md');
    const turn = aTurn('1');
    const user = { ...turn.user, text: 'Hi', context: [sent] };
    panel.events({ kind: 'turnStarted', turn: { ...turn, user } });
    equal(chips(panel), []);
    equal(panel.box.value, '');
  });

  it('are not attached to a chat that has begun', () => {
    const panel = openPanel();
    panel.snapshot([aTurn('1')], withInstructions);
    equal(chips(panel), []);
  });

  it('that the user removes stay removed in this chat, and are there in the next one', () => {
    const panel = openPanel();
    panel.snapshot([], withInstructions);
    panel.get('[aria-label="Remove AGENTS.md"]').click();
    equal(chips(panel), []);
    panel.tell({ kind: 'settings', settings: { ...withInstructions } });
    equal(chips(panel), []);
    panel.tell({
      kind: 'snapshot',
      conversation: { id: 'next', createdAt: 1, turns: [] },
      settings: withInstructions,
    });
    equal(chips(panel), ['AGENTS.md']);
  });

  it('that cannot be attached are named', () => {
    const panel = openPanel();
    const problems = ['AGENTS.md is too large.'];
    panel.snapshot([], { ...connected, instructions: { attached: [], offered: [], problems } });
    equal(panel.root.querySelector('.empty-chat')?.textContent?.includes(problems[0] ?? ''), true);
  });
});

import type { Conversation, Turn } from '../../../src/shared/conversation/conversation.ts';
import { aTurn } from '../../support/builders.ts';
import { equal } from '../assert.ts';
import {
  anEndedTurn,
  openPanel,
  settings,
  type OpenPanel,
  type StoredState,
} from '../openPanel.ts';
import { pressKey, typeText } from '../realKeyboard.ts';

const [first, second, third] = ['1', '2', '3'].map((id) => anEndedTurn(id, 'a'));

function show(panel: OpenPanel, id: string, more: Partial<Conversation> = {}): void {
  const conversation = { id, createdAt: 0, turns: [], ...more };
  panel.tell({ kind: 'snapshot', conversation, settings });
}

function withTurn(turn: Turn | undefined): Partial<Conversation> {
  return turn ? { turns: [turn], headId: turn.id } : {};
}

/** The texts of the open editors. */
function editors(panel: OpenPanel): readonly string[] {
  const boxes = panel.root.querySelectorAll<HTMLTextAreaElement>('.message-editor textarea');
  return [...boxes].map(({ value }) => value);
}

async function writePrompt(panel: OpenPanel, text: string): Promise<void> {
  panel.tell({ kind: 'read', action: 'editSystemPrompt' });
  await typeText(text);
}

async function editMessage(panel: OpenPanel, more: string): Promise<void> {
  panel.get('[data-action="editMessage"]').click();
  await typeText(more);
}

describe('an unsaved edit', () => {
  it('of the system prompt stays with its conversation while another is shown', async () => {
    const panel = openPanel();
    show(panel, 'a', withTurn(first));
    await writePrompt(panel, 'Be brief.');
    show(panel, 'b', { systemPrompt: 'Be kind.' });
    equal(editors(panel), []);
    equal(document.activeElement === panel.box, true);
    await writePrompt(panel, ' Be bold.');
    show(panel, 'a', withTurn(first));
    equal(editors(panel), ['Be brief.']);
    show(panel, 'b', { systemPrompt: 'Be kind.' });
    equal(editors(panel), ['Be kind. Be bold.']);
    panel.get('.system-prompt vscode-button').click();
    equal(panel.posted.at(-1), { kind: 'setSystemPrompt', text: 'Be kind. Be bold.' });
    show(panel, 'a', withTurn(first));
    panel.get('.system-prompt vscode-button').click();
    equal(panel.posted.at(-1), { kind: 'setSystemPrompt', text: 'Be brief.' });
  });

  it('of a message stays with it while another conversation is shown', async () => {
    const panel = openPanel();
    show(panel, 'a', withTurn(first));
    await editMessage(panel, ' and more');
    show(panel, 'b', withTurn(second));
    equal(editors(panel), []);
    show(panel, 'a', withTurn(first));
    equal(editors(panel), ['message 1 and more']);
    panel.get('.message-editor vscode-button').click();
    equal(panel.posted.at(-1), { kind: 'edit', turnId: '1', text: 'message 1 and more' });
  });

  it('outlives the page until it is sent, saved or cancelled', async () => {
    const stored: StoredState = {};
    const before = openPanel(stored);
    show(before, 'a', withTurn(first));
    await editMessage(before, ' again');
    await writePrompt(before, 'Be brief.');
    const after = openPanel(stored);
    show(after, 'a', withTurn(first));
    equal(editors(after), ['Be brief.', 'message 1 again']);
    after.get('.system-prompt vscode-button').click();
    const user = { text: 'message 1 again', context: [] };
    after.events({ kind: 'turnStarted', turn: aTurn('4', { user }) });
    show(after, 'b', withTurn(second));
    await editMessage(after, ' not');
    await pressKey('Escape');
    const end = openPanel(stored);
    for (const [id, turn] of [
      ['a', first],
      ['b', second],
      ['c', third],
    ] as const) {
      show(end, id, withTurn(turn));
      equal(editors(end), []);
    }
    equal(JSON.stringify(stored).includes('message'), false);
  });

  it('of the system prompt stays where a message with the same text is sent', async () => {
    const stored: StoredState = {};
    const panel = openPanel(stored);
    show(panel, 'a');
    await writePrompt(panel, 'Be brief.');
    const turn = aTurn('4', { user: { text: 'Be brief.', context: [] } });
    panel.events({ kind: 'turnStarted', turn });
    const after = openPanel(stored);
    show(after, 'a', withTurn(turn));
    equal(editors(after), ['Be brief.']);
  });

  it('in a temporary chat lasts as long as the page and is not stored', async () => {
    const stored: StoredState = {};
    const panel = openPanel(stored);
    show(panel, 'a', { isTemporary: true });
    await writePrompt(panel, 'Be brief.');
    show(panel, 'b');
    await writePrompt(panel, 'Be kind.');
    show(panel, 'a', { isTemporary: true });
    equal(editors(panel), ['Be brief.']);
    equal(JSON.stringify(stored).includes('Be brief.'), false);
    equal(JSON.stringify(stored).includes('Be kind.'), true);
  });

  it('of the system prompt of a new chat moves to the next new chat', async () => {
    const stored: StoredState = {};
    const before = openPanel(stored);
    show(before, 'a');
    await writePrompt(before, 'Be brief.');
    show(before, 'b', withTurn(second));
    equal(editors(before), []);
    const panel = openPanel(stored);
    show(panel, 'c');
    equal(editors(panel), ['Be brief.']);
    panel.events({ kind: 'turnStarted', turn: aTurn('3') });
    equal(editors(panel), ['Be brief.']);
    show(panel, 'd');
    equal(editors(panel), []);
    show(panel, 'c', withTurn(third));
    equal(editors(panel), ['Be brief.']);
    panel.get('.system-prompt textarea').focus();
    await pressKey('Control+Enter');
    equal(panel.posted.at(-1), { kind: 'setSystemPrompt', text: 'Be brief.' });
    equal(editors(panel), []);
  });

  it('is not dropped for a message with the same text elsewhere', async () => {
    const panel = openPanel();
    show(panel, 'a', withTurn(first));
    await editMessage(panel, ' again');
    const user = { text: 'message 1 again', context: [] };
    panel.events({ kind: 'turnStarted', turn: aTurn('4', { user, parentId: '1' }) });
    show(panel, 'b');
    show(panel, 'a', withTurn(first));
    equal(editors(panel), ['message 1 again']);
  });

  it('is one of at most twenty that are stored, and must be text', async () => {
    const stored: StoredState = {
      value: { edits: { 'system prompt a': 1, 'system prompt b': 'b' } },
    };
    const panel = openPanel(stored);
    show(panel, 'a', withTurn(first));
    equal(editors(panel), []);
    show(panel, 'b', withTurn(first));
    equal(editors(panel), ['b']);
    for (let number = 0; number < 20; number += 1) {
      show(panel, `c${number}`, withTurn(first));
      await writePrompt(panel, 'x');
    }
    const edits = (stored.value as { edits: object }).edits;
    equal(Object.keys(edits).length, 20);
    equal(Object.hasOwn(edits, 'system prompt b'), false);
    show(panel, 'b', withTurn(first));
    equal(editors(panel), ['b']);
  });
});

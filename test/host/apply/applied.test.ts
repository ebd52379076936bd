import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { CodeActions } from '../../../src/host/apply/codeActions.ts';
import type { Review } from '../../../src/host/review/review.ts';
import { codeInMarkdown } from '../../../src/markdown/codeInMarkdown.ts';
import type { Conversation } from '../../../src/shared/conversation/conversation.ts';
import { aTurn } from '../../support/builders.ts';
import { until } from '../../support/until.ts';
import { closeEditors } from '../closeEditors.ts';
import { answering } from '../git/withRepository.ts';
import { replacing } from './acceptsChanges.ts';
import { openReview, type OpenReview, testScheme } from './openReview.ts';

const lines = Array.from({ length: 30 }, (_, at) => `const number${at} = read(${at});`);

/** An edit of one line, with the line after it. */
function doubled(at: number): string {
  const [line = '', next = ''] = lines.slice(at);
  return replacing(`${line}\n${next}`, `${line.replace('read', 'readDouble')}\n${next}`);
}

const first = doubled(5);
const second = doubled(9) + doubled(20);

const fenced = (path: string, code: string): string =>
  `\`\`\`text applied/${path}\n${code}\`\`\`\n`;
const reply = [fenced('a.txt', first), fenced('a.txt', second), fenced('b.txt', first)].join('\n');

describe('what was applied of a chat', () => {
  let changes = 0;
  let opened: OpenReview;
  let review: Review;
  let actions: CodeActions;
  before(() => {
    opened = openReview();
    ({ review } = opened);
    const services = {
      loadSyntax: async () => async () => undefined,
      loadCodeInMarkdown: async () => codeInMarkdown,
      onApplied: () => {
        changes += 1;
      },
    };
    actions = new CodeActions(services, review);
  });
  const root = join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', 'applied');
  let chats = 0;
  const aChat = () => {
    chats += 1;
    const turns = [aTurn('t', { reply: { text: reply, status: 'completed' } })];
    const conversation: Conversation = { id: `chat ${chats}`, createdAt: 0, turns, headId: 't' };
    return { session: { conversation }, notice: () => {} };
  };
  /** Applies one of the blocks with this code, and waits until the proposal has `words`. */
  const apply = async (
    chat: ReturnType<typeof aChat>,
    text: string,
    words: string,
    nth = 0,
  ): Promise<void> => {
    const code = { text: text.replace(/\n$/, ''), language: 'text', replyId: 't', nth };
    await actions.act('apply', code, chat);
    await until('the proposal is shown', () => {
      const { document } = vscode.window.activeTextEditor ?? {};
      return document?.uri.scheme === testScheme && document.getText().includes(words);
    });
  };
  /** The numbers of the blocks, and the names of their files. */
  const applied = ({ session }: ReturnType<typeof aChat>): readonly string[] =>
    (actions.applied(session.conversation.id) ?? []).map(
      ({ index, files }) => `${index}: ${files.join()}`,
    );
  const place = (): string => {
    const { document, selection } = vscode.window.activeTextEditor ?? {};
    return `${document?.uri.path.split('/').at(-1)}:${selection?.active.line}`;
  };

  beforeEach(async () => {
    await mkdir(root, { recursive: true });
    await writeFile(join(root, 'a.txt'), lines.join('\n'));
    await writeFile(join(root, 'b.txt'), lines.join('\n'));
  });
  afterEach(async () => {
    await closeEditors();
    await rm(root, { recursive: true, force: true });
  });
  after(() => opened.dispose());

  it('is nothing before something is written, and nothing of which all was rejected', async () => {
    const chat = aChat();
    await apply(chat, first, 'readDouble(5)');
    await apply(chat, second, 'readDouble(20)');
    assert.deepEqual(applied(chat), []);
    await review.rejectChange();
    await review.acceptAll();
    assert.deepEqual(applied(chat), ['1: applied/a.txt']);
    assert.deepEqual(applied(aChat()), [], 'of another chat');
  });

  it('has two blocks of a file, though both are applied at once', async () => {
    const chat = aChat();
    await Promise.all([apply(chat, first, 'readDouble'), apply(chat, second, 'readDouble')]);
    const proposed = review.proposed(vscode.Uri.file(join(root, 'a.txt'))) ?? '';
    assert.deepEqual(
      [5, 9, 20].filter((at) => proposed.includes(`readDouble(${at})`)),
      [5, 9, 20],
    );
    await review.rejectAll();
  });

  it('is known from the first change that is accepted, and leads there as lines above it come', async () => {
    const chat = aChat();
    await apply(chat, second, 'readDouble(20)');
    const before = changes;
    await review.acceptChange();
    assert.deepEqual(applied(chat), ['1: applied/a.txt']);
    assert.equal(changes, before + 1);
    await review.acceptChange();
    await actions.showApplied('t', 1, chat);
    assert.equal(place(), 'a.txt:9');
    const edit = new vscode.WorkspaceEdit();
    edit.insert(vscode.Uri.file(join(root, 'a.txt')), new vscode.Position(0, 0), 'one\ntwo\n');
    await vscode.workspace.applyEdit(edit);
    await actions.showApplied('t', 1, chat);
    assert.equal(place(), 'a.txt:11');
  });

  it('is each block of a whole reply of which something was written', async () => {
    const chat = aChat();
    await actions.applyReply('t', chat);
    await until('the review is shown', () => {
      const { activeTab } = vscode.window.tabGroups.activeTabGroup;
      return activeTab?.label.startsWith('Proposed Changes') === true;
    });
    await review.acceptAll();
    assert.deepEqual(applied(chat), ['0: applied/a.txt', '1: applied/a.txt', '2: applied/b.txt']);
    await actions.showApplied('t', 2, chat);
    assert.equal(place(), 'b.txt:5');
  });

  it('leads nowhere for a block that was not applied', async () => {
    const chat = aChat();
    await apply(chat, first, 'readDouble(5)', 1);
    await review.acceptAll();
    assert.deepEqual(applied(chat), ['2: applied/b.txt']);
    await closeEditors();
    await actions.showApplied('t', 0, chat);
    await actions.showApplied('t', 7, chat);
    await actions.showApplied('other', 2, chat);
    await actions.showApplied('t', 2, aChat());
    assert.equal(vscode.window.activeTextEditor, undefined);
  });

  it('is shown again, and no file is said to have it, if it is applied twice before it is accepted', async () => {
    const chat = aChat();
    await answering({}, async ({ words }) => {
      await apply(chat, first, 'readDouble(5)');
      await vscode.window.showTextDocument(vscode.Uri.file(join(root, 'b.txt')));
      await apply(chat, first, 'readDouble(5)');
      assert.deepEqual(words, []);
      await review.acceptAll();
      const code = { text: first.replace(/\n$/, ''), language: 'text', replyId: 't', nth: 0 };
      await actions.act('apply', code, chat);
      assert.deepEqual(words, ['applied/a.txt already has these changes.']);
    });
  });
});

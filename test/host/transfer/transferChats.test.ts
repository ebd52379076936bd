import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createChatStore } from '../../../src/host/store/chatStore.ts';
import { createWorkspaceFiles } from '../../../src/host/store/storeFiles.ts';
import { activated } from '../activated.ts';

/** Answers the dialogs of one test: every chat is chosen, and the format given. */
function answerDialogs(
  save: vscode.Uri,
  { format = 'json' }: Partial<{ format: string }> = {},
): {
  restore: () => void;
  opens: (files: readonly vscode.Uri[]) => void;
  said: string[];
  chosenAtFirst: string[];
} {
  const { window } = vscode;
  const said: string[] = [];
  const original = {
    showSaveDialog: window.showSaveDialog,
    showOpenDialog: window.showOpenDialog,
    showInformationMessage: window.showInformationMessage,
    showWarningMessage: window.showWarningMessage,
    showQuickPick: window.showQuickPick,
  };
  let opened: readonly vscode.Uri[] = [save];
  const say = async (text: string) => void said.push(text);
  const chosenAtFirst: string[] = [];
  const pick = async (
    items: { label: string; format?: string; picked?: boolean }[],
    { canPickMany = false },
  ) => {
    chosenAtFirst.push(...items.filter(({ picked }) => picked).map(({ label }) => label));
    return canPickMany ? items : items.find((item) => item.format === format);
  };
  Object.assign(window, {
    showSaveDialog: async () => save,
    showOpenDialog: async () => opened,
    showInformationMessage: say,
    showWarningMessage: say,
    showQuickPick: pick,
  });
  const opens = (files: readonly vscode.Uri[]) => void (opened = files);
  return { said, chosenAtFirst, opens, restore: () => void Object.assign(window, original) };
}

/** How many chats a message says were not exported completely. */
function incompleteCount(said: string): number {
  return Number(/Not exported completely: (\d+) chat/.exec(said)?.[1] ?? 0);
}

describe('export and import', () => {
  // Those of other tests are many, and each is written and read again here.
  before(async () => {
    const { context, flush } = await activated();
    await flush();
    const folder = vscode.Uri.joinPath(context.globalStorageUri, 'conversations');
    const store = createChatStore(createWorkspaceFiles(folder));
    for (const id of await store.list()) {
      await store.remove(id);
    }
  });

  const text = async (file: vscode.Uri) =>
    new TextDecoder().decode(await vscode.workspace.fs.readFile(file));

  async function startChat(message: string) {
    const { chat, services, context, flush } = await activated();
    const target = chat.target.current();
    assert.ok(target?.model);
    await chat.session.ask(
      { user: { text: message, context: [] }, parentId: chat.session.conversation.headId },
      { connection: target.connection, model: target.model },
    );
    await flush();
    const file = (name: string) => vscode.Uri.joinPath(context.globalStorageUri, name);
    return { chat, services, file };
  }

  it('writes the shown chat to read, without a key that is in it', async () => {
    const { services, file } = await startChat('Out with sk-secret-1234567890');
    await services.keys.set('https://export.test', 'sk-secret-1234567890');
    const { restore } = answerDialogs(file('chat.md'));
    try {
      await vscode.commands.executeCommand('parley.exportChats', { parleySection: 'title' });
    } finally {
      restore();
      await services.keys.forget('https://export.test');
    }
    const written = await text(file('chat.md'));
    assert.match(written, /^---\ntitle: "Out with/);
    assert.match(written, /## You\n\nOut with \[key\]/);
    assert.doesNotMatch(written, /sk-secret/);
  });

  it('brings every chat back, beside the one that is there', async () => {
    const { chat, file } = await startChat('Round trip');
    const folder = file('all');
    await vscode.workspace.fs.createDirectory(folder);
    const files = async () =>
      (await vscode.workspace.fs.readDirectory(folder)).map(([name]) =>
        vscode.Uri.joinPath(folder, name),
      );
    const { restore, said, opens } = answerDialogs(folder);
    try {
      await vscode.commands.executeCommand('parley.exportChats');
      const written = await files();
      const texts = await Promise.all(written.map(text));
      assert.ok(texts.some((one) => one.includes('"text": "Round trip"')));
      opens(written);
      await vscode.commands.executeCommand('parley.importChats');
      assert.match(said.at(-1) ?? '', new RegExp(`^Chats imported: ${written.length}\\.`));
      opens([folder]);
      await vscode.commands.executeCommand('parley.exportChats');
      assert.equal((await files()).length, 3 * written.length, 'twice as many, beside the others');
    } finally {
      restore();
    }
    assert.equal(chat.session.conversation.turns[0]?.user.text, 'Round trip');
  });

  it('writes a page for each chosen chat into a folder, and writes over none', async () => {
    const { file } = await startChat('Page <one>');
    await startChat('Page <two>');
    const folder = file('pages');
    await vscode.workspace.fs.createDirectory(folder);
    const pages = async () => {
      const entries = await vscode.workspace.fs.readDirectory(folder);
      return entries
        .map(([name]) => name)
        .filter((name) => name.startsWith('Page'))
        .toSorted();
    };
    const { restore, chosenAtFirst } = answerDialogs(folder, { format: 'html' });
    try {
      await vscode.commands.executeCommand('parley.exportChats');
      assert.deepEqual(await pages(), ['Page one.html', 'Page two.html']);
      assert.deepEqual(
        chosenAtFirst.map((label) => label.replaceAll(/[\u2066-\u2069]/g, '')),
        ['Page <two>'],
      );
      await vscode.commands.executeCommand('parley.exportChats');
    } finally {
      restore();
    }
    assert.deepEqual(await pages(), [
      'Page one 2.html',
      'Page one.html',
      'Page two 2.html',
      'Page two.html',
    ]);
    const page = await text(vscode.Uri.joinPath(folder, 'Page one.html'));
    assert.match(page, /^<!DOCTYPE html>/);
    assert.match(page, /<h1 dir="auto">Page &lt;one&gt;<\/h1>/);
  });

  it('says that some of a chat could not be read, and leaves that where it is', async () => {
    const { chat, file } = await startChat('Damaged here');
    const { id, turns } = chat.session.conversation;
    const turn = file(`conversations/${id}/turns/${turns[0]?.id}.json`);
    const whole = await vscode.workspace.fs.readFile(turn);
    await vscode.workspace.fs.writeFile(turn, whole.slice(0, 50));
    await vscode.workspace.fs.createDirectory(file('damaged'));
    const { restore, said } = answerDialogs(file('damaged'));
    try {
      await vscode.commands.executeCommand('parley.exportChats');
      const damaged = said.pop() ?? '';
      assert.match(damaged, /could not be read \(1 file\)/);
      assert.equal((await vscode.workspace.fs.readFile(turn)).length, 50);
      // Other tests have left chats without their images.
      await vscode.workspace.fs.writeFile(turn, whole);
      await vscode.commands.executeCommand('parley.exportChats');
      assert.equal(incompleteCount(damaged), incompleteCount(said.pop() ?? '') + 1);
    } finally {
      restore();
      await vscode.workspace.fs.writeFile(turn, whole);
    }
  });

  it('brings in what it can of a file, and says what it cannot', async () => {
    const { file } = await startChat('x');
    const conversation = (id: string, more = '') =>
      `{"id": "${id}", "createdAt": 1, "notes": {"title": "${id}"}, "turns": []${more}}`;
    // As deep as this it can be read, and not be written: it is left out of its chat.
    const depth = 100_000;
    const deep = `, "x": ${'['.repeat(depth)}${']'.repeat(depth)}`;
    const all = [
      conversation('whole-1'),
      '{"id": oops}',
      conversation('deep', deep),
      conversation('whole-2'),
    ];
    const text = `{"kind": "parley-conversations", "format": 1, "conversations": [${all.join()}]}`;
    await vscode.workspace.fs.writeFile(file('some.json'), new TextEncoder().encode(text));
    const { restore, said } = answerDialogs(file('some.json'));
    try {
      await vscode.commands.executeCommand('parley.importChats');
    } finally {
      restore();
    }
    assert.match(said.join(), /^Chats imported: 3\. some\.json: Chat 2 could not be read\./);
    const folders = await vscode.workspace.fs.readDirectory(file('conversations'));
    const ids = new Set(folders.map(([name]) => name));
    assert.deepEqual(
      ['whole-1', 'deep', 'whole-2'].map((id) => ids.has(id)),
      [true, true, true],
    );
  });

  it('says what a file that is no export is', async () => {
    const { file } = await startChat('x');
    await vscode.workspace.fs.writeFile(file('no.json'), new TextEncoder().encode('{"a": 1}'));
    const { restore, said } = answerDialogs(file('no.json'));
    try {
      await vscode.commands.executeCommand('parley.importChats');
    } finally {
      restore();
    }
    assert.match(said.join(), /not an export of Parley/);
  });
});

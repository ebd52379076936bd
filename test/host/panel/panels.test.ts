import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { transcript } from '../../../src/conversation/conversationState.ts';
import type { Chat } from '../../../src/host/chat/chat.ts';
import { chunk, replyStream } from '../../support/service/scripts.ts';
import type { Script } from '../../support/service/scriptedService.ts';
import { until } from '../../support/until.ts';
import { activated, chatTabs, closeChatTabs } from '../activated.ts';
import { withConnection } from '../withConnection.ts';

const run = async (command: string, ...args: readonly unknown[]) =>
  vscode.commands.executeCommand(`parley.${command}`, ...args);
const idOf = ({ session }: Chat) => session.conversation.id;
const lastReply = ({ session }: Chat) => transcript(session.conversation).at(-1)?.reply;

async function say({ sender, session }: Chat, text: string): Promise<void> {
  await sender.send({ text, context: [] });
  await until('the reply has ended', () => !session.isRunning);
}

/** A reply that goes on once the test lets its request go on. */
const slow: Script = async (answer) => {
  await answer.head(200, { 'content-type': 'text/event-stream' });
  await answer.send(`data: ${chunk({ content: 'so far' })}\n\n`);
  await answer.request.goOn;
  await answer.send(replyStream([' and the rest']));
};

describe('panels', () => {
  afterEach(closeChatTabs);

  it('shows the same chat in a tab, which the commands then act on', async () => {
    const { chat, panels } = await activated();
    await say(chat, 'Name of the tab');
    await run('openInEditor');
    await until('the tab is there', () => chatTabs().length === 1);
    assert.equal(panels.active.chat, chat);
    assert.notEqual(panels.active, panels.sideBar);
    assert.equal(chatTabs()[0]?.label, 'Name of the tab');
    await run('newChat');
    assert.notEqual(idOf(panels.active.chat), idOf(chat));
    assert.equal(panels.sideBar.chat, chat, 'the side bar keeps its chat');
    await until('the title follows', () => chatTabs()[0]?.label === 'New Chat');
    await closeChatTabs();
    await until('the side bar is active', () => panels.active === panels.sideBar);
  });

  it('runs replies of different chats at the same time', async () => {
    await withConnection([slow, slow], async ({ chat, panels, chats }, { requests }) => {
      await chat.sender.send({ text: 'One', context: [] });
      await run('newChat', 'editor');
      const other = panels.active.chat;
      await other.sender.send({ text: 'Two', context: [] });
      await until('both run', () => chats.running.length === 2 && requests.length === 2);
      requests[1]?.letGoOn();
      await until('the second has ended', () => !other.session.isRunning);
      assert.equal(chat.session.isRunning, true);
      requests[0]?.letGoOn();
      await until('the first has ended', () => !chat.session.isRunning);
      assert.deepEqual(
        [lastReply(chat)?.status, lastReply(other)?.status],
        ['completed', 'completed'],
      );
    });
  });

  it('lets the reply of a closed tab go on, saves it, and then forgets it', async () => {
    await withConnection([slow], async ({ panels, chats, flush }, { requests }) => {
      await run('newChat', 'editor');
      const { chat } = panels.active;
      await until('the tab is there', () => chatTabs().length === 1);
      await chat.sender.send({ text: 'Unseen', context: [] });
      await until('it has begun', () => lastReply(chat)?.text === 'so far');
      await closeChatTabs();
      await until('the side bar is active', () => panels.active === panels.sideBar);
      assert.deepEqual(chats.running, [chat]);
      await panels.openConversation(idOf(chat), 'editor');
      assert.equal(panels.active.chat, chat, 'it is the one that runs');
      await until('the tab is there', () => chatTabs().length === 1);
      await closeChatTabs();
      await until('the side bar is active again', () => panels.active === panels.sideBar);
      requests[0]?.letGoOn();
      await until('it has ended', () => chats.running.length === 0);
      assert.equal(lastReply(chat)?.status, 'completed');
      await flush();
      await panels.openConversation(idOf(chat), 'panel');
      assert.notEqual(panels.active.chat, chat, 'it was read from the store');
      assert.equal(lastReply(panels.active.chat)?.text, lastReply(chat)?.text);
    });
  });

  it('stops all replies', async () => {
    await withConnection([slow], async ({ chat, panels, chats }) => {
      await chat.sender.send({ text: 'One', context: [] });
      panels.newChat();
      assert.equal(chats.running.length, 1, 'a new chat stops nothing');
      await run('stopAll');
      assert.equal(lastReply(chat)?.status, 'stopped');
      assert.equal(chats.running.length, 0);
    });
  });

  it('opens a chat that has a tab in that tab, and says when one is not there', async () => {
    const { chat, panels, flush } = await activated();
    await say(chat, 'Once');
    await flush();
    await panels.openConversation(idOf(chat), 'editor');
    await panels.openConversation(idOf(chat), 'editor');
    await until('the tab is there', () => chatTabs().length === 1);
    await assert.rejects(panels.openConversation('no-such-chat', 'editor'), /no longer exists/);
    assert.equal(chatTabs().length, 1);
  });

  it('leaves a chat that is deleted in every panel, and stops it', async () => {
    await withConnection([slow], async ({ chat, panels, chats }) => {
      await chat.sender.send({ text: 'One', context: [] });
      await run('openInEditor');
      chats.stop(idOf(chat));
      panels.leave(idOf(chat));
      assert.equal(lastReply(chat)?.status, 'stopped');
      assert.notEqual(panels.sideBar.chat, chat);
      assert.notEqual(panels.active.chat, chat);
      assert.equal(chats.running.length, 0);
    });
  });
});

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Log } from '../../../src/host/base/log.ts';
import type { Chat } from '../../../src/host/chat/chat.ts';
import { ChatSession } from '../../../src/host/chat/session.ts';
import { Panel } from '../../../src/host/panel/panel.ts';
import { createStoreNotices } from '../../../src/host/store/storeNotices.ts';
import type { Conversation, Turn } from '../../../src/shared/conversation/conversation.ts';
import type { ViewToHost } from '../../../src/shared/panel/panelProtocol.ts';
import type { PanelNotice } from '../../../src/shared/panel/panelState.ts';
import { aTurn } from '../../support/builders.ts';
import { until } from '../../support/until.ts';
import { activated } from '../activated.ts';
import { fakeView } from '../fakeView.ts';

describe('Panel', () => {
  async function shown() {
    const { chat, context, panels } = await activated();
    const intents: ViewToHost[] = [];
    const fake = fakeView(context.extensionUri);
    const standing: { notice?: PanelNotice | undefined } = {};
    const services = {
      opening: () =>
        standing.notice === undefined ? [] : [{ kind: 'notice', notice: standing.notice } as const],
      extensionUri: context.extensionUri,
      settings: () => ({ target: { connection: 'Demo', model: 'demo-echo' } }),
      onIntent: (intent: ViewToHost) => intents.push(intent),
    };
    const panel = new Panel(services, chat, async () => {});
    panel.attach(fake.view, fake.view.onDidChangeVisibility);
    return { ...fake, panel, intents, chat, panels, standing };
  }

  it('is told at once that saving fails when it is opened while it does', async () => {
    const { posted, say, standing } = await shown();
    const folder = { uri: vscode.Uri.file('/nowhere') };
    const log = { error: () => {}, info: () => {}, warn: () => {} } as unknown as Log;
    const notices = createStoreNotices(folder, log, () => {});
    notices.failed(new Error('ENOSPC: no space left on device'));
    standing.notice = notices.standing();
    say({ kind: 'ready' });
    const [, second] = posted;
    assert.ok(second?.kind === 'notice' && second.notice.severity === 'error');
    assert.match(second.notice.text, /could not be saved: the disk is full/);
    notices.recovered();
    standing.notice = notices.standing();
    say({ kind: 'ready' });
    assert.equal(posted.filter(({ kind }) => kind === 'notice').length, 1);
  });

  it('says of a conversation that is opened what of it cannot be read or changed', () => {
    const logged: string[] = [];
    const log = { warn: (text: string) => logged.push(text) } as unknown as Log;
    const notices = createStoreNotices({ uri: vscode.Uri.file('/nowhere') }, log, () => {});
    const told = (isReadOnly: boolean, ...setAside: string[]) =>
      toldOf([aTurn('1')], isReadOnly, ...setAside);
    const toldOf = (turns: readonly Turn[], isReadOnly: boolean, ...setAside: string[]) => {
      const said: string[] = [];
      const conversation = { id: 'c', createdAt: 0, turns, isReadOnly };
      const stored = { conversation, labels: {}, setAside, unreadable: [] };
      notices.opened(stored, ({ text }) => said.push(text));
      return said.join();
    };
    assert.equal(told(false), '');
    assert.match(told(false, 'c/turns/a.json.5.damaged'), /^Part of .* could not be read\./);
    assert.match(toldOf([], false, 'a', 'b'), /^This chat could not be read\./);
    assert.match(logged.join(), /nowhere\/c\/turns\/a\.json\.5\.damaged/);
    assert.match(told(true), /^This chat was saved by a newer version of Parley/);
    assert.match(
      told(true, 'a', 'b'),
      /could not be read\..*This chat was saved by a newer version of Parley/,
    );
  });

  describe('with a chat that is still being read', () => {
    const turns = Array.from({ length: 6 }, (_, index) =>
      aTurn(`t${index}`, {
        ...(index > 0 && { parentId: `t${index - 1}` }),
        reply: { status: 'completed', startedAt: index, endedAt: index },
      }),
    );
    const whole: Conversation = { id: 'long', createdAt: 0, turns, headId: 't5' };
    const end: Conversation = { ...whole, turns: turns.slice(4) };
    const chatOf = (conversation: Conversation, chat: Chat): Chat => ({
      ...chat,
      session: new ChatSession(
        { stream: () => assert.fail('Nothing is sent.'), describeError: () => assert.fail() },
        conversation,
      ),
    });

    it('shows its end, then adds the rest and does what was asked meanwhile', async () => {
      const { panel, posted, say, intents, chat } = await shown();
      say({ kind: 'ready' });
      posted.length = 0;
      panel.preview(chatOf(end, chat));
      say({ kind: 'send', text: 'More' });
      assert.deepEqual([panel.chat, intents], [chat, []]);
      const read = chatOf(whole, chat);
      panel.show(read);
      assert.deepEqual([panel.chat, intents], [read, [{ kind: 'send', text: 'More' }]]);
      await until('the rest', () => posted.some(({ kind }) => kind === 'earlierTurns'));
      const told = posted.flatMap((message) =>
        message.kind === 'snapshot'
          ? message.conversation.turns
          : message.kind === 'earlierTurns'
            ? message.turns
            : [],
      );
      assert.deepEqual(
        told.map(({ id }) => id),
        ['t4', 't5', 't0', 't1', 't2', 't3'],
      );
    });

    it('shows all of it anew where another window has changed what is shown', async () => {
      const { panel, posted, say, chat } = await shown();
      say({ kind: 'ready' });
      panel.preview(chatOf(end, chat));
      panel.show(chatOf({ ...whole, headId: 't3' }, chat));
      const last = posted.findLast(({ kind }) => kind === 'snapshot');
      assert.ok(last?.kind === 'snapshot' && last.conversation.turns.length === 6);
    });

    it('does nothing in another chat, which is shown instead or because it cannot be read', async () => {
      const { panel, posted, say, intents, chat } = await shown();
      say({ kind: 'ready' });
      for (const leave of [() => panel.endPreview(), () => panel.show(chat)]) {
        panel.preview(chatOf(end, chat));
        say({ kind: 'send', text: 'More' });
        leave();
        const last = posted.findLast(({ kind }) => kind === 'snapshot');
        assert.ok(last?.kind === 'snapshot');
        assert.equal(last.conversation.id, chat.session.conversation.id);
      }
      assert.deepEqual(intents, []);
    });
  });

  it('answers ready with the whole state and then with events without a gap', async () => {
    const { panel, posted, say, chat } = await shown();
    say({ kind: 'ready' });
    assert.equal(posted[0]?.kind, 'snapshot');
    await chat.sender.send({ text: 'Hello panel', context: [] });
    await until('the end has been posted', () =>
      posted.some(
        (message) =>
          message.kind === 'events' && message.events.some(({ kind }) => kind === 'turnEnded'),
      ),
    );
    const revisions = posted.flatMap((message) =>
      message.kind === 'events' ? [message.revision] : [],
    );
    assert.deepEqual(
      revisions,
      revisions.map((_revision, index) => index + 1),
    );
    panel.dispose();
  });

  it('tells a hidden panel nothing and gives it a snapshot when it is back', async () => {
    const { panel, posted, say, setVisible, chat } = await shown();
    say({ kind: 'ready' });
    setVisible(false);
    await chat.sender.send({ text: 'Unseen', context: [] });
    await until('the reply has ended', () => !chat.session.isRunning);
    assert.equal(posted.length, 1);
    setVisible(true);
    say({ kind: 'ready' });
    const last = posted.at(-1);
    assert.ok(last?.kind === 'snapshot');
    assert.equal(last.conversation.turns.at(-1)?.user.text, 'Unseen');
    panel.dispose();
  });

  it('shows another conversation as a snapshot', async () => {
    const { panel, posted, say, panels } = await shown();
    say({ kind: 'ready' });
    panel.show(panels.newChat());
    assert.deepEqual(
      posted.map(({ kind }) => kind),
      ['snapshot', 'snapshot'],
    );
    panel.dispose();
  });

  it('has its page take the focus when it is revealed, also if it is not ready yet', async () => {
    const { panel, posted, say } = await shown();
    await panel.reveal();
    say({ kind: 'ready' });
    assert.deepEqual(posted.at(-1), { kind: 'takeFocus' });
    await panel.reveal();
    assert.equal(posted.filter(({ kind }) => kind === 'takeFocus').length, 2);
    panel.dispose();
  });

  it('lets the panel that is shown read, or the next one once it is ready', async () => {
    const { panel, posted, say, setVisible } = await shown();
    const find = { kind: 'read', action: 'find' } as const;
    say({ kind: 'ready' });
    panel.read(find);
    assert.deepEqual(posted.at(-1), find);
    setVisible(false);
    panel.read({ kind: 'read', action: 'nextMessage' });
    panel.read(find);
    assert.equal(posted.length, 2);
    setVisible(true);
    say({ kind: 'ready' });
    assert.deepEqual(
      posted.slice(2).map(({ kind }) => kind),
      ['snapshot', 'read'],
    );
    say({ kind: 'ready' });
    assert.equal(posted.at(-1)?.kind, 'snapshot', 'it is done once');
    panel.dispose();
  });

  it('passes on intents and drops what is none', async () => {
    const { panel, say, intents } = await shown();
    say({ kind: 'send', text: 'x' });
    say({ kind: 'send', text: 1 });
    say('stop');
    say({ kind: 'runCommand', command: 'workbench.action.reloadWindow' });
    assert.deepEqual(intents, [{ kind: 'send', text: 'x' }]);
    panel.dispose();
  });

  it('keeps a remark for when it is shown, and says it once', async () => {
    const { panel, posted, say } = await shown();
    panel.notice({ severity: 'info', text: 'Not seen yet' });
    say({ kind: 'ready' });
    say({ kind: 'ready' });
    assert.deepEqual(
      posted.map(({ kind }) => kind),
      ['snapshot', 'notice', 'snapshot'],
    );
    panel.dispose();
  });

  it('says what could not be carried out, so that the input box is free again', async () => {
    const { context, panels } = await activated();
    const fake = fakeView(context.extensionUri);
    panels.sideBar.attach(fake.view, fake.view.onDidChangeVisibility);
    const { showSaveDialog } = vscode.window;
    const fails = async () => Promise.reject(new Error('There is no disk.'));
    Object.assign(vscode.window, { showSaveDialog: fails });
    try {
      fake.say({ kind: 'ready' });
      fake.say({ kind: 'saveDiagram', text: '<svg/>' });
      const said = await until('it is said', () =>
        fake.posted.find((message) => message.kind === 'notice'),
      );
      assert.deepEqual(said.notice, { severity: 'error', text: 'There is no disk.' });
    } finally {
      Object.assign(vscode.window, { showSaveDialog });
      fake.dispose();
    }
  });

  it('has a page that can load and run nothing but its own files', async () => {
    const { panel, view } = await shown();
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(
      view.webview.html,
    )?.[1];
    assert.match(policy ?? '', /^default-src 'none'; script-src 'nonce-[\w-]+'; /);
    assert.doesNotMatch(policy ?? '', /unsafe|\*|script-src[^;]*https/);
    assert.match(policy ?? '', /connect-src 'none'; base-uri 'none'; form-action 'none'$/);
    assert.equal(view.webview.options.localResourceRoots?.length, 1);
    panel.dispose();
  });

  it('is told nothing once it is disposed of', async () => {
    const { panel, posted, say, dispose, panels } = await shown();
    say({ kind: 'ready' });
    dispose();
    panel.settingsChanged();
    panel.show(panels.newChat());
    assert.equal(posted.length, 1);
    panel.dispose();
  });
});

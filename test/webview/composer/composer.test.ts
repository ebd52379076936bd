import { equal } from '../assert.ts';
import { aTurn } from '../../support/builders.ts';
import {
  anEndedTurn,
  openPanel,
  settings,
  textDelta,
  type OpenPanel,
  type StoredState,
} from '../openPanel.ts';
import { pressKey, typeText } from '../realKeyboard.ts';

describe('the composer', () => {
  it('sends with Enter and breaks the line with Shift+Enter', async () => {
    const panel = openPanel();
    panel.snapshot([]);
    panel.box.focus();
    await typeText('one');
    await pressKey('Shift+Enter');
    await typeText('two');
    await pressKey('Enter');
    equal(panel.posted, [{ kind: 'ready' }, { kind: 'send', text: 'one\ntwo' }]);
  });

  it('keeps the text until the turn has started, and does not send it twice', async () => {
    const panel = openPanel();
    panel.snapshot([]);
    panel.box.focus();
    await typeText('hello');
    await pressKey('Enter');
    await pressKey('Enter');
    equal(panel.posted.length, 2);
    equal(panel.box.value, 'hello');
    panel.events({
      kind: 'turnStarted',
      turn: aTurn('1', { user: { text: 'hello', context: [] } }),
    });
    equal(panel.box.value, '');
  });

  it('allows a message to be sent again after a notice of the host', async () => {
    const panel = openPanel();
    panel.snapshot([]);
    panel.box.focus();
    await typeText('hello');
    await pressKey('Enter');
    panel.tell({ kind: 'notice', notice: { severity: 'error', text: 'No.' } });
    await pressKey('Enter');
    equal(panel.posted.length, 3);
    equal(panel.box.value, 'hello');
  });

  it('does not lose a draft to a turn that was started elsewhere', async () => {
    const panel = openPanel();
    panel.snapshot([]);
    panel.box.focus();
    await typeText('my draft');
    panel.events({ kind: 'turnStarted', turn: aTurn('1') });
    equal(panel.box.value, 'my draft');
  });

  it('leaves Enter to an input method while it composes', async () => {
    const panel = openPanel();
    panel.snapshot([]);
    panel.box.value = 'にほん';
    const enter = { key: 'Enter', bubbles: true, cancelable: true };
    panel.box.dispatchEvent(new KeyboardEvent('keydown', { ...enter, isComposing: true }));
    panel.box.dispatchEvent(new KeyboardEvent('keydown', { ...enter, keyCode: 229 }));
    equal(panel.posted.length, 1);
    panel.box.dispatchEvent(new KeyboardEvent('keydown', enter));
    equal(panel.posted.at(-1), { kind: 'send', text: 'にほん' });
  });

  it('does not send blank text and disables Send', async () => {
    const panel = openPanel();
    panel.snapshot([]);
    panel.box.focus();
    await typeText('  ');
    await pressKey('Enter');
    equal(panel.posted.length, 1);
    equal(panel.get('.send-button').hasAttribute('disabled'), true);
  });

  it('sends with the button and takes the focus back', async () => {
    const panel = openPanel();
    panel.snapshot([]);
    panel.box.focus();
    await typeText('hello');
    panel.get('[aria-label="Send"]').click();
    equal(panel.posted.at(-1), { kind: 'send', text: 'hello' });
    equal(document.activeElement === panel.box, true);
  });

  it('stops with the button and with Escape, and keeps the typed text', async () => {
    const panel = openPanel();
    panel.snapshot([aTurn('1')]);
    panel.box.focus();
    await typeText('next');
    await pressKey('Enter');
    equal(panel.posted.slice(1), [{ kind: 'send', text: 'next' }]);
    equal(panel.box.value, 'next', 'it stays until it is queued');
    panel.get('[aria-label="Stop"]').click();
    await pressKey('Escape');
    equal(panel.posted.slice(2), [{ kind: 'stop' }, { kind: 'stop' }]);
    equal(document.activeElement === panel.box, true);
    panel.events({ kind: 'turnEnded', turnId: '1', status: 'stopped', at: 3000 });
    equal(panel.get('.send-button').ariaLabel, 'Send');
    await pressKey('Escape');
    equal(panel.posted.at(-1), { kind: 'leave' }, 'Escape has nothing to stop');
  });

  it('does not stop with the second click of a double click on Send', () => {
    const panel = openPanel();
    panel.snapshot([aTurn('1')]);
    const click = new MouseEvent('click', { bubbles: true, detail: 2 });
    panel.get('[aria-label="Stop"]').dispatchEvent(click);
    equal(panel.posted.length, 1);
  });

  it('stores which conversation is shown once it has begun, and posts its focus', async () => {
    const stored: StoredState = {};
    const panel = openPanel(stored);
    const shownId = () => (stored.value as { conversationId?: string }).conversationId;
    panel.snapshot([]);
    equal(shownId(), undefined);
    panel.events({ kind: 'turnStarted', turn: aTurn('1') });
    equal(shownId(), 'c');
    panel.snapshot([]);
    equal(shownId(), undefined);
    const before = panel.focusCount;
    window.dispatchEvent(new Event('focus'));
    equal(panel.focusCount, before + 1);
  });

  it('keeps the draft through a reload', async () => {
    const stored: StoredState = {};
    const before = openPanel(stored);
    before.snapshot([]);
    before.box.focus();
    await typeText('half a thou');
    const after = openPanel(stored);
    equal(after.box.value, 'half a thou');
  });

  it('grows with the text, to at most two fifths of the height', async () => {
    const panel = openPanel();
    panel.snapshot([]);
    const empty = panel.box.offsetHeight;
    panel.box.value = 'a\nb\nc\nd';
    const four = panel.box.offsetHeight;
    panel.box.value = 'a\n'.repeat(200);
    equal(four > empty, true);
    equal(panel.box.offsetHeight <= Math.ceil(window.innerHeight * 0.4), true);
  });

  it('asks for a model with the model button, which says where messages go', () => {
    const panel = openPanel();
    panel.snapshot([]);
    const button = panel.get('.model-button');
    equal(button.textContent.trim(), 'm1');
    equal(button.title, 'm1\nConnection: Local');
    button.click();
    equal(panel.posted.at(-1), { kind: 'chooseModel' });
  });

  it('takes the focus with the panel, unless text is selected', async () => {
    const panel = openPanel();
    panel.snapshot([anEndedTurn('1', 'some text')]);
    window.dispatchEvent(new FocusEvent('focus'));
    equal(document.activeElement === panel.box, true);
    panel.box.blur();
    document.getSelection()?.selectAllChildren(panel.get('.markdown'));
    window.dispatchEvent(new FocusEvent('focus'));
    equal(document.activeElement === panel.box, false);
    document.getSelection()?.removeAllRanges();
  });

  it('keeps the typed text while a reply streams', async () => {
    const panel = openPanel();
    panel.snapshot([aTurn('1')]);
    panel.box.focus();
    await typeText('ab');
    panel.events(textDelta('1', 'text'));
    await typeText('cd');
    equal(panel.box.value, 'abcd');
  });

  it('sends with Ctrl+Enter if that is set, and Enter breaks the line', async () => {
    const panel = openPanel();
    panel.snapshot([], { ...settings, sendWith: 'ctrlEnter' });
    panel.box.focus();
    await typeText('one');
    await pressKey('Enter');
    await typeText('two');
    equal(panel.box.value, 'one\ntwo');
    equal(panel.posted.length, 1);
    await pressKey('Control+Enter');
    equal(panel.posted.at(-1), { kind: 'send', text: 'one\ntwo' });
    equal(panel.get('.send-button').title, 'Send (Ctrl+Enter)');
  });
});

describe('dropped files', () => {
  const uri = 'file:///w/src/a.ts';
  const item = {
    path: 'src/a.ts',
    languageId: 'typescript',
    startLine: 1,
    endLine: 9,
    text: 'x',
    uri,
  };

  function drag(
    panel: OpenPanel,
    kind: string,
    lists: Readonly<Record<string, string>>,
  ): DragEvent {
    const dataTransfer = new DataTransfer();
    for (const [type, list] of Object.entries(lists)) {
      dataTransfer.setData(type, list);
    }
    const event = new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true });
    panel.get('main').dispatchEvent(event);
    return event;
  }

  it('are passed to the host, all of them, and the overlay says so before', () => {
    const panel = openPanel();
    panel.snapshot([]);
    const lists = {
      'text/uri-list': uri,
      'application/vnd.code.uri-list': `# two\r\n${uri}\r\nfile:///w/b.ts`,
    };
    const overlay = panel.get('.drop-overlay');
    equal(drag(panel, 'dragover', { 'text/plain': 'words' }).defaultPrevented, false);
    equal(overlay.hidden, true);
    equal(drag(panel, 'dragover', lists).defaultPrevented, true);
    equal(overlay.hidden, false);
    drag(panel, 'dragleave', lists);
    equal(overlay.hidden, true);
    drag(panel, 'dragover', lists);
    drag(panel, 'drop', lists);
    equal(overlay.hidden, true);
    equal(panel.posted.at(-1), { kind: 'addFiles', uris: [uri, 'file:///w/b.ts'] });
  });

  it('are shown once each, counted in the estimate, and named when the message is sent', async () => {
    const panel = openPanel();
    panel.snapshot([]);
    panel.tell({ kind: 'addContext', items: [item] });
    panel.tell({ kind: 'addContext', items: [{ ...item, text: 'word '.repeat(1000) }] });
    const chips = [...panel.root.querySelectorAll<HTMLElement>('.attachments .chip')];
    equal(chips.length, 1);
    equal(chips[0]?.title.includes('Read when the message is sent'), true);
    equal(/~ 1,\d\d\d tok/.test(panel.get('.composer-bar').textContent), true);
    panel.box.focus();
    await pressKey('Enter');
    const sent = panel.posted.at(-1);
    equal(sent?.kind === 'send' && sent.context?.[0]?.uri, uri);
    panel.events({
      kind: 'turnStarted',
      turn: aTurn('1', { user: { text: '', context: [{ ...item, uri: undefined }] } }),
    });
    equal(panel.get('.attachments').hidden, true);
  });
});

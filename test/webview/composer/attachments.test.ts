import { equal } from '../assert.ts';
import type { ContextItem } from '../../../src/shared/conversation/conversation.ts';
import { aTurn } from '../../support/builders.ts';
import { nextFrame, openPanel, settings, type OpenPanel, type StoredState } from '../openPanel.ts';
import { pressKey, typeText } from '../realKeyboard.ts';

const selection = {
  path: 'src/web/parse.ts',
  languageId: 'typescript',
  startLine: 12,
  endLine: 40,
  text: 'x',
};

/** Code of so many characters. */
function aContext(length: number): ContextItem {
  return { ...selection, startLine: length, text: 'x'.repeat(length) };
}

function opened(stored: StoredState = {}): OpenPanel {
  const panel = openPanel(stored);
  panel.snapshot([]);
  panel.box.focus();
  return panel;
}

/** The words of the chips without their tokens. */
function chips(panel: OpenPanel): readonly string[] {
  return [...panel.root.querySelectorAll<HTMLElement>('.attachments .chip')].map((chip) =>
    chip.innerText.replaceAll(/\s+/g, ' ').replace(/ ~\S+\s*$/, ''),
  );
}

function tokens(panel: OpenPanel): readonly string[] {
  return [...panel.root.querySelectorAll<HTMLElement>('.attachments .chip-tokens')].map(
    ({ innerText }) => innerText,
  );
}

describe('a chip', () => {
  it('names the file first, then the lines, then the folder; in the message as well', async () => {
    const panel = opened();
    const items = [selection, { ...selection, path: 'a.ts', startLine: 5, endLine: 5 }];
    panel.tell({ kind: 'addContext', items });
    equal(chips(panel), ['parse.ts 12–40 src/web', 'a.ts 5']);
    const titles = [...panel.root.querySelectorAll<HTMLElement>('.chip')].map(({ title }) => title);
    equal(titles, [
      'src/web/parse.ts, lines 12–40\nAbout 16 tokens (estimate)',
      'a.ts, line 5\nAbout 12 tokens (estimate)',
    ]);
    await pressKey('Enter');
    equal(panel.posted.at(-1), { kind: 'send', text: '', context: items });
    panel.events({ kind: 'turnStarted', turn: aTurn('1', { user: { text: '', context: items } }) });
    const words = [...panel.root.querySelectorAll<HTMLElement>('.turn .chip')].map(
      ({ innerText }) => innerText.split(/\s+/),
    );
    equal(words, [
      ['parse.ts', '12–40', 'src/web', '~16'],
      ['a.ts', '5', '~12'],
    ]);
  });

  it('has its estimated tokens, short and in the tooltip as they are', () => {
    const panel = opened();
    const lengths = [2000, 5000, 50_000, 800_000];
    const items = lengths.map((length) => aContext(length));
    panel.tell({ kind: 'addContext', items });
    equal(tokens(panel), ['~517', '~1.3k', '~13k', '~200k']);
    const titles = [...panel.root.querySelectorAll<HTMLElement>('.chip')].map(({ title }) => title);
    equal(titles.at(-1)?.split('\n').at(1), 'About 200,017 tokens (estimate)');
  });

  it('shows where it is from with a click or a key, in the box and in the message', async () => {
    const panel = opened();
    panel.tell({ kind: 'addContext', items: [selection] });
    panel.get('.attachments .chip-link').click();
    equal(panel.posted.at(-1), { kind: 'openContext', item: selection });
    panel.snapshot([
      aTurn('1', { user: { text: '', context: [selection, { ...selection, text: 'y' }] } }),
    ]);
    const [, second] = panel.root.querySelectorAll<HTMLElement>('.turn .chip-link');
    second?.focus();
    await pressKey('Enter');
    equal(panel.posted.at(-1), { kind: 'openContext', item: { ...selection, text: 'y' } });
    equal(panel.root.querySelector('details.context-item[open]'), null, 'the text stays folded');
  });

  it('says what it is by its kind, where it is cut, and that of another version as its path', () => {
    const panel = opened();
    const item = { path: 'src/web', languageId: 'x', startLine: 1, endLine: 2, text: 'a\nb' };
    const items = [
      { ...item, kind: 'folder' },
      { ...selection, kind: 'symbol', name: 'parse\u202EAll' },
      { ...item, kind: 'cell', path: 'a/one.ipynb', name: '3' },
      { ...item, kind: 'clipboard', path: 'clipboard' },
      {
        ...item,
        kind: 'diff',
        path: 'staged changes',
        cutFrom: { lines: 9000, characters: 90_000 },
      },
      { ...item, kind: 'hologram', path: 'of a later version' },
    ];
    panel.tell({ kind: 'addContext', items });
    equal(chips(panel), [
      'web src',
      'parse\\u{202e}All 12–40 src/web/parse.ts',
      'one.ipynb cell 3 a',
      'Clipboard',
      'Staged Changes',
      'of a later version',
    ]);
    const names = [...panel.root.querySelectorAll<HTMLElement>('.chip')].map(({ title }) =>
      title.replace(/\nAbout \d+ tokens \(estimate\)/, ''),
    );
    equal(names, [
      'src/web',
      'parse\\u{202e}All in src/web/parse.ts, lines 12–40',
      'a/one.ipynb, cell 3',
      'Clipboard',
      'Staged Changes\nFirst 2 of 9,000 lines',
      'of a later version',
    ]);
  });

  it('fits into a narrow panel, many of them as well: names, tokens and buttons are in sight', async () => {
    await window.setPageWidth(300);
    try {
      const panel = opened();
      const items = Array.from({ length: 40 }, (_, index) => ({
        ...selection,
        path: `src/a/rather/deep/folder/${'long'.repeat(index)}Name${index}.ts`,
        startLine: index + 1,
      }));
      panel.tell({ kind: 'addContext', items });
      await nextFrame();
      const area = panel.get('.attachments');
      equal(area.scrollWidth <= area.clientWidth, true, 'nothing is wider than the panel');
      const right = area.getBoundingClientRect().right;
      for (const chip of panel.root.querySelectorAll('.attachments .chip')) {
        const parts = ['.chip-path', '.chip-tokens', '.icon-button'].map((part) => {
          const box = chip.querySelector(part)?.getBoundingClientRect();
          return (box?.width ?? 0) >= 12 && (box?.right ?? Infinity) <= right;
        });
        equal(parts, [true, true, true], chip.textContent);
        equal(chip.getBoundingClientRect().height < 30, true, 'one line');
      }
      equal(
        panel.box.getBoundingClientRect().bottom <= window.innerHeight,
        true,
        'the box is in sight',
      );
    } finally {
      await window.setPageWidth();
    }
  });

  it('has no gap after a short name, and keeps letters of a long one where there is no room', () => {
    const panel = opened();
    const item = { path: 'src/web', languageId: 'x', startLine: 1, endLine: 2, text: 'a\nb' };
    const long = {
      ...selection,
      path: `${'long'.repeat(40)}.ts`,
      startLine: 10_000,
      endLine: 20_000,
    };
    panel.tell({ kind: 'addContext', items: [{ ...item, kind: 'folder' }, long] });
    panel.get('.attachments').style.width = '100px';
    const [short, other] = [...panel.root.querySelectorAll<HTMLElement>('.chip-path')];
    const text = document.createRange();
    text.selectNodeContents(short ?? panel.root);
    const gap = (short?.getBoundingClientRect().right ?? NaN) - text.getBoundingClientRect().right;
    equal(gap < 1, true, `${gap} px`);
    equal(other?.getBoundingClientRect().width, 40);
  });

  it('takes the place of an earlier one from the same place, but never that of another', () => {
    const panel = opened();
    const item = { path: 'x', languageId: 'x', startLine: 1, endLine: 2, text: 'a' };
    const add = (more: object): number => {
      panel.tell({ kind: 'addContext', items: [{ ...item, ...more }] });
      return chips(panel).length;
    };
    equal(add({ uri: 'file:///x' }), 1);
    equal(add({ uri: 'file:///x', endLine: 3 }), 1, 'the file again');
    equal(add({ endLine: 3 }), 2, 'lines of it');
    equal(add({ endLine: 3, uri: 'parley-context:1' }), 2, 'the same lines');
    equal(add({ kind: 'problems' }), 3);
    equal(add({ kind: 'problems', endLine: 9, text: 'b' }), 3, 'the problems of now');
    equal(add({ kind: 'terminal' }), 4);
    equal(add({ kind: 'terminal', text: 'b' }), 5, 'another command');
    equal(add({ kind: 'cell', name: '1' }), 6);
    equal(add({ kind: 'cell', name: '2' }), 7, 'another cell');
  });

  it('is there once for the same lines, with their text as it was added last', async () => {
    const panel = opened();
    panel.tell({ kind: 'addContext', items: [selection] });
    panel.tell({ kind: 'addContext', items: [{ ...selection, text: 'y' }] });
    equal(chips(panel).length, 1);
    await pressKey('Enter');
    const context = [{ ...selection, text: 'y' }];
    equal(panel.posted.at(-1), { kind: 'send', text: '', context });
  });

  it('gives the input box the focus, behind what is typed already, and sends nothing', async () => {
    const panel = opened();
    await typeText('Why');
    panel.box.blur();
    panel.tell({ kind: 'addContext', items: [selection] });
    equal(document.activeElement === panel.box, true);
    await typeText('?');
    equal(panel.box.value, 'Why?');
    equal(panel.posted.length, 1);
  });

  it('comes with a question, which is put before what is typed already, once', () => {
    const panel = opened();
    panel.tell({ kind: 'addContext', items: [selection], text: 'Explain this code.' });
    equal([panel.box.value, chips(panel).length], ['Explain this code.', 1]);
    equal(document.activeElement === panel.box, true);
    panel.tell({ kind: 'addContext', items: [selection], text: 'Explain this code.' });
    equal([panel.box.value, chips(panel).length], ['Explain this code.', 1]);
    panel.tell({ kind: 'addContext', items: [], text: 'Write tests for this code.' });
    equal(panel.box.value, 'Write tests for this code.\nExplain this code.');
    equal(panel.posted.length, 1, 'nothing is sent');
  });

  it('shows a name as text, also one that looks like markup or hides characters', () => {
    const panel = opened();
    const path = 'a/<img src=x onerror=alert(1)>\u202Egpj.exe';
    panel.tell({ kind: 'addContext', items: [{ ...selection, path }] });
    equal(chips(panel), ['<img src=x onerror=alert(1)>\\u{202e}gpj.exe 12–40 a']);
    equal(panel.root.querySelector('.attachments img'), null);
  });

  it('offer what is selected in the editor, which is sent only once it is added', () => {
    const panel = openPanel();
    const selection = { path: 'src/a.ts', languageId: 'ts', startLine: 3, endLine: 9, text: '' };
    panel.snapshot([], { ...settings, selection });
    const offer = () => panel.root.querySelector<HTMLElement>('.chip-offer');
    equal(offer()?.textContent.replaceAll(/\s+/g, ' ').trim(), 'Add a.ts 3–9 src');
    panel.box.value = 'Why?';
    panel.box.dispatchEvent(new Event('input'));
    panel.get('.send-button').click();
    equal(panel.posted.at(-1), { kind: 'send', text: 'Why?' });
    offer()?.click();
    equal(panel.posted.at(-1), { kind: 'pickContext', name: 'selection' });
    panel.tell({
      kind: 'addContext',
      items: [{ ...selection, text: 'code', uri: 'parley-context:1' }],
    });
    equal(offer(), null);
    equal(panel.root.querySelectorAll('.attachments .chip').length, 1);
    panel.tell({ kind: 'settings', settings });
    equal(panel.root.querySelectorAll('.attachments .chip').length, 1);
  });
});

describe('pasted text', () => {
  function paste(panel: OpenPanel, text: string): void {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    const event = new ClipboardEvent('paste', { clipboardData: data, cancelable: true });
    panel.box.dispatchEvent(event);
  }
  const long = 'line\n'.repeat(300);
  const item = { path: 'pasted text', languageId: 'plaintext', startLine: 1, endLine: 300 };

  it('is attached if it is long: removable, kept through a reload, and sent along', async () => {
    const stored: StoredState = {};
    const before = opened(stored);
    paste(before, 'line\n'.repeat(100));
    paste(before, 'x'.repeat(8000));
    equal(before.get('.attachments').hidden, true);
    paste(before, 'line\n'.repeat(101));
    paste(before, long);
    equal(chips(before), ['Pasted text, 101 lines', 'Pasted text, 300 lines']);
    before.get('[aria-label="Remove Pasted text, 101 lines"]').click();
    const panel = opened(stored);
    equal(chips(panel), ['Pasted text, 300 lines']);
    await typeText('Why?');
    await pressKey('Enter');
    const context = [{ ...item, text: long }];
    equal(panel.posted.at(-1), { kind: 'send', text: 'Why?', context });
    panel.events({ kind: 'turnStarted', turn: aTurn('1', { user: { text: 'Why?', context } }) });
    equal(panel.get('.attachments').hidden, true);
    equal(panel.box.value, '');
    equal(panel.get('.turn .chip-path').innerText, 'Pasted text, 300 lines');
  });

  it('is attached if it has few lines and many characters', () => {
    const panel = opened();
    paste(panel, 'x'.repeat(8001));
    equal(chips(panel), ['Pasted text, 1 line']);
  });

  it('is put into the box with its button, at the caret, and can be taken out again', async () => {
    const panel = opened();
    await typeText('ab');
    await pressKey('ArrowLeft');
    paste(panel, long);
    panel.get('[aria-label="Insert as Text"]').click();
    equal(panel.box.value, `a${long}b`);
    equal(panel.get('.attachments').hidden, true);
    equal(document.activeElement === panel.box, true);
    await pressKey('Control+z');
    equal(panel.box.value, 'ab');
  });

  it('becomes text with Ctrl+Z right after it was pasted, and goes with the next one', async () => {
    const panel = opened();
    await typeText('ab');
    paste(panel, long);
    await pressKey('Control+z');
    equal(panel.box.value, `ab${long}`);
    equal(chips(panel), []);
    await pressKey('Control+z');
    equal(panel.box.value, 'ab');
  });

  it('stays when something typed after it is undone', async () => {
    const panel = opened();
    paste(panel, long);
    await typeText('a');
    await pressKey('Control+z');
    equal(panel.box.value, '');
    equal(chips(panel), ['Pasted text, 300 lines']);
  });
});

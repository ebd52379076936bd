import type { FoundFile, HostToView } from '../../../src/shared/panel/panelProtocol.ts';
import { equal } from '../assert.ts';
import { aTurn } from '../../support/builders.ts';
import type { OpenPanel } from '../openPanel.ts';
import { pressKey, typeText } from '../realKeyboard.ts';
import { typedPanel } from './typedPanel.ts';

function aFile(path: string): FoundFile {
  const end = path.lastIndexOf('/');
  const folder = path.slice(0, Math.max(0, end));
  return { name: path.slice(end + 1), folder, uri: `file:///w/${path}` };
}
const files = [aFile('src/parse.ts'), aFile('src/web/parseAll.ts'), aFile('parts.md')];

function find(panel: OpenPanel, query: string, found: readonly FoundFile[] = files): void {
  panel.tell({ kind: 'foundFiles', query, files: found } satisfies HostToView);
}

function rows(panel: OpenPanel): readonly string[] {
  return [...panel.root.querySelectorAll<HTMLElement>('.completion')].map((row) =>
    row.innerText.replaceAll(/\s+/g, ' ').trim(),
  );
}

function queries(panel: OpenPanel): readonly string[] {
  return panel.posted.flatMap((intent) => (intent.kind === 'findFiles' ? [intent.query] : []));
}

describe('files after #', () => {
  it('are asked for as they are typed, and shown with their folders', async () => {
    const panel = await typedPanel('Why does #pa');
    equal(queries(panel), ['', 'p', 'pa']);
    find(panel, 'pa');
    equal(rows(panel), ['parse.ts src', 'parseAll.ts src/web', 'parts.md']);
    equal(panel.get('.completion-menu').getAttribute('aria-label'), 'Context');
    equal(panel.box.getAttribute('aria-activedescendant'), 'file-0');
    equal(panel.box.getAttribute('aria-controls'), panel.get('[role="listbox"]').id);
  });

  for (const key of ['Enter', 'Tab']) {
    it(`are attached with ${key}, and their name completes the text`, async () => {
      const panel = await typedPanel('Why does #pa');
      find(panel, 'pa');
      await pressKey('ArrowDown');
      equal(panel.box.getAttribute('aria-activedescendant'), 'file-1');
      await pressKey(key);
      equal(panel.posted.at(-1), { kind: 'addFiles', uris: ['file:///w/src/web/parseAll.ts'] });
      equal(panel.box.value, 'Why does parseAll.ts ');
      equal(panel.get('.completion-menu').hidden, true);
      await typeText('fail?');
      equal(panel.box.value, 'Why does parseAll.ts fail?');
      equal(
        panel.posted.some(({ kind }) => kind === 'send'),
        false,
      );
    });
  }

  it('are attached with a click, in the middle of the text, which can be undone', async () => {
    const panel = await typedPanel('in  it fails');
    panel.box.setSelectionRange(3, 3);
    await typeText('#pa');
    find(panel, 'pa');
    const row = panel.get('#file-2');
    row.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, cancelable: true }));
    row.click();
    equal(panel.box.value, 'in parts.md  it fails');
    equal(document.activeElement === panel.box, true);
    await pressKey('Control+z');
    equal(panel.box.value.includes('#pa'), true);
  });

  it('follow the sources whose name begins so, which are picked by name', async () => {
    const panel = await typedPanel('Fix #pro');
    const sources = [
      { name: 'problems', icon: 'warning', label: 'Problems' },
      { name: 'proof', icon: 'law', label: 'Proof…' },
    ];
    panel.tell({ kind: 'foundFiles', query: 'pro', files, sources } satisfies HostToView);
    equal(rows(panel), [
      '#problems Problems',
      '#proof Proof…',
      'parse.ts src',
      'parseAll.ts src/web',
      'parts.md',
    ]);
    await typeText('b');
    equal(rows(panel), ['#problems Problems']);
    panel.tell({ kind: 'foundFiles', query: 'prob', files: [], sources: sources.slice(0, 1) });
    equal(panel.box.getAttribute('aria-activedescendant'), 'source-problems');
    await pressKey('Enter');
    equal(panel.posted.at(-1), { kind: 'pickContext', name: 'problems' });
    equal(panel.box.value, 'Fix ');
    await pressKey('Control+z');
    equal(panel.box.value, 'Fix #prob');
  });

  it('become fewer at once while more is typed, and late answers are dropped', async () => {
    const panel = await typedPanel('#pa');
    find(panel, 'pa');
    await typeText('rse');
    equal(rows(panel), ['parse.ts src', 'parseAll.ts src/web']);
    find(panel, 'par', [aFile('par.txt')]);
    equal(rows(panel), ['parse.ts src', 'parseAll.ts src/web']);
    find(panel, 'parse', [aFile('src/parse.ts')]);
    equal(rows(panel), ['parse.ts src']);
    await typeText(' ');
    equal(rows(panel), []);
    find(panel, 'parse');
    equal(rows(panel), [], 'the word has ended');
  });

  it('close with Escape, which stops no reply, and stay closed for this word', async () => {
    const panel = await typedPanel('#pa');
    panel.events({ kind: 'turnStarted', turn: aTurn('1') });
    find(panel, 'pa');
    await pressKey('Escape');
    equal(panel.get('.completion-menu').hidden, true);
    equal(
      panel.posted.some(({ kind }) => kind === 'stop'),
      false,
    );
    await typeText('rs');
    find(panel, 'pars');
    equal(panel.get('.completion-menu').hidden, true);
    await typeText(' #p');
    find(panel, 'p');
    equal(rows(panel).length, 3);
  });

  it('are not looked for inside a word, behind a space or another #, or in a very long word', async () => {
    const panel = await typedPanel('a#b # c C# ##d');
    // Once for each # that might begin a path.
    equal(queries(panel), ['', '']);
    await typeText(` #${'x'.repeat(101)}`);
    equal(queries(panel).at(-1)?.length, 100);
  });

  it('close when the caret or the focus goes elsewhere', async () => {
    const panel = await typedPanel('#pa');
    find(panel, 'pa');
    await pressKey('ArrowLeft');
    equal(panel.get('.completion-menu').hidden, true);
    await typeText('x');
    find(panel, 'px');
    equal(rows(panel).length, 3);
    panel.box.blur();
    equal(panel.get('.completion-menu').hidden, true);
    find(panel, 'px');
    equal(panel.get('.completion-menu').hidden, true);
  });

  it('leave Enter alone while nothing is found: the message is sent', async () => {
    const panel = await typedPanel('see #12');
    find(panel, '12', []);
    await pressKey('Enter');
    equal(panel.posted.at(-1), { kind: 'send', text: 'see #12' });
  });

  it('are offered by a command as well, behind the text before the caret', async () => {
    const panel = await typedPanel('see');
    panel.tell({ kind: 'offerFiles' });
    equal(panel.box.value, 'see #');
    equal(panel.posted.at(-1), { kind: 'findFiles', query: '' });
  });

  it('have names that are text and nothing else', async () => {
    const panel = await typedPanel('#');
    find(panel, '', [aFile('<b>x</b>/<img src=x>.ts')]);
    equal(
      rows(panel),
      ['<img src=x>.ts <b>x</b>'].map((text) => text),
    );
    equal(panel.root.querySelector('.completion img, .completion b'), null);
  });
});

import { equal } from '../assert.ts';
import { anEndedTurn, openPanel, read, settings, settled, type OpenPanel } from '../openPanel.ts';
import { pressKey } from '../realKeyboard.ts';

const filler = 'Some line of text.\n\n'.repeat(60);
const code = '```ts\nconst a = 1;\n```\n\n';

/** The element with the focus: its label and the end of its text. */
function focused(): string {
  const { activeElement } = document;
  return `${activeElement?.ariaLabel ?? ''}: ${activeElement?.textContent.trim().slice(-12) ?? ''}`;
}

function distanceFromTop(panel: OpenPanel): number {
  const top = document.activeElement?.getBoundingClientRect().top ?? 0;
  return Math.round(top - panel.get('.scroller').getBoundingClientRect().top);
}

describe('keyboard travel', () => {
  function conversation(): OpenPanel {
    const panel = openPanel();
    panel.snapshot([
      { ...anEndedTurn('1', `${code}${filler}`), user: { text: 'First', context: [] } },
      {
        ...anEndedTurn(
          '2',
          `${filler}${code}${filler}\n\n- item\n\n  ${code.replaceAll('\n', '\n  ')}`,
        ),
        parentId: '1',
        user: { text: 'Second', context: [] },
      },
    ]);
    return panel;
  }

  it('goes from message to message with Alt+Up and Alt+Down, each from its start', async () => {
    const panel = conversation();
    await settled();
    panel.box.focus();
    const articles = [...panel.root.querySelectorAll('article')];
    document.documentElement.style.setProperty('--vscode-focusBorder', 'blue');
    for (const article of articles.toReversed()) {
      await pressKey('Alt+ArrowUp');
      await settled();
      equal(document.activeElement === article, true);
      equal(Math.abs(distanceFromTop(panel)) <= 1, true, `${distanceFromTop(panel)}`);
      equal(getComputedStyle(article).outlineStyle, 'solid');
    }
    await pressKey('Alt+ArrowUp');
    equal(document.activeElement === articles[0], true, 'there is nothing before the first');
    document.documentElement.removeAttribute('style');
    for (const article of articles.slice(1)) {
      await pressKey('Alt+ArrowDown');
      await settled();
      equal(document.activeElement === article, true);
    }
    await pressKey('Alt+ArrowDown');
    equal(document.activeElement === panel.box, true, 'after the last one comes the box');
    equal(panel.root.querySelectorAll('[tabindex="-1"]').length, 0);
  });

  it('comes back to a block of code when the webview gets the focus again', async () => {
    const panel = openPanel();
    panel.snapshot([anEndedTurn('1', code)]);
    await settled();
    panel.box.focus();
    read(panel, 'previousCodeBlock');
    const block = panel.get('.code-block');
    equal(document.activeElement === block, true);
    // As browsers do when the focus goes to the window around the webview.
    block.blur();
    window.dispatchEvent(new Event('focus'));
    equal(document.activeElement === block, true);
    panel.box.focus();
    panel.box.blur();
    window.dispatchEvent(new Event('focus'));
    equal(document.activeElement === panel.box, true, 'not after the focus was elsewhere');
  });

  it('starts at the text in view', async () => {
    const panel = conversation();
    await settled();
    panel.get('.scroller').scrollTop = 0;
    await settled();
    panel.get('.scroller').scrollTop = 400;
    await settled();
    panel.box.focus();
    await pressKey('Alt+ArrowDown');
    equal(focused(), 'You: YouSecond');
    panel.box.focus();
    panel.get('.scroller').scrollTop = 0;
    await settled();
    panel.get('.scroller').scrollTop = 400;
    await settled();
    await pressKey('Alt+ArrowUp');
    equal(document.activeElement?.closest('article')?.className, 'message reply has-text');
  });

  it('goes from code block to code block by command, and says if there is none', async () => {
    const panel = conversation();
    await settled();
    panel.box.focus();
    const seen: string[] = [];
    const blocks = [...panel.root.querySelectorAll('.code-block')];
    for (let step = 0; step < 3; step += 1) {
      read(panel, 'previousCodeBlock');
      await settled();
      seen.push(`${blocks.indexOf(document.activeElement ?? panel.root)}`);
      const below = distanceFromTop(panel) - panel.get('.question-line').clientHeight;
      equal(Math.abs(below) <= 1 || step === 0, true, `${below}`);
    }
    equal(seen, ['2', '1', '0']);
    equal(document.activeElement?.ariaLabel, 'Code, ts, 1 line');
    equal(document.activeElement?.role, 'group');
    read(panel, 'previousCodeBlock');
    equal(panel.get('[role=log]').textContent, 'No previous code block.');
    read(panel, 'nextCodeBlock');
    await settled();
    equal(blocks.indexOf(document.activeElement ?? panel.root), 1);
    equal(blocks[0]?.outerHTML.includes('aria-label="Code'), false, 'the block is as it was');
    await pressKey('Tab');
    equal(document.activeElement?.ariaLabel, 'Copy Code');
  });

  it('reads the last reply aloud, with every setting', async () => {
    for (const announce of ['off', 'summary', 'full'] as const) {
      const panel = openPanel();
      panel.snapshot([], { ...settings, announce });
      read(panel, 'readLastReply');
      equal(panel.get('[role=log]').textContent, 'There is no reply to read.');
      panel.snapshot([anEndedTurn('1', `**Bold** text.\n\n${code}- one\n- two`)], {
        ...settings,
        announce,
      });
      panel.box.focus();
      read(panel, 'readLastReply');
      equal(panel.get('[role=log]').textContent, 'Bold text.\nconst a = 1;\none\ntwo');
      equal(document.activeElement === panel.box, true);
    }
  });

  it('leaves Alt+Up to an input method while it composes', () => {
    const panel = conversation();
    panel.box.focus();
    const key = { key: 'ArrowUp', altKey: true, bubbles: true, isComposing: true };
    panel.box.dispatchEvent(new KeyboardEvent('keydown', key));
    equal(document.activeElement === panel.box, true);
  });
});

import { equal } from '../../assert.ts';
import { anEndedTurn, type OpenPanel, openPanel, settings, settled } from '../../openPanel.ts';

describe('the question of a reply that is read', () => {
  const long = Array.from({ length: 60 }, (_, index) => `Paragraph ${index}`).join('\n\n');
  const turn = (id: string, text: string, parentId?: string) => ({
    ...anEndedTurn(id, long),
    parentId,
    user: { text, context: [] },
  });
  const turns = [turn('0', 'What is one?'), turn('1', 'What is two?', '0')];

  /** The question lines that are seen, at the top of the view, when the reply to turn `index` is there. */
  async function seen(heading?: { title: string; isPinned: boolean }, index = 0) {
    const panel = openPanel();
    panel.snapshot(turns, { ...settings, heading });
    await settled();
    return seenAt(panel, '.reply .markdown', index, 300);
  }

  /** Those that are seen when the view begins `belowPx` below the top of a part. */
  async function seenAt(panel: OpenPanel, selector: string, index: number, belowPx = 0) {
    const scroller = panel.get('.scroller');
    const top = () => scroller.getBoundingClientRect().top;
    const parts = [...panel.root.querySelectorAll(selector)];
    scroller.scrollTop += (parts[index]?.getBoundingClientRect().top ?? 0) + belowPx - top();
    await settled();
    return [...panel.root.querySelectorAll<HTMLElement>('.question-line > div')].filter(
      (line) =>
        line.checkVisibility({ visibilityProperty: true }) &&
        line.getBoundingClientRect().bottom > top() + 1,
    );
  }

  it('stays at the top, in one line, and leads back to the message', async () => {
    const lines = await seen(undefined, 1);
    equal(
      lines.map(({ textContent }) => textContent),
      ['What is two?'],
    );
    lines[0]?.click();
    await settled();
    const line = document.querySelector('.user-message[data-vscode-context*=\'"1"\']');
    const scroller = document.querySelector('.scroller');
    const [message, view] = [line, scroller].map((one) => one?.getBoundingClientRect().top ?? 0);
    equal(Math.abs((message ?? 0) - (view ?? 0)) < 2, true);
  });

  it('leaves with the end of the reply, and does not lie over the next message', async () => {
    const panel = openPanel();
    panel.snapshot(turns);
    await settled();
    equal((await seenAt(panel, '.user-message', 1)).length, 0);
    equal((await seenAt(panel, '.user-message', 1, -10)).length, 1);
  });

  it('is not repeated below a title that is made of it', async () => {
    equal((await seen()).length, 1);
    equal((await seen({ title: 'What is one?', isPinned: false })).length, 0);
    equal((await seen({ title: 'Numbers', isPinned: false })).length, 1);
  });

  it('takes no room', () => {
    const panel = openPanel();
    panel.snapshot(turns);
    const { bottom } = panel.get('.user-message').getBoundingClientRect();
    equal(panel.get('.replies').getBoundingClientRect().top, bottom);
  });
});

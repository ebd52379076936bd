import { equal } from './assert.ts';
import { aTurn } from '../support/builders.ts';
import { anEndedTurn, nextFrame, openPanel, textDelta, type OpenPanel } from './openPanel.ts';

const longText = 'line\n\n'.repeat(100);

function distanceToEnd(panel: OpenPanel): number {
  const { scrollHeight, scrollTop, clientHeight } = panel.get('.scroller');
  return Math.round(scrollHeight - scrollTop - clientHeight);
}

async function scrolledUp(): Promise<OpenPanel> {
  const panel = openPanel();
  panel.snapshot([anEndedTurn('1', longText), aTurn('2', { parentId: '1' })]);
  // What comes into view is laid out with the frame after the one that brings it there.
  await nextFrame();
  await nextFrame();
  panel.get('.scroller').scrollTop = 300;
  await nextFrame();
  return panel;
}

describe('following the end', () => {
  it('starts at the end and stays there while text arrives', async () => {
    const panel = openPanel();
    panel.snapshot([anEndedTurn('1', longText), aTurn('2', { parentId: '1' })]);
    await nextFrame();
    equal(distanceToEnd(panel), 0);
    for (let delta = 0; delta < 10; delta += 1) {
      panel.events(textDelta('2', 'more\n\nand more\n\n'));
      await nextFrame();
      equal(distanceToEnd(panel), 0);
    }
    panel.events({ kind: 'turnEnded', turnId: '2', status: 'completed', at: 1 });
    await nextFrame();
    equal(distanceToEnd(panel), 0);
    equal(panel.get('.latest').hidden, true);
  });

  it('moves nothing once the reader has scrolled up, and offers the way back', async () => {
    const panel = await scrolledUp();
    const place = panel.get('.markdown p').getBoundingClientRect().top;
    panel.events(textDelta('2', longText));
    await nextFrame();
    panel.events({ kind: 'turnEnded', turnId: '2', status: 'completed', at: 1 });
    await nextFrame();
    equal(panel.get('.scroller').scrollTop, 300);
    equal(panel.get('.markdown p').getBoundingClientRect().top, place);
    equal(panel.get('.latest').hidden, false);
    const [, lines] = /^ (\d+) new lines$/.exec(panel.get('.latest').textContent) ?? [];
    // A hundred paragraphs of a line each, with the space between them.
    equal(Number(lines) >= 100 && Number(lines) <= 200, true);
    panel.get('.latest').click();
    await nextFrame();
    equal(distanceToEnd(panel), 0);
    equal(panel.get('.latest').hidden, true);
    equal(document.activeElement === panel.box, true);
  });

  it('follows again when the reader comes back to the end', async () => {
    const panel = await scrolledUp();
    panel.get('.scroller').scrollTop = 1_000_000;
    await nextFrame();
    panel.events(textDelta('2', longText));
    await nextFrame();
    equal(distanceToEnd(panel), 0);
  });

  it('goes to the end when a message is sent', async () => {
    const panel = await scrolledUp();
    panel.events({ kind: 'turnEnded', turnId: '2', status: 'completed', at: 1 });
    panel.events({ kind: 'turnStarted', turn: aTurn('3', { parentId: '2' }) });
    await nextFrame();
    equal(distanceToEnd(panel), 0);
  });
});

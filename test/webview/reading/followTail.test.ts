import { equal } from '../assert.ts';
import { aTurn } from '../../support/builders.ts';
import { anEndedTurn, nextFrame, openPanel, textDelta, type OpenPanel } from '../openPanel.ts';

const longText = 'line\n\n'.repeat(100);

function distanceToEnd(panel: OpenPanel): number {
  const { scrollHeight, scrollTop, clientHeight } = panel.get('.scroller');
  return Math.round(scrollHeight - scrollTop - clientHeight);
}

async function scrolledUp(): Promise<OpenPanel> {
  const panel = openPanel();
  panel.snapshot([anEndedTurn('1', longText), aTurn('2', { parentId: '1' })]);
  // Elements that come into view are laid out in the next frame.
  await nextFrame();
  await nextFrame();
  panel.get('.scroller').scrollTop = 300;
  await nextFrame();
  return panel;
}

describe('following the end', () => {
  it('starts at the end and stays there while a reply streams', async () => {
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

  it('stops when the reader scrolls up, and offers the way back', async () => {
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
    // A hundred paragraphs of one line each, with the margins between them.
    equal(Number(lines) >= 100 && Number(lines) <= 200, true);
    panel.get('.latest').click();
    await nextFrame();
    equal(distanceToEnd(panel), 0);
    equal(panel.get('.latest').hidden, true);
    equal(document.activeElement === panel.box, true);
  });

  it('counts neither unfolded text nor lines of another width as new', async () => {
    const panel = await scrolledUp();
    panel.events({ kind: 'turnEnded', turnId: '2', status: 'completed', at: 1 });
    await nextFrame();
    const label = panel.get('.latest').textContent;
    const unfolded = panel.get('.markdown').appendChild(document.createElement('p'));
    panel.get('.markdown p').click();
    unfolded.style.height = '500px';
    await nextFrame();
    equal(panel.get('.latest').textContent, label);
    panel.events({ kind: 'replyStarted', turnId: '2' });
    panel.root.style.width = '200px';
    unfolded.style.height = '900px';
    await nextFrame();
    equal(panel.get('.latest').textContent, label);
    panel.root.style.width = '';
  });

  it('offers no way to an end that is in view', async () => {
    const panel = openPanel();
    panel.snapshot([anEndedTurn('1', 'text')]);
    await nextFrame();
    await nextFrame();
    panel.tell({ kind: 'read', action: 'previousMessage' });
    equal(panel.get('.latest').hidden, true);
    panel.snapshot([anEndedTurn('1', longText)]);
    await nextFrame();
    await nextFrame();
    panel.tell({ kind: 'read', action: 'previousMessage' });
    await nextFrame();
    await nextFrame();
    equal(panel.get('.latest').hidden, false);
  });

  it('does not take content that gets shorter for scrolling by the reader', async () => {
    const panel = openPanel();
    panel.snapshot([anEndedTurn('1', longText), aTurn('2', { parentId: '1' })]);
    await nextFrame();
    const scroller = panel.get('.scroller');
    const { scrollTop } = scroller;
    const last = panel.get('[data-turn-id="1"] .markdown').lastElementChild;
    last?.remove();
    // Reading the position forces a layout, which moves the view to the new end.
    equal(scroller.scrollTop < scrollTop, true);
    panel.events(textDelta('2', longText));
    panel.events({ kind: 'turnEnded', turnId: '2', status: 'completed', at: 1 });
    await nextFrame();
    equal(distanceToEnd(panel), 0);
    equal(panel.get('.latest').hidden, true);
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

  it('follows a new reply until its message is at the top, and the end again once the reader is there', async () => {
    const panel = openPanel();
    panel.snapshot([anEndedTurn('1', longText)]);
    await nextFrame();
    panel.events({ kind: 'turnStarted', turn: aTurn('2', { parentId: '1' }) });
    await nextFrame();
    const scroller = panel.get('.scroller');
    const messageTop = (): number =>
      Math.round(
        panel.get('[data-turn-id="2"] .user-message').getBoundingClientRect().top -
          scroller.getBoundingClientRect().top,
      );
    const stream = async (deltas: number): Promise<void> => {
      for (let delta = 0; delta < deltas; delta += 1) {
        panel.events(textDelta('2', 'more\n\n'));
        await nextFrame();
      }
    };
    await stream(3);
    equal(distanceToEnd(panel), 0, 'there is room for more');
    equal(messageTop() > 0, true);
    await stream(60);
    equal(messageTop(), 0);
    equal(distanceToEnd(panel) > 500, true);
    equal(panel.get('.latest').hidden, false);
    equal(/^ \d+ new lines$/.test(panel.get('.latest').textContent), true);
    const { scrollTop } = scroller;
    scroller.scrollTop += 100;
    await nextFrame();
    await stream(3);
    equal(scroller.scrollTop, scrollTop + 100, 'the reader goes on reading');
    scroller.scrollTop = 1_000_000;
    await nextFrame();
    await stream(3);
    equal(distanceToEnd(panel), 0);
    equal(panel.get('.latest').hidden, true);
    panel.events({ kind: 'turnEnded', turnId: '2', status: 'completed', at: 1 });
    await nextFrame();
    equal(distanceToEnd(panel), 0);
  });

  it('keeps the beginning of a reply that arrives at once, and goes to its end on request', async () => {
    const panel = openPanel();
    panel.snapshot([]);
    panel.events({ kind: 'turnStarted', turn: aTurn('1') }, textDelta('1', longText), {
      kind: 'turnEnded',
      turnId: '1',
      status: 'completed',
      at: 1,
    });
    await nextFrame();
    equal(panel.get('.scroller').scrollTop, 0);
    equal(panel.get('.latest').hidden, false);
    panel.get('.latest').click();
    await nextFrame();
    equal(distanceToEnd(panel), 0);
  });

  it('keeps the beginning of the reply in view if the message is long', async () => {
    const panel = openPanel();
    panel.snapshot([]);
    const user = { text: 'line\n'.repeat(12), context: [] };
    panel.root.style.height = '300px';
    panel.events({ kind: 'turnStarted', turn: aTurn('1', { user }) }, textDelta('1', longText));
    await nextFrame();
    const { top } = panel.get('.scroller').getBoundingClientRect();
    equal(Math.round(panel.get('.reply').getBoundingClientRect().top - top), 0);
    panel.root.style.height = '';
  });

  it('keeps the end of the text before its continuation in view', async () => {
    const panel = openPanel();
    const cut = { status: 'truncated', finishReason: 'length', endedAt: 1 } as const;
    panel.snapshot([anEndedTurn('1', longText, cut)]);
    await nextFrame();
    const before = panel.get('.markdown').getBoundingClientRect().height;
    panel.events(
      { kind: 'turnStarted', turn: aTurn('2', { parentId: '1', isContinuation: true }) },
      textDelta('2', longText),
    );
    await nextFrame();
    const scroller = panel.get('.scroller');
    const { top, height } = scroller.getBoundingClientRect();
    const end = panel.get('.markdown').getBoundingClientRect().top + before - top;
    equal(end > 0 && end < height / 2, true);
    equal(panel.get('.latest').hidden, false);
  });

  it('does not move the text in view by a fraction of a pixel while blocks of all kinds stream', async () => {
    const panel = await scrolledUp();
    const scroller = panel.get('.scroller');
    const anchors = [...panel.root.querySelectorAll('.markdown p')].filter((node) => {
      const { top, bottom } = node.getBoundingClientRect();
      return bottom > -2000 && top < scroller.clientHeight;
    });
    const places = (): readonly number[] => anchors.map((node) => node.getBoundingClientRect().top);
    const before = places();
    equal(before.length > 20, true);
    const blocks = [
      '## Heading\n\nText with `code` and a [link][late].\n\n',
      `\`\`\`ts\n${'const a = 1; // comment\n'.repeat(40)}\`\`\`\n\n`,
      `| a | b |\n|---|--:|\n${'| cell | 12 |\n'.repeat(20)}\n`,
      '- item\n- item\n\n  loose\n\n1. one\n   - nested\n\n> quoted\n\n',
      'Inline $a^2 + b^2$ and\n\n$$\n\\int_0^1 x\\,dx = \\frac{1}{2}\n$$\n\n',
      '[late]: https://example.org/\n\nמימין לשמאל\n\n---\n\n',
    ];
    const text = blocks.join('').repeat(3);
    panel.events({ kind: 'replyReasoning', turnId: '2', text: 'I think.\n'.repeat(30), at: 1 });
    for (let at = 0; at < text.length; at += 97) {
      panel.events(textDelta('2', text.slice(at, at + 97)));
      await new Promise((resolve) => requestAnimationFrame(resolve));
      equal(places(), before);
    }
    panel.events({ kind: 'turnEnded', turnId: '2', status: 'completed', at: 1 });
    for (let frames = 0; frames < 10; frames += 1) {
      await nextFrame();
      equal(places(), before);
    }
  });
});

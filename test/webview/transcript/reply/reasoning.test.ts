import type { ConversationEvent } from '../../../../src/shared/conversation/conversationEvent.ts';
import { aTurn } from '../../../support/builders.ts';
import { until } from '../../../support/until.ts';
import { equal } from '../../assert.ts';
import { openPanel, type OpenPanel } from '../../openPanel.ts';

const at = 1500;

function text(words: string): ConversationEvent {
  return { kind: 'replyText', turnId: '1', text: words, at };
}

function wasReasoning(length: number): ConversationEvent {
  return { kind: 'replyTextWasReasoning', turnId: '1', length };
}

function startedPanel(): OpenPanel {
  const panel = openPanel();
  panel.snapshot([]);
  panel.events({ kind: 'turnStarted', turn: aTurn('1') });
  return panel;
}

const shownText = (panel: OpenPanel): string => panel.get('.markdown').innerText.trim();
const shownReasoning = (panel: OpenPanel): string =>
  panel.root.querySelector('.reasoning-text')?.textContent ?? '';

async function frames(count: number): Promise<void> {
  for (let left = count; left > 0; left -= 1) {
    await new Promise(requestAnimationFrame);
  }
}

describe('text that becomes reasoning', () => {
  it('moves at once and leaves nothing behind', async () => {
    const panel = startedPanel();
    const thought = 'First, *add*.\n\n```js\nlet x = 1;\n```\n\nThen 4.\n';
    panel.events(text(thought));
    await until('the text', () => shownText(panel).includes('Then 4.'));
    equal(panel.get('.reasoning').hidden, true);
    panel.events(wasReasoning(thought.length));
    // Nothing has been painted yet.
    equal([shownText(panel), shownReasoning(panel)], ['', thought]);
    equal(panel.get('.reasoning').hidden, false);
    equal(panel.get('.reply').classList.contains('has-text'), false);
    await frames(3);
    equal([shownText(panel), shownReasoning(panel)], ['', thought]);
    panel.events(text('It is **4**.'));
    await until('the text', () => shownText(panel) === 'It is 4.');
    equal(panel.get('.markdown strong').textContent, '4');
    panel.events({ kind: 'turnEnded', turnId: '1', status: 'completed', at: 3000 });
    equal([shownText(panel), shownReasoning(panel)], ['It is 4.', thought]);
    panel.get('.reply [data-action="copyReply"]').click();
    equal(panel.posted.at(-1), { kind: 'copy', text: 'It is **4**.' });
  });

  it('moves before it was painted', async () => {
    const panel = startedPanel();
    panel.events(text('Hm.'), wasReasoning(3), text('Yes.'));
    await until('the text', () => shownText(panel) === 'Yes.');
    equal(shownReasoning(panel), 'Hm.');
  });

  it('leaves the text before it on the page, painted as it was', async () => {
    const panel = startedPanel();
    panel.events(
      { kind: 'replyReasoning', turnId: '1', text: 'One.', at },
      text('Part *one*.\n\n'),
      text('Two.\n'),
    );
    await until('the text', () => shownText(panel).includes('Two.'));
    panel.events({ kind: 'replyReasoning', turnId: '1', text: '\n\n', at }, wasReasoning(5));
    equal([shownText(panel), shownReasoning(panel)], ['Part one.', 'One.\n\nTwo.\n']);
    equal(panel.get('.markdown em').textContent, 'one');
    panel.events(text('Part two.'));
    await until('the text', () => shownText(panel) === 'Part one.\n\nPart two.');
    equal(panel.root.querySelectorAll('.markdown p').length, 2);
  });

  it('is announced as neither: what was not a whole sentence is dropped', async () => {
    const panel = openPanel();
    panel.snapshot([], { target: { connection: 'Local', model: 'm1' }, announce: 'full' });
    panel.events({ kind: 'turnStarted', turn: aTurn('1') });
    panel.events(text('Half a sen'), wasReasoning(10), text('Yes. '));
    panel.events({ kind: 'turnEnded', turnId: '1', status: 'completed', at: 3000 });
    const announced = panel.get('[aria-live]').textContent;
    equal([announced.includes('Half'), announced.includes('Yes.')], [false, true]);
  });
});

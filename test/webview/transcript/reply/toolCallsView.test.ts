import { equal } from '../../assert.ts';
import { aTurn } from '../../../support/builders.ts';
import { anEndedTurn, openPanel, type OpenPanel } from '../../openPanel.ts';

function shownCalls(panel: OpenPanel): readonly (readonly string[])[] {
  return [...panel.root.querySelectorAll('.tool-call')].map((call) =>
    [...call.querySelectorAll('code')].map(({ textContent }) => textContent),
  );
}

describe('tool calls', () => {
  it('are shown while they arrive, with name and arguments, and are no empty reply', () => {
    const panel = openPanel();
    panel.snapshot([]);
    panel.events({ kind: 'turnStarted', turn: aTurn('1') });
    const delta = { kind: 'replyToolCall', turnId: '1', id: undefined, at: 1500 } as const;
    panel.events({ ...delta, index: 0, name: 'get_weather', arguments: '{"city":' });
    equal(shownCalls(panel), [['get_weather', '{"city":']]);
    equal(panel.get('.waiting').hidden, true);
    const [before] = panel.root.querySelectorAll('.tool-call pre');
    panel.events(
      { ...delta, index: 0, name: '', arguments: '"<b>"}' },
      { ...delta, index: 1, name: 'time\u202E', arguments: '' },
    );
    equal(shownCalls(panel), [
      ['get_weather', '{"city":"<b>"}'],
      ['time\\u{202e}', ''],
    ]);
    equal(panel.root.querySelector('.tool-call pre') === before, true, 'what is there stays');
    panel.events({
      kind: 'turnEnded',
      turnId: '1',
      status: 'completed',
      finishReason: 'tool_calls',
      at: 2000,
    });
    equal(shownCalls(panel).length, 2);
    equal(panel.get('.tool-call-title .quiet').textContent, 'Not run');
    equal(panel.root.querySelector('.ending'), null);
    panel.get('.reply [data-action="copyReply"]').click();
    const copied = panel.posted.at(-1);
    const expected = '*Tool call, not carried out:* `get_weather`\n\n```json\n{"city":"<b>"}\n```';
    equal(copied?.kind === 'copy' && copied.text.startsWith(expected), true);
  });

  it('have long arguments in parts, which the browser lays out one by one', () => {
    const panel = openPanel();
    const json = 'ภาษาไทย'.repeat(10_000);
    panel.snapshot([anEndedTurn('1', '', { toolCalls: [{ name: 'a', arguments: json }] })]);
    const parts = [...panel.root.querySelectorAll('.tool-call pre > code > *')];
    equal(parts.length > 10 && parts.every(({ textContent }) => textContent.length < 5000), true);
    equal(shownCalls(panel)[0]?.[1] === json, true);
  });

  it('come after the text of the reply; a reply without anything is empty', () => {
    const panel = openPanel();
    const toolCalls = [{ name: '', arguments: '{}' }];
    panel.snapshot([
      anEndedTurn('1', 'Let me see.', { toolCalls }),
      { ...anEndedTurn('2', '', { toolCalls: [] }), parentId: '1' },
    ]);
    equal(shownCalls(panel), [['no name', '{}']]);
    const position = panel
      .get('[data-turn-id="1"] .markdown')
      .compareDocumentPosition(panel.get('.tool-call'));
    equal(position, Node.DOCUMENT_POSITION_FOLLOWING);
    equal(panel.get('[data-turn-id="2"] .ending').textContent.trim(), 'The reply is empty.');
  });
});

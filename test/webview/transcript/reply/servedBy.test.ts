import { equal } from '../../assert.ts';
import { anEndedTurn, openPanel, settings } from '../../openPanel.ts';
import type { Reply } from '../../../../src/shared/conversation/conversation.ts';

function headOf(reply: Partial<Reply>) {
  const panel = openPanel();
  panel.snapshot([anEndedTurn('1', 'text', { model: 'gpt-4o', ...reply })], settings);
  const note = panel.get('.reply .served-by');
  return {
    author: panel.get('.reply .message-author').textContent,
    note: note.textContent.trim(),
    tooltip: note.querySelector<HTMLElement>('[title]')?.title,
    rows: () =>
      [...panel.root.querySelectorAll('.usage dt')].map(
        (name) => `${name.textContent}: ${name.nextElementSibling?.textContent.trim()}`,
      ),
    panel,
  };
}

describe('the head of a reply', () => {
  it('says that another model than the requested one replied', () => {
    const { author, note, tooltip } = headOf({ answeredBy: 'gpt-4o-mini' });
    equal([author, note], ['gpt-4o-mini', 'requested: gpt-4o']);
    equal(tooltip, 'The service used gpt-4o-mini. You requested gpt-4o.');
  });

  it('says nothing where it is the requested one, by another name', () => {
    for (const answeredBy of ['gpt-4o', 'gpt-4o-2024-08-06', 'openai/GPT-4o', undefined]) {
      equal(headOf({ answeredBy }).note, '');
    }
  });

  it('says quietly that the configuration has changed, and details tell both', () => {
    const { note, tooltip, rows } = headOf({
      answeredBy: 'gpt-4o',
      fingerprint: 'fp_2',
      fingerprintBefore: 'fp_1',
      provider: 'Ham\u202ester',
    });
    equal(note, 'configuration changed');
    equal(tooltip?.startsWith('system_fingerprint changed from fp_1 to fp_2.'), true);
    equal(rows().includes('system_fingerprint: fp_2 (before: fp_1)'), true);
    equal(rows().includes('Provider: Ham\\u{202e}ster'), true, rows().join());
  });

  it('says so while the reply is coming', () => {
    const { panel } = headOf({ status: 'running', endedAt: undefined });
    equal(panel.get('.served-by').textContent.trim(), '');
    const served = { answeredBy: 'gpt-4o', fingerprint: 'b', fingerprintBefore: 'a' };
    panel.events({ kind: 'replyStarted', turnId: '1', ...served });
    equal(panel.get('.served-by').textContent.trim(), 'configuration changed');
  });
});

describe('the format of a reply', () => {
  it('is a word in its line where it is as requested', () => {
    const { panel, rows } = headOf({ formatCheck: { kind: 'fits', isPartial: true } });
    equal(panel.get('.usage summary').textContent.includes('requested format'), true);
    equal(panel.root.querySelector('.format-check'), null);
    const words = 'Format: as requested; the patterns of the schema were not checked';
    equal(rows().includes(words), true, rows().join());
  });

  it('is told below it where it is another one, with each place', () => {
    const problems = [
      { path: '', keyword: 'required', subject: 'name' },
      { path: '/a/0', keyword: 'type', subject: 'string' },
      { path: '/b\u202e', keyword: 'maximum' },
    ];
    const { panel } = headOf({ formatCheck: { kind: 'differs', problems } });
    const node = panel.get('.format-check');
    equal(
      node.querySelector('span')?.textContent,
      'The reply does not match the requested format.',
    );
    equal(
      [...node.querySelectorAll('li')].map((item) => item.textContent),
      [
        'Top level: “name” is missing',
        '/a/0: the type must be string',
        '/b\\u{202e}: does not meet “maximum”',
      ],
    );
  });
});

import { equal } from '../assert.ts';
import { anEndedTurn, openPanel } from '../openPanel.ts';

describe('a removed turn', () => {
  it('goes, the turns after it stay, and the notice restores it', () => {
    const panel = openPanel();
    panel.snapshot([anEndedTurn('1', 'a'), { ...anEndedTurn('2', 'b'), parentId: '1' }]);
    const second = panel.get('[data-turn-id="2"]');
    panel.events({ kind: 'turnsRemoved', turnIds: ['1'] });
    equal(panel.root.querySelectorAll('.turn').length, 1);
    equal(panel.get('.turn') === second, true);
    const notice = { severity: 'info', text: 'Removed.', removedIds: ['1'] } as const;
    panel.tell({ kind: 'notice', notice });
    panel.get('.notice .text-button').click();
    equal(panel.posted.at(-1), { kind: 'restoreTurns', turnIds: ['1'] });
    equal(panel.root.querySelector('.notice'), null);
    panel.events({ kind: 'turnsRestored', turnIds: ['1'] });
    equal(panel.root.querySelectorAll('.turn').length, 2);
    equal(panel.root.querySelectorAll('.turn')[1] === second, true);
  });
});

describe('a notice', () => {
  it('shows names of files as text on one line', () => {
    const panel = openPanel();
    const notice = { severity: 'warning', text: 'a\u202eb\nc is not a file.' } as const;
    panel.tell({ kind: 'notice', notice });
    equal(panel.get('.notice-text').textContent.trim(), String.raw`a\u{202e}b c is not a file.`);
  });
});

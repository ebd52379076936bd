import { equal } from '../assert.ts';
import { anEndedTurn, openPanel, read, settled } from '../openPanel.ts';

const filler = 'Some line of text.\n\n'.repeat(60);

describe('an editor opened by command', () => {
  for (const action of ['editSystemPrompt', 'editLastMessage'] as const) {
    it(`comes into view and stays there: ${action}`, async () => {
      const panel = openPanel();
      panel.snapshot([anEndedTurn('1', filler)]);
      await settled();
      read(panel, action);
      await settled();
      const { activeElement } = document;
      equal(activeElement instanceof HTMLTextAreaElement, true);
      equal(panel.get('.content').contains(activeElement), true);
      const { top, bottom } = panel.get('.scroller').getBoundingClientRect();
      const box = activeElement?.getBoundingClientRect();
      equal(box !== undefined && box.top >= top && box.bottom <= bottom, true);
    });
  }

  it('may be the parameters pop-over', async () => {
    const panel = openPanel();
    panel.snapshot([]);
    read(panel, 'editParameters');
    await settled();
    equal(panel.get('.parameters').matches(':popover-open'), true);
  });
});

import { equal } from '../assert.ts';
import { anEndedTurn, openPanel } from '../openPanel.ts';
import { typeText } from '../realKeyboard.ts';

describe('the estimate of the next request', () => {
  const knowing = (tokens: number) =>
    ({
      target: { connection: 'Local', model: 'm1', context: { tokens, source: 'list' } },
    }) as const;
  const turn = () => anEndedTurn('1', 'r'.repeat(400));

  it('counts the conversation and the typed text against the context', async () => {
    const panel = openPanel();
    panel.snapshot([turn()], knowing(500));
    const meter = () => panel.get('meter') as HTMLMeterElement;
    equal(meter().max, 500);
    equal(meter().value, 103);
    equal(panel.get('.context-meter').innerText.trim(), '20 %');
    panel.box.focus();
    await typeText('12345678');
    equal(meter().value, 105);
    equal(
      meter().ariaValueText?.startsWith('Next request: about 105 of 500 tokens (estimate)'),
      true,
    );
    panel.box.value = 'x'.repeat(1300);
    panel.box.dispatchEvent(new Event('input'));
    equal(panel.get('.context-meter').classList.contains('near'), true);
    panel.box.value = 'x'.repeat(2000);
    panel.box.dispatchEvent(new Event('input'));
    equal(panel.get('.context-meter').classList.contains('over'), true);
    equal(panel.get('.context-meter').innerText.trim(), '121 %');
  });

  it('is a number of tokens if the length is unknown, and empty for nothing', async () => {
    const panel = openPanel();
    panel.snapshot([]);
    equal(panel.root.querySelector('.context-meter'), null);
    panel.snapshot([anEndedTurn('1', 'r'.repeat(8000))]);
    equal(panel.get('.context-meter').innerText, '~ 2,003 tok');
    equal(panel.root.querySelector('meter'), null);
  });
});

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
    const meter = () => panel.get('[role=meter]');
    equal(meter().ariaValueMax, '500');
    equal(meter().ariaValueNow, '103');
    equal(meter().innerText, '20 %');
    panel.box.focus();
    await typeText('12345678');
    equal(meter().ariaValueNow, '105');
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

  it('reads as empty where next to nothing is sent', () => {
    const panel = openPanel();
    panel.snapshot([turn()], knowing(131_072));
    equal(panel.get('.context-meter').innerText, '0 %');
    equal(panel.root.querySelector('.context-meter .codicon'), null);
  });

  it('warns before a message is sent that is plainly longer than the context', async () => {
    const panel = openPanel();
    panel.snapshot([turn()], knowing(500));
    const warning = () => panel.get('.composer-warning');
    const type = (length: number) => {
      panel.box.value = 'x'.repeat(length);
      panel.box.dispatchEvent(new Event('input'));
    };
    equal(warning().getAttribute('role'), 'status');
    type(1980);
    equal(panel.get('.context-meter').classList.contains('over'), true);
    equal(warning().innerText.trim(), '', 'The estimate may be wrong.');
    type(2000);
    equal(
      warning().innerText.trim(),
      'About 603 tokens (estimate), but the model takes 500. The service will probably reject or cut this.',
    );
    type(0);
    equal(warning().innerText.trim(), '');
    equal(getComputedStyle(warning()).display, 'none');
  });

  it('is a number of tokens if the length is unknown, and empty for nothing', async () => {
    const panel = openPanel();
    panel.snapshot([]);
    equal(panel.root.querySelector('.context-meter'), null);
    panel.snapshot([anEndedTurn('1', 'r'.repeat(8000))]);
    equal(panel.get('.context-meter').innerText, '~ 2,003 tok');
    equal(panel.root.querySelector('[role=meter]'), null);
  });
});

import type { Turn } from '../../../src/shared/conversation/conversation.ts';
import { aTurn } from '../../support/builders.ts';
import { equal } from '../assert.ts';
import { anEndedTurn, nextFrame, openPanel, type OpenPanel } from '../openPanel.ts';
import { until } from '../../support/until.ts';

describe('a reply that runs in another window', () => {
  const before = anEndedTurn('1', 'Earlier', { endedAt: 2 });
  const running = (text: string): Turn => ({
    ...aTurn('2', { parentId: '1', reply: { text, firstTokenAt: 1400 } }),
    isElsewhere: true,
  });
  const tell = (panel: OpenPanel, turn: Turn): void =>
    panel.events({ kind: 'turnsTakenIn', turns: [turn], headId: '2' });

  async function opened(text: string): Promise<OpenPanel> {
    const panel = openPanel();
    panel.snapshot([before]);
    tell(panel, running(text));
    await nextFrame();
    return panel;
  }
  const reply = (panel: OpenPanel): HTMLElement => panel.get('article.reply[data-turn-id="2"]');
  /** A page that is slow shows text some frames later. */
  const shows = async (panel: OpenPanel, text: string) =>
    until(`“${text}”`, () => reply(panel).querySelector('.markdown p')?.textContent === text);
  const hidden = (node: HTMLElement, selector: string): string =>
    getComputedStyle(node.querySelector(selector) ?? document.body).visibility;

  it('grows in place, says where it runs, and cannot be stopped here', async () => {
    const panel = await opened('First words');
    const article = reply(panel);
    equal(article.ariaBusy, 'true');
    equal(article.querySelector('.ending')?.textContent?.includes('in another window'), true);
    equal(panel.get('.send-button').ariaLabel, 'Send');
    equal(hidden(article, '[data-action=retry]'), 'hidden');
    equal(hidden(article, '[data-action=copyReply]'), 'visible');
    tell(panel, running('First words and more'));
    await shows(panel, 'First words and more');
    equal(reply(panel) === article, true);
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    equal(panel.posted.filter(({ kind }) => kind === 'stop').length, 0);
  });

  it('is not said to run before that is known', async () => {
    const panel = openPanel();
    panel.snapshot([before]);
    const words = () => reply(panel).querySelector('.ending')?.textContent ?? '';
    tell(panel, { ...running('First words'), isUncertain: true });
    await nextFrame();
    equal(reply(panel).ariaBusy, 'true');
    equal(words().includes('Checking whether a reply is still running'), true);
    equal(panel.get('[aria-live]').innerText.includes('another window'), false);
    tell(panel, running('First words'));
    await nextFrame();
    equal(words().includes('in another window'), true);
    equal(panel.get('[aria-live]').innerText.includes('another window'), true);
  });

  it('ends in place and can be regenerated', async () => {
    const panel = await opened('First words');
    const article = reply(panel);
    const whole = anEndedTurn('2', 'First words and the last', {
      endedAt: 9,
      finishReason: 'stop',
    });
    tell(panel, { ...whole, parentId: '1' });
    await shows(panel, 'First words and the last');
    equal(reply(panel) === article, true);
    equal(article.ariaBusy, 'false');
    equal(article.querySelector('.ending'), null);
    equal(hidden(article, '[data-action=retry]'), 'visible');
  });

  it('can be continued if its window has crashed, and grows on if it has not', async () => {
    const panel = await opened('First words');
    tell(panel, aTurn('2', { parentId: '1', reply: { status: 'truncated', text: 'First words' } }));
    await nextFrame();
    const button = reply(panel).querySelector<HTMLElement>('[data-action=continueReply]');
    button?.click();
    equal(panel.posted.at(-1), { kind: 'continueReply', turnId: '2' });
    tell(panel, running('First words and more'));
    await shows(panel, 'First words and more');
    equal(reply(panel).querySelector('[data-action=continueReply]'), null);
    equal(panel.root.querySelectorAll('article.reply').length, 2);
  });

  it('is announced once, and so is its end', async () => {
    const panel = await opened('First words');
    tell(panel, running('First words and more'));
    const said = (): string => panel.get('[aria-live]').innerText;
    equal(said().match(/in another window/g)?.length, 1);
    tell(panel, anEndedTurn('2', 'Other words', { endedAt: 9 }));
    await shows(panel, 'Other words');
    equal(said().includes('Reply finished.'), true);
  });
});

import { continueMessage } from '../../../src/conversation/exchanges.ts';
import type { Turn } from '../../../src/shared/conversation/conversation.ts';
import { aTurn } from '../../support/builders.ts';
import { equal } from '../assert.ts';
import { anEndedTurn, nextFrame, openPanel, textDelta, type OpenPanel } from '../openPanel.ts';
import { pressKey, typeText } from '../realKeyboard.ts';

const context = [{ path: 'a.ts', languageId: 'ts', startLine: 1, endLine: 2, text: 'let a;' }];

/** A turn in answer to the same message as others of the same `text`. */
function asking(text: string, turn: Turn): Turn {
  return { ...turn, user: { text, context: [] } };
}

/** Two versions of the second message; the second one is shown. */
function twoVersions(): OpenPanel {
  const panel = openPanel();
  panel.snapshot([
    anEndedTurn('1', 'one'),
    { ...anEndedTurn('2', 'two'), parentId: '1' },
    { ...anEndedTurn('2b', 'two again'), parentId: '1' },
  ]);
  return panel;
}

function cutTurn(id: string, text: string, fields: Partial<Turn> = {}): Turn {
  return {
    ...anEndedTurn(id, text, { status: 'truncated', finishReason: 'length', endedAt: 1 }),
    ...fields,
  };
}

const reset = { kind: 'network', message: 'reset', code: 'ECONNRESET' } as const;

describe('branches', () => {
  it('shows the number of the version and asks for others; disabled buttons keep the focus', () => {
    const panel = twoVersions();
    equal(panel.root.querySelectorAll('.versions').length, 1);
    const versions = panel.get('[data-turn-id="2b"] .versions');
    equal(versions.textContent.replaceAll(/\s/g, ''), '2/2');
    equal(panel.get('.versions-count').ariaLabel, 'Version 2 of 2');
    const posted = panel.posted.length;
    panel.get('[aria-label="Next Version"]').click();
    equal(panel.posted.length, posted);
    panel.get('[aria-label="Previous Version"]').click();
    equal(panel.posted.at(-1), { kind: 'showTurn', turnId: '2' });
  });

  it('shows another branch in its place and keeps the focus on the button', () => {
    const panel = twoVersions();
    const first = panel.get('[data-turn-id="1"]');
    panel.get('[aria-label="Previous Version"]').focus();
    panel.events({ kind: 'headSet', headId: '2' });
    equal(panel.get('[data-turn-id="2"] .markdown').textContent, 'two');
    equal(panel.root.querySelector('[data-turn-id="2b"]'), null);
    equal(panel.get('[data-turn-id="1"]') === first, true, 'the turns before stay');
    equal(document.activeElement === panel.get('[aria-label="Previous Version"]'), true);
    equal(panel.get('.versions-count').textContent, '1/2');
  });

  it('counts versions of a reply at its end, and those of a message at the message', () => {
    const panel = openPanel();
    panel.snapshot([
      asking('first', anEndedTurn('1', 'one')),
      asking('second', anEndedTurn('2', 'two')),
      asking('second', anEndedTurn('2b', 'two again')),
      asking('second', anEndedTurn('2c', 'two once more')),
    ]);
    const words = (selector: string): string =>
      panel.get(selector).textContent.replaceAll(/\s/g, '');
    const [message, reply] = ['.user-message .versions', '.reply-line .versions'];
    equal([words(message), words(reply)], ['2/2', '3/3']);
    equal(panel.get(message).ariaLabel, 'Versions of this message');
    equal(panel.get(reply).ariaLabel, 'Versions of this reply');
    const previous = `${reply} [aria-label="Previous Version"]`;
    panel.get(previous).focus();
    panel.get(previous).click();
    equal(panel.posted.at(-1), { kind: 'showTurn', turnId: '2b' });
    panel.events({ kind: 'headSet', headId: '2b' });
    equal([words(message), words(reply)], ['2/2', '2/3']);
    equal(document.activeElement === panel.get(previous), true, 'the focus stays at the reply');
    panel.get(`${message} [aria-label="Previous Version"]`).click();
    equal(panel.posted.at(-1), { kind: 'showTurn', turnId: '1' });
    panel.events({ kind: 'headSet', headId: '1' });
    equal(words(message), '1/2');
    equal(panel.root.querySelector(reply), null);
    panel.get(`${message} [aria-label="Next Version"]`).click();
    equal(panel.posted.at(-1), { kind: 'showTurn', turnId: '2c' }, 'the newest reply');
  });

  it('keeps the focus in the turn of the button if others have versions, too', () => {
    const panel = openPanel();
    panel.snapshot([
      anEndedTurn('1', 'one'),
      anEndedTurn('1b', 'one again'),
      { ...anEndedTurn('2', 'two'), parentId: '1b' },
      { ...anEndedTurn('2b', 'two again'), parentId: '1b' },
    ]);
    panel.get('[data-turn-id="2b"] [aria-label="Previous Version"]').focus();
    panel.events({ kind: 'headSet', headId: '2' });
    const button = panel.get('[data-turn-id="2"] [aria-label="Previous Version"]');
    equal(document.activeElement === button, true);
  });

  it('keeps the message in view whose version is chosen, however long the reply is', async () => {
    const panel = openPanel();
    panel.snapshot([
      { ...anEndedTurn('2b', 'line\n\n'.repeat(100)), parentId: undefined },
      anEndedTurn('2', 'two'),
    ]);
    await nextFrame();
    panel.get('[aria-label="Previous Version"]').click();
    panel.events({ kind: 'headSet', headId: '2b' });
    await nextFrame();
    await nextFrame();
    equal(panel.get('.scroller').scrollTop, 0);
    equal(panel.get('.latest').checkVisibility(), true);
    equal(panel.get('.latest').textContent, ' Latest', 'nothing of it is new');
  });

  it('shows turns of another window, and the end of a reply that seemed truncated', () => {
    const panel = openPanel();
    const half = cutTurn('2', 'half', { parentId: '1' });
    panel.snapshot([anEndedTurn('1', 'one'), half]);
    const first = panel.get('[data-turn-id="1"]');
    const whole = { ...anEndedTurn('2', 'whole'), parentId: '1' };
    const next = { ...anEndedTurn('3', 'three'), parentId: '2' };
    panel.events({ kind: 'turnsTakenIn', turns: [whole, next], headId: '3' });
    const texts = [...panel.root.querySelectorAll('.markdown')].map((node) => node.textContent);
    equal(texts, ['one', 'whole', 'three']);
    equal(panel.get('[data-turn-id="1"]') === first, true, 'the turns before stay');
  });

  it('edits a message in place: Enter sends, Escape changes nothing', async () => {
    const panel = openPanel();
    panel.snapshot([{ ...anEndedTurn('1', 'text'), user: { text: 'first', context } }]);
    const edit = panel.get('[aria-label="Edit and Send"]');
    edit.click();
    equal(panel.root.querySelector('.user-text'), null);
    await typeText(' try');
    equal((document.activeElement as HTMLTextAreaElement).value, 'first try');
    equal(panel.root.querySelectorAll('.context-item').length, 1);
    await pressKey('Escape');
    equal(panel.get('.user-text').textContent, 'first');
    equal(document.activeElement === edit, true);
    edit.click();
    await typeText(' again');
    await pressKey('Enter');
    equal(panel.posted.at(-1), { kind: 'edit', turnId: '1', text: 'first again' });
    panel.events({
      kind: 'turnStarted',
      turn: aTurn('1b', { user: { text: 'first again', context } }),
    });
    equal(panel.get('.user-text').textContent, 'first again');
    equal(panel.get('.versions-count').textContent, '2/2');
    equal(document.activeElement === panel.box, true);
  });

  it('posts an edit while a reply is running, so that the host can ask', async () => {
    const panel = openPanel();
    panel.snapshot([anEndedTurn('1', 'a')]);
    panel.get('[aria-label="Edit and Send"]').click();
    panel.events({ kind: 'turnStarted', turn: aTurn('2', { parentId: '1' }) });
    panel.get('.message-editor vscode-button').click();
    equal(panel.posted.at(-1), { kind: 'edit', turnId: '1', text: 'message 1' });
    equal(panel.root.querySelector('.message-editor') !== null, true);
  });

  it('opens VS Code’s menu with the button, for its turn', () => {
    const panel = twoVersions();
    const contexts: unknown[] = [];
    panel.root.addEventListener('contextmenu', ({ target }) => {
      const reply = (target as Element).closest<HTMLElement>('.reply');
      contexts.push(JSON.parse(reply?.dataset['vscodeContext'] ?? ''));
    });
    panel.get('[data-turn-id="2b"] [aria-label="More Actions…"]').click();
    equal(contexts, [{ parleySection: 'reply', turnId: '2b' }]);
  });

  it('copies a message as markdown, with its context', () => {
    const panel = openPanel();
    panel.snapshot([{ ...anEndedTurn('1', 'text'), user: { text: 'Why?', context } }]);
    panel.get('.user-message [aria-label="Copy"]').click();
    equal(panel.posted.at(-1), {
      kind: 'copy',
      text: 'Why?\n\na.ts, lines 1–2 (ts):\n\n```ts\nlet a;\n```',
    });
  });
});

describe('two compared replies', () => {
  /** A finished reply, and one of another model that has started. */
  function compared(): OpenPanel {
    const panel = openPanel();
    const { user } = anEndedTurn('1', 'one');
    panel.snapshot([anEndedTurn('1', 'one', { model: 'm1' })]);
    panel.events(
      { kind: 'besideSet', turnId: '1' },
      { kind: 'turnStarted', turn: aTurn('2', { user, reply: { model: 'm2' } }) },
    );
    return panel;
  }
  const texts = (panel: OpenPanel): readonly (string | null)[] =>
    [...panel.root.querySelectorAll('.reply .markdown')].map(({ textContent }) => textContent);

  it('are side by side under one message; the new one grows', async () => {
    const panel = compared();
    panel.events(textDelta('2', 'two'));
    await nextFrame();
    equal(texts(panel), ['one', 'two']);
    equal(panel.root.querySelectorAll('.user-message').length, 1);
    const [left, right] = [...panel.root.querySelectorAll('.reply')].map((node) =>
      node.getBoundingClientRect(),
    );
    const isWide = panel.root.clientWidth >= 640;
    equal(isWide ? left?.top === right?.top : (left?.bottom ?? 0) <= (right?.top ?? 0), true);
  });

  it('say which of them the next message follows', () => {
    const panel = compared();
    const ends = () =>
      [...panel.root.querySelectorAll<HTMLElement>('.compare-pick')].map(({ children }) =>
        Array.from(children, ({ textContent }) => textContent?.trim()),
      );
    equal(ends(), [
      ['Continue with This Reply'],
      ['Your next message follows this reply.', 'Hide the Other Reply'],
    ]);
  });

  it('are copied and regenerated separately', () => {
    const panel = compared();
    panel.root.querySelectorAll<HTMLElement>('.reply [aria-label="Copy"]')[0]?.click();
    equal(panel.posted.at(-1), { kind: 'copy', text: 'one' });
  });

  it('are replaced by the one that is picked', () => {
    const panel = compared();
    panel.events({ kind: 'turnEnded', turnId: '2', status: 'completed', at: 1 });
    const picks = panel.root.querySelectorAll<HTMLElement>('[data-action="pick"]');
    equal(picks.length, 2);
    picks[0]?.click();
    equal(panel.posted.at(-1), { kind: 'pick', turnId: '1' });
    panel.events({ kind: 'besideSet' }, { kind: 'headSet', headId: '1' });
    equal(texts(panel), ['one']);
    equal(panel.root.querySelector('[data-action="pick"]'), null);
  });

  it('are one again when the message is edited, and two for the message as it was', () => {
    const panel = compared();
    panel.events({ kind: 'turnEnded', turnId: '2', status: 'completed', at: 1 });
    const user = { text: 'Another question', context: [] };
    panel.events({ kind: 'turnStarted', turn: aTurn('3', { user }) });
    equal(panel.root.querySelectorAll('.reply').length, 1);
    panel.events({ kind: 'headSet', headId: '2' });
    equal(panel.root.querySelectorAll('.reply').length, 2);
  });

  it('are one again when a message is sent', () => {
    const panel = compared();
    panel.events({ kind: 'turnEnded', turnId: '2', status: 'completed', at: 1 });
    panel.events({ kind: 'turnStarted', turn: aTurn('3', { parentId: '2' }) });
    equal(panel.root.querySelectorAll('.reply').length, 2);
    equal(panel.root.querySelector('.compared'), null);
  });
});

describe('a truncated reply', () => {
  it('can be continued if it is the last', () => {
    const panel = openPanel();
    panel.snapshot([
      cutTurn('1', 'a'),
      { ...anEndedTurn('2', 'b', { status: 'stopped' }), parentId: '1' },
    ]);
    const buttons = panel.root.querySelectorAll<HTMLElement>('[data-action="continueReply"]');
    equal(buttons.length, 1);
    equal(buttons[0]?.title.includes(continueMessage), true);
    buttons[0]?.click();
    equal(panel.posted.at(-1), { kind: 'continueReply', turnId: '2' });
  });

  it('cannot be continued without text', () => {
    const panel = openPanel();
    panel.snapshot([
      cutTurn('1', ''),
      { ...anEndedTurn('2', '', { status: 'failed', error: reset }), parentId: '1' },
    ]);
    equal(panel.root.querySelector('[data-action="continueReply"]'), null);
  });

  it('can be continued if the connection broke; the card then becomes one line', () => {
    const panel = openPanel();
    panel.snapshot([anEndedTurn('1', 'a', { status: 'failed', error: reset })]);
    const buttons = [
      ...panel.root.querySelectorAll<HTMLElement>('.error-card > .error-actions > *'),
    ];
    equal(
      buttons.map(({ dataset }) => dataset['action']),
      ['continueReply', 'retry'],
    );
    equal(
      buttons.map((button) => button.hasAttribute('secondary')),
      [false, true],
    );
    const folded = panel.root.querySelectorAll<HTMLElement>('.error-folded vscode-button');
    equal(
      [...folded].map(({ dataset }) => dataset['action']),
      ['diagnose', 'showLog'],
    );
    buttons[0]?.click();
    equal(panel.posted.at(-1), { kind: 'continueReply', turnId: '1' });
    const user = { text: continueMessage, context: [] };
    const turn = aTurn('2', { parentId: '1', isContinuation: true, user });
    panel.events({ kind: 'turnStarted', turn }, textDelta('2', 'b'));
    panel.events({ kind: 'turnEnded', turnId: '2', status: 'completed', at: 3000 });
    equal(panel.root.querySelector('.error-card'), null);
    const words = panel.get('.ending').textContent.replaceAll(/\s+/g, ' ').trim();
    equal(words, `Continued with: “${continueMessage}”`);
  });

  it('is one piece of Markdown with its continuation', async () => {
    const panel = openPanel();
    panel.snapshot([cutTurn('1', '```js\nlet a = 1;\nlet b')]);
    panel.events({
      kind: 'turnStarted',
      turn: aTurn('2', {
        parentId: '1',
        isContinuation: true,
        user: { text: continueMessage, context: [] },
      }),
    });
    equal(panel.get('.reply').ariaBusy, 'true');
    equal(panel.get('.waiting').hidden, false);
    equal(panel.get('.waiting').previousElementSibling?.className, 'markdown');
    const line = panel.get('.code-line');
    panel.events(textDelta('2', ' = 2;\n```\n\nDone.'));
    await nextFrame();
    panel.events({ kind: 'turnEnded', turnId: '2', status: 'completed', at: 3000 });
    equal(panel.root.querySelectorAll('.turn').length, 1);
    equal(panel.root.querySelectorAll('.reply').length, 1);
    equal(panel.get('.markdown code').textContent.trim(), 'let a = 1;\nlet b = 2;');
    equal(panel.get('.code-line') === line, true, 'what is there stays');
    equal(panel.get('.waiting').hidden, true);
    equal(panel.get('.markdown > p').textContent, 'Done.');
    equal(
      panel.get('.ending').textContent.replaceAll(/\s+/g, ' ').trim(),
      `Continued with: “${continueMessage}”`,
      'what was sent is seen',
    );
    equal(panel.root.querySelectorAll('.usage').length, 2, 'each request has its line');
    panel.get('.reply [aria-label="Copy"]').click();
    equal(panel.posted.at(-1), {
      kind: 'copy',
      text: '```js\nlet a = 1;\nlet b = 2;\n```\n\nDone.',
    });
    panel.get('[aria-label="Regenerate"]').click();
    equal(panel.posted.at(-1), { kind: 'retry', turnId: '1' }, 'the whole reply is asked for');
  });

  it('regenerates the failed part and shows its versions', () => {
    const panel = openPanel();
    const part = (id: string): Turn =>
      aTurn(id, {
        parentId: '1',
        isContinuation: true,
        reply: { status: 'failed', error: { kind: 'network', message: 'refused' } },
      });
    panel.snapshot([cutTurn('1', 'a'), part('2'), part('3')]);
    panel.get('.error-card [data-action="retry"]').click();
    equal(panel.posted.at(-1), { kind: 'retry', turnId: '3' });
    panel.get('.reply-end [aria-label="Previous Version"]').click();
    equal(panel.posted.at(-1), { kind: 'showTurn', turnId: '2' });
  });
});

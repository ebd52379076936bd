import { equal } from '../assert.ts';
import { aTurn } from '../../support/builders.ts';
import { anEndedTurn, nextFrame, openPanel, settings, textDelta } from '../openPanel.ts';
import { until } from '../../support/until.ts';
import { pressKey } from '../realKeyboard.ts';
import { holdDate } from '../holdDate.ts';

describe('the panel', () => {
  let releaseDate = (): void => {};
  afterEach(() => releaseDate());

  it('says that it is ready and shows the snapshot it gets', () => {
    const panel = openPanel();
    equal(panel.posted, [{ kind: 'ready' }]);
    panel.snapshot([anEndedTurn('1', 'A **reply**.')]);
    equal(panel.get('.user-text').textContent, 'message 1');
    equal(panel.get('.markdown strong').textContent, 'reply');
  });

  it('asks once for a snapshot when events are missing, and takes no more until it comes', () => {
    const panel = openPanel();
    panel.snapshot([aTurn('1')]);
    panel.tell({ kind: 'events', revision: 2, events: [textDelta('1', 'lost')] });
    panel.tell({ kind: 'events', revision: 3, events: [textDelta('1', 'too')] });
    equal(panel.posted, [{ kind: 'ready' }, { kind: 'ready' }]);
    panel.snapshot([aTurn('1', { reply: { text: 'whole' } })]);
    panel.events({ kind: 'turnEnded', turnId: '1', status: 'completed', at: 3000 });
    equal(panel.get('.markdown').textContent, 'whole');
  });

  it('appends more text to the reply of the last event', () => {
    const panel = openPanel();
    panel.snapshot([aTurn('1')]);
    panel.events(textDelta('1', 'one '));
    panel.tell([2, 'two ']);
    panel.tell([3, 'three']);
    panel.tell({
      kind: 'events',
      revision: 4,
      events: [{ kind: 'turnEnded', turnId: '1', status: 'completed', at: 3000 }],
    });
    equal(panel.get('.markdown').textContent, 'one two three');
    panel.tell([6, 'lost']);
    equal(panel.posted, [{ kind: 'ready' }, { kind: 'ready' }]);
  });

  it('ignores what is not a message of the host', () => {
    const panel = openPanel();
    panel.snapshot([anEndedTurn('1', 'text')]);
    for (const message of [null, 'snapshot', 7, [], {}, { kind: 'other' }, { kind: 5 }]) {
      panel.tell(message);
    }
    equal(panel.get('.markdown').textContent, 'text');
    equal(panel.posted.length, 1);
  });

  it('shows no composer before the first snapshot', () => {
    const panel = openPanel();
    equal(panel.box.offsetParent, null);
    panel.snapshot([]);
    equal(panel.box.offsetParent !== null, true);
  });

  it('shows one caret, where text grows', async () => {
    const endings = ['word', '# word', '- a\n- a `b` c', '- a\n\n- b', '1. a\n   - b', '```\nx'];
    // After many blocks the next ones are in a group.
    const beginnings = ['Before.\n\n- x\n\n', 'Before.\n\n'.repeat(100)];
    for (const text of beginnings.flatMap((start) => endings.map((end) => start + end))) {
      const panel = openPanel();
      panel.snapshot([aTurn('1', { reply: { text, firstTokenAt: 1 } })]);
      await nextFrame();
      const carets = [...panel.get('.markdown').querySelectorAll('*')].filter(
        (node) => getComputedStyle(node, '::after').content === '""',
      );
      equal(carets.length, 1, text);
    }
  });

  it('shows a reply from its start to its end', async () => {
    const panel = openPanel();
    releaseDate = holdDate();
    panel.snapshot([]);
    panel.events({ kind: 'turnStarted', turn: aTurn('1', { reply: { startedAt: Date.now() } }) });
    equal(panel.get('.waiting').textContent, 'Waiting');
    equal(panel.get('.reply').ariaBusy, 'true');
    panel.events({ kind: 'replyStarted', turnId: '1', answeredBy: 'm1-large' });
    panel.events({ kind: 'replyReasoning', turnId: '1', text: 'Hm.', at: Date.now() });
    equal(panel.get('.reasoning > summary').textContent, 'Thinking… 0 s');
    const at = Date.now() + 400;
    const delta = { kind: 'replyText', turnId: '1', at } as const;
    panel.events({ ...delta, text: '# Ti' }, { ...delta, text: 'tle\n\ntext' });
    await nextFrame();
    equal(panel.get('.waiting').hidden, true);
    equal(panel.get('.markdown h1').textContent, 'Title');
    equal(panel.get('.reasoning-text').textContent, 'Hm.');
    equal(panel.get('.reasoning > summary').textContent, 'Thought for 1 s');
    panel.events(
      { kind: 'replyUsage', turnId: '1', usage: { completion_tokens: 412 } },
      { kind: 'turnEnded', turnId: '1', status: 'completed', finishReason: 'stop', at: at + 2000 },
    );
    equal(panel.get('.reply').ariaBusy, 'false');
    equal(panel.get('.reply .message-author').textContent, 'm1-large');
    const line = panel.get('.usage summary').textContent.trim();
    equal(line.startsWith('412 tokens · '), true, line);
    equal(panel.get('.served-by').textContent.trim(), 'requested: m1');
    equal(line.includes('stop'), false, 'the normal end is not worth a word');
    equal(panel.get('[aria-live]').lastElementChild?.textContent, 'Reply finished.');
  });

  it('shows how long the first token takes', () => {
    const panel = openPanel();
    releaseDate = holdDate();
    panel.snapshot([aTurn('1', { reply: { startedAt: Date.now() - 12_300 } })]);
    equal(panel.get('.waiting').textContent, 'Waiting 12 s');
  });

  it('touches only the turn that an event is about', async () => {
    const panel = openPanel();
    panel.snapshot([anEndedTurn('1', 'first'), aTurn('2', { parentId: '1' })]);
    await nextFrame();
    const changes = new MutationObserver(() => undefined);
    const observed = { childList: true, characterData: true, attributes: true, subtree: true };
    changes.observe(panel.get('[data-turn-id="1"]'), observed);
    panel.events(textDelta('2', 'text'));
    panel.events({ kind: 'turnEnded', turnId: '2', status: 'completed', at: 1 });
    panel.events({ kind: 'turnStarted', turn: aTurn('3', { parentId: '2' }) });
    // Of the other turns only the number of all messages changes, which screen readers say.
    const others = changes.takeRecords().map(({ attributeName }) => attributeName);
    equal(others, ['aria-setsize', 'aria-setsize']);
    equal(panel.root.querySelectorAll('.turn').length, 3);
  });

  it('shows the path of the conversation without other versions', () => {
    const panel = openPanel();
    panel.snapshot([anEndedTurn('1', 'one'), { ...anEndedTurn('2', 'two'), parentId: '1' }]);
    panel.events({ kind: 'turnStarted', turn: aTurn('3', { parentId: '1' }) });
    const shown = [...panel.root.querySelectorAll<HTMLElement>('.turn')];
    equal(
      shown.map(({ dataset }) => dataset['turnId']),
      ['1', '3'],
    );
  });

  it('says how each reply ended', () => {
    const panel = openPanel();
    panel.snapshot([
      anEndedTurn('1', 'a', { status: 'truncated', finishReason: 'length', endedAt: 1 }),
      { ...anEndedTurn('2', 'b', { status: 'truncated', endedAt: 1 }), parentId: '1' },
      { ...anEndedTurn('3', 'c', { status: 'stopped' }), parentId: '2' },
      { ...anEndedTurn('4', ''), parentId: '3' },
      { ...anEndedTurn('5', 'd', { status: 'truncated' }), parentId: '4' },
      {
        ...anEndedTurn('6', 'e', { status: 'truncated', finishReason: 'MAX_TOKENS', endedAt: 1 }),
        parentId: '5',
      },
      {
        ...anEndedTurn('7', 'f', { status: 'truncated', finishReason: 'error', endedAt: 1 }),
        parentId: '6',
      },
    ]);
    equal(
      [...panel.root.querySelectorAll('.ending > span')].map(({ textContent }) => textContent),
      [
        'Truncated at the token limit.',
        'The reply ended early: the service closed the stream without a finish reason.',
        'Stopped.',
        'The reply is empty.',
        'The reply was still running when the window closed.',
        'Truncated at the token limit.',
        'The reply ended early. Finish reason: error',
      ],
    );
  });

  it('says that a reply contains a key', () => {
    const panel = openPanel();
    panel.snapshot([
      anEndedTurn('1', 'sk-0f9e8d7c6b5a', { holdsSecret: true }),
      { ...anEndedTurn('2', 'b'), parentId: '1' },
    ]);
    const words = [...panel.root.querySelectorAll('.ending > span')];
    equal(
      words.map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim()),
      [
        'This reply contains one of your API keys or secret headers. It is kept in the saved chat and masked in exports.',
      ],
    );
  });

  it('says below the text that some of it may be missing, and in the details how the stream ended', () => {
    const panel = openPanel();
    panel.snapshot([
      anEndedTurn('1', 'a', { flaws: { damagedEvents: 1200 } }),
      { ...anEndedTurn('2', 'b', { flaws: { endMark: 'missing' } }), parentId: '1' },
      {
        ...anEndedTurn('3', 'c', { flaws: { endMark: 'broken', damagedEvents: 1 } }),
        parentId: '2',
      },
      { ...anEndedTurn('4', 'd'), parentId: '3' },
    ]);
    const parts = [...panel.root.querySelectorAll<HTMLElement>('.reply-end')];
    equal(
      parts.map((part) => part.querySelector('.missing')?.textContent),
      [
        'Text may be missing. Parts of this reply arrived damaged.',
        undefined,
        'Text may be missing. Parts of this reply arrived damaged.',
        undefined,
      ],
    );
    const endOfStream = (part: HTMLElement) =>
      [...part.querySelectorAll('dt')].find(({ textContent }) => textContent === 'End of stream')
        ?.nextElementSibling?.textContent;
    equal(parts.map(endOfStream), [
      undefined,
      'no end mark received',
      'the connection was lost before the end mark',
      undefined,
    ]);
  });

  it('shows the tokens that the service counted, and says if it did not', () => {
    const panel = openPanel();
    const usage = { prompt_tokens: 1200, completion_tokens: 122, total_tokens: 1322 };
    panel.snapshot([
      anEndedTurn('1', 'a', { usage, finishReason: 'stop', firstTokenAt: 1400, endedAt: 3400 }),
      { ...anEndedTurn('2', 'b', { endedAt: 1410 }), parentId: '1' },
    ]);
    const lines = [...panel.root.querySelectorAll<HTMLElement>('.usage')];
    equal(
      lines.map((line) => line.querySelector('summary')?.textContent.trim()),
      ['122 tokens · 0.4 s to first token · 61 tok/s', 'tokens not stated · 0.4 s to first token'],
    );
    equal(
      panel.get('.conversation-total').textContent.trim(),
      'Replies in this chat: 2 · ≥\u00a01,322 tokens',
    );
  });

  it('shows times below 0.1 s in ms, and other finish reasons than the normal one', () => {
    const panel = openPanel();
    panel.snapshot([
      anEndedTurn('1', 'a', { firstTokenAt: 1080, finishReason: 'stop' }),
      {
        ...anEndedTurn('2', 'a', { firstTokenAt: 1100, finishReason: 'end_turn' }),
        parentId: '1',
      },
      {
        ...anEndedTurn('3', 'a', { firstTokenAt: 1100, finishReason: 'tool_calls' }),
        parentId: '2',
      },
    ]);
    equal(
      [...panel.root.querySelectorAll('.usage > summary')].map((one) => one.textContent.trim()),
      [
        'tokens not stated · 80 ms to first token',
        'tokens not stated · 0.1 s to first token',
        'tokens not stated · 0.1 s to first token · tool_calls',
      ],
    );
    const rows = [...panel.root.querySelectorAll('.usage dt')]
      .filter(({ textContent }) => textContent === 'Finish reason')
      .map(({ nextElementSibling: value }) => value?.textContent);
    equal(rows, ['stop', 'end_turn', 'tool_calls'], 'the details always have it');
  });

  it('does not count failed replies as replies without tokens', () => {
    const panel = openPanel();
    const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
    const error = { kind: 'stream', message: 'overloaded' } as const;
    panel.snapshot([
      anEndedTurn('1', 'a', { usage }),
      { ...anEndedTurn('2', 'half', { status: 'failed', error }), parentId: '1' },
      { ...anEndedTurn('3', 'b', { usage }), parentId: '2' },
    ]);
    equal(
      panel.get('.conversation-total').textContent.trim(),
      'Replies in this chat: 2 · 6 tokens',
    );
    equal(
      panel.get('[data-turn-id="2"] .usage > summary').textContent.trim(),
      '0.4 s to first token',
    );
  });

  it('shows how long the model has been reasoning, until it answers', () => {
    const panel = openPanel();
    releaseDate = holdDate();
    const startedAt = Date.now() - 20_000;
    const reply = { startedAt, firstTokenAt: Date.now() - 12_300, reasoning: 'Hm.' };
    panel.snapshot([aTurn('1', { reply })]);
    equal(panel.get('.reasoning > summary').textContent, 'Thinking… 12 s');
    panel.events({ kind: 'replyText', turnId: '1', text: 'So', at: Date.now() + 21_700 });
    equal(panel.get('.reasoning > summary').textContent, 'Thought for 34 s');
  });

  it('has what one does with a reply at its end: in sight on the last one, in reading order', () => {
    const panel = openPanel();
    const text = 'line\n\n'.repeat(20);
    panel.snapshot([
      anEndedTurn('1', text),
      {
        ...anEndedTurn('1b', text, { usage: { completion_tokens: 2 } }),
        user: { text: 'message 1', context: [] },
      },
      { ...anEndedTurn('2', text), parentId: '1b' },
    ]);
    const opacity = (id: string): string =>
      getComputedStyle(panel.get(`.reply[data-turn-id="${id}"] .message-actions`)).opacity;
    equal([opacity('1b'), opacity('2')], ['0', '1']);
    const end = panel.get('[data-turn-id="1b"] .reply-line');
    equal(
      end.getBoundingClientRect().top > panel.get('.markdown').getBoundingClientRect().bottom,
      false,
    );
    const stops = [...end.querySelectorAll<HTMLElement>('summary, button')].filter(
      (stop) =>
        stop.checkVisibility({ contentVisibilityAuto: true }) && stop.closest('dl') === null,
    );
    equal(
      stops.map((stop) => stop.ariaLabel ?? stop.textContent.trim()),
      [
        '2 tokens · 0.4 s to first token',
        'Previous Version',
        'Next Version',
        'Copy',
        'Regenerate',
        'More Actions…',
      ],
    );
    const lefts = stops.map((stop) => stop.getBoundingClientRect().left);
    equal(
      lefts,
      lefts.toSorted((a, b) => a - b),
    );
    equal(panel.root.querySelectorAll('.message-header .message-actions').length, 2);
    equal(panel.root.querySelector('.reply > .message-header button'), null);
  });

  it('keeps the focus on a button of the reply while the reply ends, and when usage is opened', () => {
    const panel = openPanel();
    panel.snapshot([aTurn('1', { reply: { text: 'half', firstTokenAt: 1100 } })]);
    const copy = panel.get('[data-action="copyReply"]');
    const line = panel.get('.reply-line');
    const { height } = line.getBoundingClientRect();
    copy.focus();
    const usage = { completion_tokens: 2 };
    panel.events({ kind: 'replyUsage', turnId: '1', usage });
    panel.events({ kind: 'turnEnded', turnId: '1', status: 'completed', at: 1500 });
    equal(document.activeElement === copy, true);
    equal(line.getBoundingClientRect().height, height, 'nothing moves');
    panel.get('.usage > summary').click();
    equal(document.activeElement === copy, true);
    equal(
      copy.getBoundingClientRect().top >= panel.get('.usage dl').getBoundingClientRect().bottom,
      true,
    );
  });

  it('previews the request with the text in the box', () => {
    const panel = openPanel();
    panel.snapshot([]);
    panel.box.value = ' half a thought\n';
    panel.get('[aria-label="Preview Request"]').click();
    panel.tell({ kind: 'showRequest' });
    const intent = { kind: 'showRequest', text: ' half a thought\n' };
    equal(panel.posted.slice(1), [intent, intent]);
  });

  it('opens the usage line to everything known about a reply', () => {
    const panel = openPanel();
    const usage = { prompt_tokens: 1200, completion_tokens: 122, total_tokens: 1322 };
    const known = { usage, finishReason: 'stop', requestId: 'chatcmpl-1', answeredBy: 'm1-large' };
    panel.snapshot([
      anEndedTurn('1', 'a', { ...known, endedAt: 3400 }),
      { ...anEndedTurn('2', 'b'), parentId: '1' },
    ]);
    const rows = (id: string): readonly string[] =>
      [...panel.root.querySelectorAll(`[data-turn-id="${id}"] .usage dt`)].map(
        (name) => `${name.textContent}: ${name.nextElementSibling?.textContent.trim()}`,
      );
    equal(rows('1'), [
      'Model: m1-large (requested: m1)',
      'Connection: Test',
      'Prompt: 1,200 tokens',
      'Reply: 122 tokens',
      'Total: 1,322 tokens',
      'Finish reason: stop',
      'Request ID: chatcmpl-1',
      'Time to first token: 0.4 s',
      'Speed: 61 tok/s',
    ]);
    equal(rows('2'), [
      'Model: m1 (requested; the reply names no model)',
      'Connection: Test',
      'Prompt: not stated',
      'Reply: not stated',
      'Total: not stated',
      'Finish reason: not stated',
      'Request ID: not stated',
      'Time to first token: 0.4 s',
      'Speed: not known',
    ]);
    const details = panel.get('.usage') as HTMLDetailsElement;
    equal(details.open, false);
    details.querySelector('summary')?.click();
    equal(details.open, true);
    panel.get('[data-action="copyRequestId"]').click();
    equal(panel.posted.at(-1), { kind: 'copy', text: 'chatcmpl-1' });
  });

  it('makes invisible characters of a finish reason and a request ID visible', () => {
    const panel = openPanel();
    const said = { finishReason: 'st\u202eop', requestId: 'id\u2066-1' };
    panel.snapshot([anEndedTurn('1', 'a', { ...said, status: 'truncated', endedAt: 3400 })]);
    const shown = panel.root.textContent;
    equal(/[\u202e\u2066]/.test(shown), false);
    equal(shown.split(String.raw`st\u{202e}op`).length, 4);
    panel.get('[data-action="copyRequestId"]').click();
    equal(panel.posted.at(-1), { kind: 'copy', text: said.requestId });
  });

  it('shows costs if there are prices, and keeps the details open when those change', () => {
    const panel = openPanel();
    const usage = { prompt_tokens: 1000, completion_tokens: 500 };
    panel.snapshot([
      anEndedTurn('1', 'a', { usage }),
      { ...anEndedTurn('2', 'b', { usage }), parentId: '1' },
    ]);
    const details = panel.get('.usage') as HTMLDetailsElement;
    details.open = true;
    const prices = { user: { m1: { prompt: 0.2, completion: 0.6 } } };
    panel.tell({ kind: 'settings', settings: { ...settings, prices } });
    equal(details.isConnected && details.open, true);
    equal(
      panel.get('.usage summary').textContent.trim(),
      '500 tokens · $0.0005 · 0.4 s to first token',
    );
    equal(
      panel.get('.conversation-total').textContent.trim(),
      'Replies in this chat: 2 · 3,000 tokens · $0.001',
    );
  });

  it('says how many replies are not in the costs of a chat', () => {
    const panel = openPanel();
    const usage = { prompt_tokens: 1000, completion_tokens: 500, cost: 0.25 };
    const stopped = { status: 'stopped', firstTokenAt: 1400 } as const;
    panel.snapshot([
      anEndedTurn('1', 'a', { usage }),
      { ...anEndedTurn('2', 'b', stopped), parentId: '1' },
    ]);
    equal(
      panel.get('.conversation-total').textContent.trim(),
      'Replies in this chat: 2 · ≥\u00a01,500 tokens · ≥\u00a0$0.25',
    );
  });

  it('leads from the total of a chat to the costs of all chats', () => {
    const panel = openPanel();
    panel.snapshot([anEndedTurn('1', 'a'), { ...anEndedTurn('2', 'b'), parentId: '1' }]);
    panel.get('.conversation-total button').click();
    equal(panel.posted.at(-1), { kind: 'showCosts' });
  });

  it('shows the cost that the service states, without prices', () => {
    const panel = openPanel();
    const usage = { prompt_tokens: 1000, completion_tokens: 500, cost: 0.0125 };
    panel.snapshot([anEndedTurn('1', 'a', { usage })]);
    equal(
      panel.get('.usage summary').textContent.trim(),
      '500 tokens · $0.013 · 0.4 s to first token',
    );
    equal(panel.get('.usage dl').textContent.includes('$0.013 (stated by the service)'), true);
  });

  it('shows costs by the model list of the connection', () => {
    const panel = openPanel();
    const usage = { prompt_tokens: 1000, completion_tokens: 500 };
    panel.snapshot([anEndedTurn('1', 'a', { usage, connectionId: 'c1' })]);
    const prices = { user: {}, listed: { c1: { m1: { prompt: 0.2, completion: 0.6 } } } };
    panel.tell({ kind: 'settings', settings: { ...settings, prices } });
    equal(
      panel.get('.usage summary').textContent.trim(),
      '500 tokens · $0.0005 · 0.4 s to first token',
    );
    equal(panel.get('.usage dl').textContent.includes('(by the prices in the model list)'), true);
  });

  it('names the rejected field on the buttons, and the adjustments in the details', () => {
    const panel = openPanel();
    const refused = {
      name: 'max_tokens',
      otherName: 'max_completion_tokens',
      isValue: false,
    } as const;
    const failed = {
      status: 'failed',
      error: { kind: 'badRequest', message: 'm', refused },
    } as const;
    panel.snapshot([aTurn('1', { reply: failed })]);
    const buttons = [...panel.root.querySelectorAll<HTMLElement>('.error-actions > *')];
    equal(
      buttons.map(({ textContent }) => textContent.trim()),
      ['Use max_completion_tokens', 'Send Without max_tokens'],
    );
    for (const button of buttons) {
      button.click();
    }
    equal(panel.posted.slice(1), [
      { kind: 'sendRenamed', turnId: '1' },
      { kind: 'sendWithout', turnId: '1' },
    ]);
    const changes = [{ field: 'max_tokens', sentAs: 'max_completion_tokens' }] as const;
    panel.snapshot([anEndedTurn('1', 'text', { changes })]);
    equal(
      panel.get('.usage dl').textContent.includes('max_tokens is sent as max_completion_tokens'),
      true,
    );
  });

  it('offers the thinking efforts that the service accepts', () => {
    const panel = openPanel();
    const refused = { name: 'reasoning_effort', isValue: true, values: ['low', 'high'] };
    const error = { kind: 'badRequest', message: 'm', refused } as const;
    panel.snapshot([aTurn('1', { reply: { status: 'failed', error } })]);
    panel.get('[data-action=chooseEffort]').click();
    equal(panel.posted.at(-1), { kind: 'chooseEffort', turnId: '1' });
    equal(panel.get('.error-advice').textContent.includes('low, high'), true);
  });

  it('sends what was not sent for lack of a key, which is asked for first', () => {
    const panel = openPanel();
    const error = { kind: 'auth', code: 'KEY_LOST', message: 'Nothing was sent.' } as const;
    panel.snapshot([aTurn('1', { reply: { status: 'failed', error } })]);
    const button = panel.get('[data-action=enterKey]');
    equal(button.textContent.trim(), 'Set API Key…');
    button.click();
    equal(panel.posted.at(-1), { kind: 'retry', turnId: '1' });
  });

  it('offers the nearest model on one line, with invisible characters made visible', () => {
    const panel = openPanel();
    const nearest = [{ id: `m\u202e${'x'.repeat(60)}`, differences: ['case'] }] as const;
    const modelCheck = { kind: 'unlisted', asked: 'M', nearest } as const;
    const error = { kind: 'notFound', message: 'm', code: 'model_not_found', modelCheck } as const;
    panel.snapshot([aTurn('1', { reply: { status: 'failed', error } })]);
    const button = panel.get('[data-action="useNearest"]');
    equal(button.textContent.trim(), `Send to m\\u{202e}${'x'.repeat(30)}…`);
    button.click();
    equal(panel.posted.at(-1), { kind: 'useNearest', turnId: '1' });
  });

  it('shows a failure as a card with the request id and its buttons', () => {
    const panel = openPanel();
    const error = {
      kind: 'auth',
      message: 'The service answered 401.',
      detail: '<b>Incorrect</b> key.',
      tried: 'POST https://a.example/v1/chat/completions',
      status: 401,
      requestId: 'req_1',
    } as const;
    panel.snapshot([aTurn('1', { reply: { status: 'failed', error, text: 'partial' } })]);
    const card = panel.get('.error-card');
    equal(card.ariaLabel, 'Key rejected');
    equal(panel.get('.error-details').hasAttribute('open'), false);
    equal(panel.get('.error-folded p').textContent, 'The service answered 401.');
    equal(card.querySelector('blockquote')?.textContent, '<b>Incorrect</b> key.');
    equal(
      card.querySelector('.error-advice')?.textContent?.trim().startsWith('Enter the key again'),
      true,
    );
    equal(panel.get('.markdown').textContent, 'partial', 'what arrived is kept');
    equal(
      panel.get('.error-trace').textContent.replaceAll(/\s+/g, ' ').trim(),
      'POST https://a.example/v1/chat/completions · 401 req_1',
    );
    panel.get('[data-action="copyRequestId"]').click();
    const buttons = [...card.querySelectorAll<HTMLElement>('vscode-button')];
    equal(buttons.length, 3);
    equal(buttons[0]?.closest('details') === panel.get('.error-details'), true);
    buttons.forEach((button) => button.click());
    equal(panel.posted.slice(1), [
      { kind: 'copy', text: 'req_1' },
      { kind: 'retry', turnId: '1' },
      { kind: 'setKey' },
      { kind: 'continueReply', turnId: '1' },
    ]);
  });

  it('offers standard mode once if replies are held back', () => {
    const panel = openPanel();
    panel.snapshot([anEndedTurn('1', 'text')]);
    const notice = { severity: 'info', text: 'Held back.', standardModeFor: 'c1' } as const;
    panel.tell({ kind: 'notice', notice });
    panel.get('.notice .text-button').focus();
    panel.get('.notice .text-button').click();
    equal(panel.posted.at(-1), { kind: 'useStandardMode', connectionId: 'c1' });
    equal(panel.root.querySelector('.notice'), null);
    equal(document.activeElement === panel.box, true);
    panel.tell({ kind: 'notice', notice: { severity: 'info', text: 'Plain.' } });
    equal(panel.root.querySelector('.notice .text-button'), null);
  });

  it('counts down while a request waits, with three buttons', () => {
    const panel = openPanel();
    const wait = { until: Date.now() + 90_000, delayMs: 11_500, reason: 'rateLimited' } as const;
    panel.snapshot([aTurn('1')]);
    equal(panel.get('.countdown').hidden, true);
    panel.events({ kind: 'replyWaiting', turnId: '1', wait, at: 1 });
    equal(panel.get('.countdown-words').textContent?.endsWith('Trying again in 12 s.'), true);
    equal(panel.get('.waiting').offsetParent, null);
    equal(panel.get('[aria-live]').textContent, 'Waiting 12 s.');
    panel.root
      .querySelectorAll<HTMLElement>('.countdown vscode-button')
      .forEach((button) => button.click());
    equal(panel.posted.slice(1), [
      { kind: 'sendNow' },
      { kind: 'otherModel', turnId: '1' },
      { kind: 'stop' },
    ]);
    panel.events({ kind: 'replyWaiting', turnId: '1', at: 1 });
    equal(panel.get('.countdown').hidden, true);
  });

  it('gives the focus to the box when a wait is over', async () => {
    for (const end of [
      { kind: 'replyWaiting', turnId: '1', at: 1 },
      { kind: 'turnEnded', turnId: '1', status: 'stopped', at: 1 },
    ] as const) {
      const panel = openPanel();
      const wait = { until: Date.now() + 90_000, delayMs: 90_000, reason: 'rateLimited' } as const;
      panel.snapshot([aTurn('1')]);
      panel.events({ kind: 'replyWaiting', turnId: '1', wait, at: 1 });
      const cancel = panel.get('.countdown [data-action="stop"]');
      await until('the button can have the focus', () => cancel.tabIndex === 0);
      cancel.focus();
      equal(document.activeElement === cancel, true);
      panel.events(end);
      equal(document.activeElement === panel.box, true, end.kind);
    }
  });

  it('offers a long wait and says how long it is', () => {
    const panel = openPanel();
    const error = { kind: 'rateLimited', message: 'm', retryAfterMs: 3_723_000 } as const;
    panel.snapshot([aTurn('1', { reply: { status: 'failed', error } })]);
    const button = panel.get('[data-action="retryLater"]');
    equal(button.textContent?.trim(), 'Try Again in 1 h 2 min 3 s');
    button.click();
    equal(panel.posted.at(-1), { kind: 'retryLater', turnId: '1' });
  });

  it('announces a failure', () => {
    const panel = openPanel();
    panel.snapshot([aTurn('1')]);
    const error = { kind: 'network', message: 'refused' } as const;
    panel.events({ kind: 'turnEnded', turnId: '1', status: 'failed', error, at: 1 });
    equal(panel.get('[aria-live]').textContent, 'Service not reached');
  });

  it('copies and regenerates a reply, but not while one is running', () => {
    const panel = openPanel();
    panel.snapshot([anEndedTurn('1', '**a**')]);
    panel.get('[data-action="copyReply"]').click();
    equal(panel.root.querySelectorAll('[data-action="copyReply"] .codicon-check').length, 1);
    panel.get('[data-action="retry"]').click();
    const asked = [
      { kind: 'copy', text: '**a**' },
      { kind: 'retry', turnId: '1' },
    ];
    equal(panel.posted.slice(1), asked);
    panel.events({ kind: 'turnStarted', turn: aTurn('2', { parentId: '1' }) });
    panel.get('[data-turn-id="1"] [data-action="retry"]').click();
    equal(panel.posted.slice(1), asked);
  });

  it('gives the focus to the composer when the button that had it is removed', () => {
    const panel = openPanel();
    panel.snapshot([anEndedTurn('1', 'text')]);
    panel.get('[data-action="retry"]').focus();
    panel.events({ kind: 'turnStarted', turn: aTurn('2') });
    equal(panel.root.querySelector('[data-turn-id="1"]'), null);
    equal(document.activeElement === panel.box, true);
    panel.tell({ kind: 'notice', notice: { severity: 'info', text: 'Note' } });
    panel.get('[aria-label="Dismiss"]').focus();
    panel.get('[aria-label="Dismiss"]').click();
    equal(document.activeElement === panel.box, true);
  });

  it('does not scroll when a button is pressed with the space bar', async () => {
    const panel = openPanel();
    const error = { kind: 'network', message: 'refused' } as const;
    panel.snapshot([
      aTurn('1', { reply: { status: 'failed', error } }),
      { ...anEndedTurn('2', 'line\n\n'.repeat(100)), parentId: '1' },
    ]);
    await nextFrame();
    panel.get('.scroller').scrollTop = 0;
    await nextFrame();
    panel.get('vscode-button[data-action="retry"]').focus();
    await pressKey('Space');
    await nextFrame();
    await nextFrame();
    equal(panel.posted.at(-1), { kind: 'retry', turnId: '1' });
    equal(panel.get('.scroller').scrollTop, 0);
  });

  it('moves nothing when the buttons of a reply appear', () => {
    const panel = openPanel();
    panel.snapshot([anEndedTurn('1', 'text')]);
    const place = (): number => panel.get('.markdown').getBoundingClientRect().top;
    const before = place();
    panel.get('[data-action="copyReply"]').focus();
    equal(getComputedStyle(panel.get('.reply .message-actions')).opacity, '1');
    equal(place(), before);
  });

  it('shows the attached code, folded', () => {
    const panel = openPanel();
    const item = { path: 'src/a.ts', languageId: 'ts', startLine: 3, endLine: 4, text: '<i>\n  b' };
    panel.snapshot([aTurn('1', { user: { text: ' a\n  b', context: [item] } })]);
    const details = panel.get('details.context-item') as HTMLDetailsElement;
    equal(details.open, false);
    equal(panel.get('.turn .chip').textContent, 'a.ts 3–4 src ~11');
    equal(details.querySelector('summary')?.ariaLabel, 'src/a.ts, lines 3–4');
    details.querySelector('summary')?.click();
    equal(details.open, true);
    equal(details.querySelector('code')?.textContent, '<i>\n  b');
    equal(panel.get('.user-text').innerText, ' a\n  b');
  });

  it('shows the system prompt, also above a transcript, and opens to all of it', () => {
    const panel = openPanel();
    const target = { connection: 'Local', model: 'm1', systemPrompt: 'Be brief.\nBe <b>kind</b>.' };
    for (const turns of [[], [anEndedTurn('1', 'text')]]) {
      panel.snapshot(turns, { target });
      equal(panel.get('.system-prompt-text').textContent, 'Be brief.\nBe <b>kind</b>.');
    }
    panel.tell({ kind: 'settings', settings: { target: { connection: 'Local', model: 'm1' } } });
    equal(panel.root.querySelector('.system-prompt'), null);
  });

  it('says which connection cannot be used, with a button to change that', () => {
    const panel = openPanel();
    panel.snapshot([], {
      problems: ['Work: headers: “Host” cannot be set here. Parley sets it itself.'],
    });
    equal(panel.get('.connection-problems').textContent.includes('Work: headers:'), true);
    panel.get('.connection-problems vscode-button').click();
    equal(panel.posted.slice(1), [{ kind: 'manageConnections' }]);
  });

  it('shows notices but no composer at the first run', () => {
    const panel = openPanel();
    panel.snapshot([], {});
    equal(panel.get('.footer').checkVisibility(), false);
    panel.tell({ kind: 'notice', notice: { severity: 'warning', text: 'Some is damaged' } });
    equal(panel.get('.notice-text').checkVisibility(), true);
    equal(panel.box.checkVisibility(), false);
  });

  it('gives the focus to the first button at the first run', async () => {
    const panel = openPanel();
    panel.snapshot([], {});
    const connect = panel.get('.ways-in vscode-button');
    await until('the button can have the focus', () => connect.tabIndex === 0);
    window.dispatchEvent(new FocusEvent('focus'));
    equal(document.activeElement === connect, true);
  });

  it('offers three ways to connect at the first run', () => {
    const panel = openPanel();
    panel.snapshot([], {});
    equal(panel.get('h2').textContent, 'Chat with any model service');
    equal(panel.box.offsetParent, null, 'there is nowhere to send a message to');
    panel.root.querySelectorAll<HTMLElement>('vscode-button').forEach((button) => button.click());
    equal(panel.posted.slice(1), [
      { kind: 'connect' },
      { kind: 'useLocalServer' },
      { kind: 'tryDemo' },
    ]);
    panel.tell({ kind: 'settings', settings });
    equal(panel.root.querySelector('h2'), null);
    equal(document.activeElement === panel.box, true, 'the first run leads to the composer');
  });

  it('shows the conversation and asks for a model when the target is gone', () => {
    const panel = openPanel();
    panel.snapshot([anEndedTurn('1', 'text')], {});
    equal(panel.root.querySelector('h2'), null);
    equal(panel.get('.markdown').textContent, 'text');
    equal(panel.get('.model-button').textContent.trim(), 'Choose Model');
  });

  it('shows an error until it is dismissed or replaced, whatever is sent', () => {
    const panel = openPanel();
    panel.snapshot([]);
    panel.tell({ kind: 'notice', notice: { severity: 'error', text: 'The disk is full' } });
    panel.events({ kind: 'turnStarted', turn: aTurn('1') });
    equal(panel.get('.notice-text').textContent, 'The disk is full');
    panel.tell({ kind: 'notice', notice: { severity: 'info', text: 'Saved again' } });
    equal(panel.get('.notice-text').textContent, 'Saved again');
    panel.get('.notice [aria-label="Dismiss"]').click();
    equal(panel.root.querySelector('.notice'), null);
  });

  it('shows a notice until it is dismissed or something is sent', () => {
    const panel = openPanel();
    panel.snapshot([]);
    panel.tell({ kind: 'notice', notice: { severity: 'info', text: '<b>Note</b>' } });
    equal(panel.get('.notice-text').textContent, '<b>Note</b>');
    panel.get('[aria-label="Dismiss"]').click();
    equal(panel.root.querySelector('.notice'), null);
    panel.tell({ kind: 'notice', notice: { severity: 'info', text: 'Again' } });
    panel.events({ kind: 'turnStarted', turn: aTurn('1') });
    equal(panel.root.querySelector('.notice'), null);
  });

  it('drops a notice when another conversation is shown, and only then', () => {
    const panel = openPanel();
    panel.snapshot([]);
    panel.tell({ kind: 'notice', notice: { severity: 'warning', text: 'Some is damaged' } });
    panel.snapshot([aTurn('1')]);
    equal(panel.get('.notice-text').textContent, 'Some is damaged');
    const conversation = { id: 'other', createdAt: 0, turns: [] };
    panel.tell({ kind: 'snapshot', conversation, settings: {} });
    equal(panel.root.querySelector('.notice'), null);
  });

  it('does not scroll sideways in a narrow panel', async () => {
    const panel = openPanel();
    const wide = 'x'.repeat(500);
    const table = `| ${'column | '.repeat(20)}\n|${'--|'.repeat(20)}\n`;
    panel.snapshot([
      anEndedTurn(
        '1',
        `${wide}\n\n\`\`\`\n${wide}\n\`\`\`\n\n${table}\n\n# ${wide}\n\n\`${wide}\``,
      ),
    ]);
    panel.root.style.width = '300px';
    await nextFrame();
    const scroller = panel.get('.scroller');
    equal(scroller.scrollWidth, scroller.clientWidth);
    const pre = panel.get('.code-block pre');
    equal(pre.scrollWidth > pre.clientWidth, true, 'code scrolls by itself');
  });
});

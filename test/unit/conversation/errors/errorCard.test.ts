import assert from 'node:assert/strict';
import type { ErrorAction } from '../../../../src/conversation/errors/errorAdvice.ts';
import { type ErrorCard, errorCard } from '../../../../src/conversation/errors/errorCard.ts';
import type { ReplyError } from '../../../../src/shared/conversation/conversation.ts';
import { serviceErrorKinds } from '../../../../src/shared/service/serviceErrorKind.ts';

function allActions({ actions, folded }: ErrorCard): readonly ErrorAction[] {
  return [...actions, ...folded.actions];
}

describe('errorCard', () => {
  for (const kind of serviceErrorKinds) {
    it(`has a title and one or two actions for ${kind}`, () => {
      const card = errorCard({ kind, message: 'm' });
      assert.notEqual(card.title, '');
      assert.ok(card.actions.length >= 1 && card.actions.length <= 2);
    });
  }

  it('offers the key where the key was refused', () => {
    assert.equal(errorCard({ kind: 'auth', message: 'm' }).actions[0], 'setKey');
  });

  it('calls a 403 a refused key only where the service does', () => {
    const forbidden = { kind: 'auth', status: 403, message: '' } as const;
    const titleOf = (error: object) => errorCard({ ...forbidden, ...error }).title;
    assert.equal(titleOf({ detail: 'Region not supported' }), 'Not permitted');
    assert.equal(titleOf({ status: undefined, code: '403' }), 'Not permitted');
    assert.equal(titleOf({ code: 'invalid_api_key' }), 'Key rejected');
    assert.equal(titleOf({ detail: 'Invalid API key' }), 'Key rejected');
  });

  it('offers to continue a reply before asking for it again, after what has to be changed', () => {
    const actions = (error: ReplyError) => allActions(errorCard(error, { isContinuable: true }));
    assert.deepEqual(actions({ kind: 'auth', message: 'm' }), ['setKey', 'continueReply', 'retry']);
    const broken = { kind: 'network', code: 'ECONNRESET', message: 'm' } as const;
    assert.deepEqual(actions(broken), ['continueReply', 'retry', 'diagnose', 'showLog']);
    const overloaded = { kind: 'server', status: 503, retryAfterMs: 9000, message: 'm' } as const;
    assert.deepEqual(actions(overloaded), [
      'continueReply',
      'retryLater',
      'chooseModel',
      'diagnose',
    ]);
    const quota = { kind: 'quota', message: 'm' } as const;
    assert.equal(actions(quota).at(-1), 'continueReply');
    assert.ok(!allActions(errorCard(broken)).includes('continueReply'));
  });

  it('offers a new chat where this one is too long, and to leave out attachments where there are some', () => {
    for (const error of [
      { kind: 'contextTooLong', message: 'm' },
      { kind: 'badRequest', status: 413, message: 'm' },
    ] as const) {
      const without = allActions(errorCard(error));
      assert.equal(without[0], 'newChat');
      assert.ok(!without.includes('leaveOutAttachments'));
      const { actions } = errorCard(error, { hasAttachments: true });
      assert.deepEqual(actions, ['newChat', 'leaveOutAttachments']);
    }
  });

  it('shows two actions and folds the others', () => {
    const { actions, folded } = errorCard(
      { kind: 'network', code: 'ECONNRESET', message: 'm' },
      { isContinuable: true },
    );
    assert.deepEqual(
      [actions, folded.actions],
      [
        ['continueReply', 'retry'],
        ['diagnose', 'showLog'],
      ],
    );
  });

  it('offers a diagnosis where the way to the service may be the cause, and nowhere else', () => {
    const of = (names: readonly string[]) =>
      failures.filter(([name]) => names.includes(name)).map(([, error]) => error);
    const onTheWay = [
      '403 of a firewall',
      '407',
      '407 of a tunnel',
      'a proxy that opens no connection',
      '408',
      '429 overload',
      '502',
      '503',
      'a web page',
      'a redirect',
      'refused',
      'DNS',
      'TLS',
      'TLS expired',
      'TLS name',
      'no TLS',
      'CORS',
      'cut',
      'first byte',
      'idle',
      'an error in a stream',
      '404',
    ];
    const offers = (error: Omit<ReplyError, 'message'>) =>
      allActions(errorCard({ message: 'm', ...error })).includes('diagnose');
    assert.equal(of(onTheWay).length, onTheWay.length);
    assert.deepEqual(
      failures
        .filter(([, error]) => offers(error))
        .map(([name]) => name)
        .toSorted(),
      onTheWay.toSorted(),
    );
    const inSight = ['refused', 'DNS', 'TLS', 'no TLS', '407', '502', 'a web page', 'cut'];
    for (const error of of(inSight)) {
      assert.ok(errorCard({ message: 'm', ...error }).actions.includes('diagnose'));
    }
  });

  it('names the proxy where the error does not tell it from the service', () => {
    for (const code of [
      'ECONNREFUSED',
      'ENOTFOUND',
      'ETIMEDOUT',
      'CERT_HAS_EXPIRED',
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'UND_ERR_PRX_TLS',
    ]) {
      assert.match(errorCard({ kind: 'network', code, message: 'm' }).more ?? '', /proxy/, code);
    }
  });

  it('does not call a key rejected that was not sent', () => {
    for (const code of ['KEY_LOST', 'KEY_FOR_OTHER_ADDRESS']) {
      const card = errorCard({ kind: 'auth', code, message: 'm' });
      assert.doesNotMatch(card.title, /rejected/);
      assert.equal(card.actions[0], 'enterKey');
    }
  });

  it('tells an unknown model from an unknown address', () => {
    const model = errorCard({ kind: 'notFound', code: 'model_not_found', message: 'm' });
    const address = errorCard({ kind: 'notFound', message: 'm' });
    assert.notEqual(model.title, address.title);
    assert.equal(model.actions[0], 'chooseModel');
  });

  it('has the request, the status and the code apart from what happened', () => {
    const request = { tried: 'POST https://host/v1/chat/completions', status: 400, code: 'c' };
    const { words, folded } = errorCard({ kind: 'badRequest', message: 'm', ...request });
    assert.equal(words, 'm');
    assert.deepEqual(folded.facts, ['POST https://host/v1/chat/completions', '400', 'c']);
    assert.deepEqual(errorCard({ kind: 'aborted', message: 'm' }).folded.facts, []);
  });

  it("gives the service's own words once", () => {
    const message = 'POST https://host/v1/chat/completions → 400';
    const said = errorCard({ kind: 'badRequest', message, detail: 'no' });
    assert.deepEqual([said.words, said.isQuoted, said.folded.remarks], ['no', true, [message]]);
    const repeated = { kind: 'badRequest', message: `${message}: no`, detail: 'no' } as const;
    const { words, isQuoted, folded } = errorCard(repeated);
    assert.deepEqual([words, isQuoted, folded.remarks], [repeated.message, false, []]);
  });

  it('does not say in words what the title says', () => {
    const limit = { kind: 'rateLimited', status: 429, message: 'Rate limit reached.' } as const;
    const { title, words, folded } = errorCard({ ...limit, detail: 'Too Many Requests.' });
    assert.deepEqual([title, words], ['Too many requests', undefined]);
    assert.deepEqual(folded.remarks, ['Rate limit reached.', 'Too Many Requests.']);
    assert.equal(errorCard({ ...limit, detail: 'Slow down.' }).words, 'Slow down.');
  });

  it('offers to send a refused field under its other name, or not at all', () => {
    const refused = {
      name: 'max_tokens',
      otherName: 'max_completion_tokens',
      isValue: false,
    } as const;
    const card = errorCard({ kind: 'badRequest', message: 'm', refused });
    assert.match(card.title, /max_tokens/);
    assert.deepEqual(card.actions, ['sendRenamed', 'sendWithout']);
    const field = { name: 'seed', isValue: false };
    const without = errorCard({ kind: 'badRequest', message: 'm', refused: field });
    assert.equal(without.actions[0], 'sendWithout');
    const value = { name: 'max_tokens', isValue: true };
    const limit = errorCard({ kind: 'contextTooLong', message: 'm', refused: value });
    assert.deepEqual(limit.actions, ['editParameters', 'sendWithout']);
  });

  it('offers the thinking efforts that the service accepts', () => {
    const refused = { name: 'reasoning_effort', isValue: true, values: ['low', 'high'] };
    const card = errorCard({ kind: 'badRequest', message: 'm', refused });
    assert.deepEqual(card.actions, ['chooseEffort', 'sendWithout']);
    assert.match(card.advice, /low, high/);
  });

  it('offers the wait that the service asks for, where waiting helps', () => {
    const asked = { message: 'm', retryAfterMs: 300_000 };
    assert.deepEqual(errorCard({ kind: 'rateLimited', ...asked }).actions, [
      'retryLater',
      'chooseModel',
    ]);
    assert.ok(!errorCard({ kind: 'quota', ...asked }).actions.includes('retryLater'));
    const tooLong = { kind: 'rateLimited', message: 'm', retryAfterMs: 90_000_000 } as const;
    assert.ok(errorCard(tooLong).actions.includes('retry'));
  });

  const failures: readonly (readonly [string, Omit<ReplyError, 'message'>, RegExp, RegExp])[] = [
    ['400', { kind: 'badRequest', status: 400 }, /^Request rejected$/, /message says/],
    ['401', { kind: 'auth', status: 401 }, /^Key rejected$/, /Enter the key again/],
    ['401 without a key', { kind: 'auth', isKeyMissing: true }, /^Key required$/, /API key/],
    [
      '401 of a named key',
      { kind: 'auth', status: 401, keySource: 'stored' },
      /^Key rejected$/,
      /Enter the key again/,
    ],
    [
      '401 of a variable',
      { kind: 'auth', status: 401, keySource: 'environment' },
      /^Key rejected$/,
      /Correct the environment variable/,
    ],
    [
      '401 of a command',
      { kind: 'auth', status: 401, keySource: 'command' },
      /^Key rejected$/,
      /command then runs again/,
    ],
    [
      '401 of an account',
      { kind: 'auth', status: 401, keySource: 'microsoft' },
      /^Sign-in rejected$/,
      /role/,
    ],
    [
      '403 of an account',
      { kind: 'auth', status: 403, keySource: 'microsoft' },
      /^Not permitted$/,
      /plan/,
    ],
    ['no named key', { kind: 'auth', code: 'KEY_NAME_UNKNOWN' }, /^Key not found$/, /another one/],
    ['no variable', { kind: 'auth', code: 'KEY_VARIABLE_NOT_SET' }, /variable not set/, /restart/],
    ['no key of a command', { kind: 'auth', code: 'KEY_COMMAND_FAILED' }, /command/, /terminal/],
    ['no sign-in', { kind: 'auth', code: 'KEY_SIGN_IN' }, /^Sign-in required$/, /Microsoft/],
    ['a browser', { kind: 'auth', code: 'KEY_NOT_IN_BROWSER' }, /browser/, /desktop/],
    ['403', { kind: 'auth', status: 403 }, /^Not permitted$/, /plan/],
    [
      '403 of a firewall',
      { kind: 'auth', status: 403, code: 'WEB_PAGE' },
      /proxy or firewall/,
      /key may be fine/,
    ],
    ['404', { kind: 'notFound', status: 404 }, /^Address not found$/, /Check the address/],
    [
      '404 of a model',
      { kind: 'notFound', status: 404, code: 'model_not_found' },
      /^Model not found$/,
      /from the list/,
    ],
    ['407', { kind: 'badRequest', status: 407 }, /^Proxy sign-in/, /http\.proxy/],
    [
      '407 of a tunnel',
      { kind: 'network', code: 'PROXY_SIGN_IN' },
      /^Proxy sign-in/,
      /http\.proxy/,
    ],
    [
      'a proxy that opens no connection',
      { kind: 'network', code: 'PROXY_REJECTED' },
      /^Rejected by the proxy$/,
      /http\.noProxy/,
    ],
    ['408', { kind: 'timeout', status: 408 }, /^Request timed out$/, /send less/],
    ['413', { kind: 'badRequest', status: 413 }, /too large/, /send less/],
    ['context', { kind: 'contextTooLong', status: 400 }, /too long/, /new chat.*longer context/],
    ['429', { kind: 'rateLimited', status: 429 }, /Too many requests/, /later/],
    ['429 quota', { kind: 'quota', status: 429 }, /^Out of credit$/, /Waiting will not help/],
    [
      '429 overload',
      { kind: 'rateLimited', status: 429, detail: 'The engine is overloaded' },
      /overloaded/,
      /another model/,
    ],
    [
      'a filter',
      { kind: 'badRequest', status: 400, code: 'content_filter' },
      /content filter/,
      /Change the message/,
    ],
    ['a filter in a stream', { kind: 'stream', code: 'content_filter' }, /content filter/, /count/],
    [
      'a request above the limit of a minute',
      { kind: 'rateLimited', status: 429, detail: 'Request too large for model m (TPM)' },
      /too large/,
      /new chat/,
    ],
    ['500', { kind: 'server', status: 500 }, /^Server error$/, /request ID/],
    ['502', { kind: 'server', status: 502, code: 'WEB_PAGE' }, /Gateway/, /in front of/],
    ['503', { kind: 'server', status: 503 }, /overloaded/, /not caused by your request/],
    ['a web page', { kind: 'protocol', status: 200, code: 'WEB_PAGE' }, /web page/, /sign-in/],
    ['a redirect', { kind: 'protocol', code: 'REDIRECT' }, /Redirected/, /Neither the key/],
    ['refused', { kind: 'network', code: 'ECONNREFUSED' }, /refused/, /Start the service/],
    ['DNS', { kind: 'network', code: 'ENOTFOUND' }, /^Host not found$/, /Check the address/],
    [
      'TLS',
      { kind: 'network', code: 'SELF_SIGNED_CERT_IN_CHAIN' },
      /not trusted/,
      /operating system.*http\.systemCertificates.*remote host/,
    ],
    ['TLS expired', { kind: 'network', code: 'CERT_HAS_EXPIRED' }, /out of date/, /date and time/],
    ['TLS name', { kind: 'network', code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, /another host/, /name/],
    ['no TLS', { kind: 'network', code: 'EPROTO' }, /No encrypted/, /scheme/],
    ['CORS', { kind: 'network', code: 'BROWSER_FETCH_FAILED' }, /browser/, /CORS/],
    ['cut', { kind: 'network', code: 'ECONNRESET' }, /lost/, /is kept.*billed/],
    ['first byte', { kind: 'timeout', code: 'FIRST_BYTE_TIMEOUT' }, /No reply in time/, /raise/],
    ['idle', { kind: 'timeout', code: 'IDLE_TIMEOUT' }, /stalled/, /idle time limit/],
    ['an error in a stream', { kind: 'stream' }, /during the reply/, /received so far is kept/],
  ];
  for (const [name, error, title, advice] of failures) {
    it(`says what to do about ${name}`, () => {
      const card = errorCard({ message: 'm', ...error });
      assert.match(card.title, title);
      assert.match(`${card.advice} ${card.more}`, advice);
    });
  }

  it('says that a shorter reply could be paid for', () => {
    const card = (detail: string) =>
      errorCard({ kind: 'quota', message: 'm', status: 402, detail });
    const openRouter =
      'This request requires more credits, or fewer max_tokens. You requested up to 8192 tokens, but can only afford 2011. To increase, visit https://openrouter.ai/settings/credits';
    assert.equal(card(openRouter).advice, 'Set max_tokens to 2,011 or less, or add credit.');
    for (const words of [
      'Insufficient balance: please reduce max_tokens.',
      'Top up, or use a lower value for max_completion_tokens.',
      'You cannot afford this reply.',
    ]) {
      assert.equal(card(words).advice, 'Lower max_tokens, or add credit.', words);
      assert.equal(card(words).title, 'Not enough credit');
      assert.deepEqual(card(words).actions, ['editParameters', 'retry']);
    }
    for (const words of ['Insufficient balance', 'Less than 1 USD is left.', 'max_tokens: 4096']) {
      assert.equal(card(words).title, 'Out of credit', words);
    }
  });
});

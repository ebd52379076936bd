import type { ReplyError } from '../../../../src/shared/conversation/conversation.ts';
import { setDisplayLanguage } from '../../../../src/shared/language.ts';
import { aTurn } from '../../../support/builders.ts';
import { until } from '../../../support/until.ts';
import { equal } from '../../assert.ts';
import { nextFrame, openPanel } from '../../openPanel.ts';

const tried = 'POST https://api.example.com/v1/chat/completions';

/** Failures as services and networks cause them, with words that services use. */
const failures: Readonly<
  Record<string, Omit<ReplyError, 'message' | 'tried'> & { message?: string }>
> = {
  aborted: { kind: 'aborted', message: 'The request was stopped.' },
  timeout: {
    kind: 'timeout',
    code: 'FIRST_BYTE_TIMEOUT',
    message: 'No reply began within 300 seconds.',
  },
  idleTimeout: {
    kind: 'timeout',
    code: 'IDLE_TIMEOUT',
    message: 'The reply paused for longer than 120 seconds.',
  },
  clientTimeout: { kind: 'timeout', status: 408, detail: 'Request timed out.' },
  network: { kind: 'network', message: 'The service could not be reached.' },
  refused: {
    kind: 'network',
    code: 'ECONNREFUSED',
    message: 'The connection was refused: nothing is listening there.',
  },
  unknownHost: {
    kind: 'network',
    code: 'ENOTFOUND',
    message: 'The host name could not be resolved.',
  },
  noRoute: { kind: 'network', code: 'EHOSTUNREACH', message: 'The host is unreachable.' },
  noAnswer: { kind: 'network', code: 'ETIMEDOUT', message: 'The host did not respond.' },
  untrustedCertificate: {
    kind: 'network',
    code: 'SELF_SIGNED_CERT_IN_CHAIN',
    message: 'The certificate of the host or of a proxy is not trusted.',
  },
  expiredCertificate: {
    kind: 'network',
    code: 'CERT_HAS_EXPIRED',
    message: 'The certificate of the host or of a proxy has expired or is not valid yet.',
  },
  otherHostsCertificate: {
    kind: 'network',
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    message: 'The certificate belongs to another host.',
  },
  noTls: {
    kind: 'network',
    code: 'EPROTO',
    message: 'No encrypted connection could be established.',
  },
  browser: {
    kind: 'network',
    code: 'BROWSER_FETCH_FAILED',
    message: 'The browser blocked the request and gave no reason.',
  },
  broken: {
    kind: 'network',
    code: 'ECONNRESET',
    message: 'The connection was lost during the reply.',
  },
  auth: {
    kind: 'auth',
    status: 401,
    code: 'invalid_api_key',
    detail:
      'Incorrect API key provided: [key]. You can find your API key at https://platform.openai.com/account/api-keys.',
  },
  keyMissing: {
    kind: 'auth',
    status: 401,
    isKeyMissing: true,
    detail:
      'You didn’t provide an API key. You need to provide your API key in an Authorization header using Bearer auth.',
  },
  keyLost: {
    kind: 'auth',
    code: 'KEY_LOST',
    message: 'VS Code’s secret storage no longer has the API key for https://api.example.com.',
  },
  keyMoved: {
    kind: 'auth',
    code: 'KEY_FOR_OTHER_ADDRESS',
    message: 'The key is for another address and was not sent to https://api.example.com.',
  },
  forbidden: {
    kind: 'auth',
    status: 403,
    code: 'unsupported_country_region_territory',
    detail: 'Country, region, or territory not supported',
  },
  refusedByProxy: {
    kind: 'auth',
    status: 403,
    code: 'WEB_PAGE',
    detail: 'Attention Required! | Cloudflare',
  },
  proxySignIn: {
    kind: 'network',
    code: 'PROXY_SIGN_IN',
    message: 'The proxy requires a sign-in.',
  },
  proxyRejected: {
    kind: 'network',
    code: 'PROXY_REJECTED',
    message: 'The proxy rejected the connection with the status 403.',
  },
  notFound: { kind: 'notFound', status: 404, detail: 'Not Found' },
  unknownModel: {
    kind: 'notFound',
    status: 404,
    code: 'model_not_found',
    detail: 'The model `gpt-5-codex-mini-preview` does not exist or you do not have access to it.',
  },
  rateLimited: {
    kind: 'rateLimited',
    status: 429,
    retryAfterMs: 20_000,
    detail:
      'Rate limit reached for gpt-5 in organization org-x on tokens per min (TPM): Limit 30000, Used 29120, Requested 4410. Please try again in 7.06s.',
  },
  quota: {
    kind: 'quota',
    status: 429,
    code: 'insufficient_quota',
    detail:
      'You exceeded your current quota, please check your plan and billing details. For more information on this error, read the docs: https://platform.openai.com/docs/guides/error-codes/api-errors.',
  },
  credit: {
    kind: 'quota',
    status: 402,
    detail:
      'This request requires more credits, or fewer max_tokens. You requested up to 8192 tokens, but can only afford 2011. To increase, visit https://openrouter.ai/settings/credits and upgrade to a paid account',
  },
  overloaded: { kind: 'server', status: 529, detail: 'Overloaded' },
  badRequest: {
    kind: 'badRequest',
    status: 400,
    detail: "Invalid value for 'messages[1].content': expected a string, but got null instead.",
  },
  tooLarge: { kind: 'badRequest', status: 413, detail: '413 Request Entity Too Large' },
  contextTooLong: {
    kind: 'contextTooLong',
    status: 400,
    code: 'context_length_exceeded',
    detail:
      'This model’s maximum context length is 131072 tokens. However, you requested 140003 tokens. Please reduce the length of the messages.',
  },
  server: {
    kind: 'server',
    status: 500,
    requestId: 'req_8f2c61b0a4e94d5fb1c3',
    detail: 'The server had an error while processing your request. Sorry about that!',
  },
  gateway: { kind: 'server', status: 502, code: 'WEB_PAGE', detail: '502 Bad Gateway' },
  protocol: { kind: 'protocol', message: 'The service’s reply is not complete JSON.' },
  webPage: { kind: 'protocol', status: 200, code: 'WEB_PAGE', detail: 'Sign in to Wi-Fi' },
  redirectLoop: {
    kind: 'protocol',
    code: 'REDIRECT_LOOP',
    message: 'The request was redirected too often.',
  },
  redirect: {
    kind: 'protocol',
    code: 'REDIRECT',
    message: 'The service redirects to https://api.example.org/openai/v1/chat/completions.',
  },
  stream: { kind: 'stream', detail: 'Provider returned error: upstream idle timeout exceeded' },
  refusedField: {
    kind: 'badRequest',
    status: 400,
    code: 'unsupported_parameter',
    detail:
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    refused: { name: 'max_tokens', otherName: 'max_completion_tokens', isValue: false },
  },
  refusedValue: {
    kind: 'badRequest',
    status: 400,
    detail:
      "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
    refused: { name: 'temperature', isValue: true },
  },
  unlistedModel: {
    kind: 'notFound',
    status: 404,
    code: 'model_not_found',
    modelCheck: {
      kind: 'unlisted',
      asked: 'Qwen2.5-Coder-32B',
      nearest: [
        { id: 'qwen2.5-coder-32b', differences: ['case'] },
        { id: 'qwen2.5-coder-7b', differences: ['case', 'version'] },
      ],
    },
  },
};

describe('the error card', () => {
  before(async () => {
    // VS Code's size of text.
    document.documentElement.style.cssText =
      '--vscode-font-family: "Segoe UI", system-ui, sans-serif; --vscode-font-size: 13px';
    await window.setPageWidth(300);
  });
  after(async () => {
    document.documentElement.removeAttribute('style');
    await window.setPageWidth();
  });

  for (const tag of ['en', 'de']) {
    describe(`in ${tag}`, () => {
      before(async () => {
        const url = new URL('/german.js', location.href).href;
        const { default: translations } = (await import(url)) as {
          default: Record<string, string>;
        };
        setDisplayLanguage({ tag, translations: tag === 'de' ? translations : undefined });
      });
      after(() => setDisplayLanguage({ tag: 'en', translations: undefined }));

      for (const [name, failure] of Object.entries(failures)) {
        it(`has at most six lines at 300 pixels: ${name}`, async () => {
          const panel = await openCard(failure);
          const lines = linesOf(panel.get('.error-card'));
          equal(lines.length <= 6, true, `${lines.length}: ${lines.join(' | ')}`);
          equal(
            panel.root.querySelectorAll('.error-card > .error-actions > vscode-button').length <= 2,
            true,
          );
        });
      }
    });
  }

  it('shows more of long words of a service, and less again', async () => {
    const panel = await openCard(failures['quota']);
    const more = panel.get('.clamped > button');
    await until('there is a button', () => more.checkVisibility());
    equal([more.textContent.trim(), more.ariaExpanded], ['Show More', 'false']);
    const words = panel.get('.error-card .clamped');
    const { height } = words.getBoundingClientRect();
    more.click();
    equal([more.textContent.trim(), more.ariaExpanded], ['Show Less', 'true']);
    equal(words.scrollHeight === words.clientHeight && words.clientHeight > height, true);
    more.click();
    equal(words.getBoundingClientRect().height, height);
  });

  it('breaks a word of a service that is longer than a line', async () => {
    const panel = await openCard({ kind: 'quota', detail: `No credit for ${'x'.repeat(500)}` });
    const words = panel.get('.error-card .clamped');
    equal(words.scrollWidth, words.clientWidth);
  });

  it('has no such button where the words fit', async () => {
    const panel = await openCard(failures['webPage']);
    await nextFrame();
    equal(panel.get('.clamped > button').checkVisibility(), false);
  });

  it('folds method, address, codes and further actions', async () => {
    const panel = await openCard(failures['server']);
    const folded = panel.get('.error-folded');
    equal(folded.checkVisibility(), false);
    equal(panel.get('.error-details > summary').textContent.trim(), 'Details');
    panel.get('.error-details > summary').click();
    equal(folded.checkVisibility(), true);
    const words = folded.textContent.replaceAll(/\s+/g, ' ');
    equal(words.includes(`${tried} · 500`), true, words);
    equal(words.includes('send the operator the request ID'), true);
    equal(panel.get('.error-folded [data-action="copyRequestId"]').checkVisibility(), true);
  });

  it('opens a new chat with the message before what was being written', async () => {
    const panel = await openCard(failures['contextTooLong']);
    panel.box.value = 'and this';
    panel.box.dispatchEvent(new Event('input'));
    panel.get('[data-action="newChat"]').click();
    equal(panel.posted.at(-1), { kind: 'newChat' });
    equal(panel.box.value, 'message 1\nand this');
    equal(panel.get('.composer .chip').textContent.includes('a.ts'), true);
    panel.tell({
      kind: 'snapshot',
      conversation: { id: 'new', createdAt: 1, turns: [] },
      settings: {},
    });
    equal(panel.box.value, 'message 1\nand this');
  });

  it('opens the parameters of the chat where the advice is to set one', async () => {
    const panel = await openCard(failures['credit']);
    panel.get('[data-action="editParameters"]').click();
    equal(panel.get('.parameters').checkVisibility(), true);
    equal(document.activeElement === panel.get('#parameter-max_tokens'), true);
    panel.get('.parameters').hidePopover();
    equal(document.activeElement === panel.get('.parameters-button'), true);
  });

  it('opens them at the one that was rejected, also where it is folded', async () => {
    const refused = { name: 'seed', isValue: true } as const;
    const panel = await openCard({ kind: 'badRequest', status: 400, refused });
    panel.get('[data-action="editParameters"]').click();
    equal(document.activeElement === panel.get('#parameter-seed'), true);
  });

  it('sends the message without its attachments', async () => {
    const panel = await openCard(failures['contextTooLong']);
    panel.get('[data-action="leaveOutAttachments"]').click();
    equal(panel.posted.at(-1), { kind: 'leaveOutAttachments', turnId: '1' });
  });
});

async function openCard(
  failure: Omit<ReplyError, 'message'> & { message?: string } = { kind: 'server' },
) {
  const panel = openPanel();
  const error = { message: 'The service rejected the request.', tried, ...failure };
  const context = [{ path: 'a.ts', languageId: 'ts', startLine: 1, endLine: 2, text: 'let a;' }];
  const user = { text: 'message 1', context };
  panel.snapshot([aTurn('1', { user, reply: { status: 'failed', text: '', error } })]);
  await nextFrame();
  await nextFrame();
  return panel;
}

/** The text of each line of `card`; a row of buttons is a line. */
function linesOf(card: Element): readonly string[] {
  const pieces: { readonly middle: number; readonly text: string }[] = [];
  const walker = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? '';
    const parent = node.parentElement;
    if (text !== '' && parent?.checkVisibility() === true) {
      const range = document.createRange();
      range.selectNodeContents(node);
      // Lines that are cut off have a place, too.
      const end = parent.closest('.clamped')?.getBoundingClientRect().bottom ?? Infinity;
      const seen = [...range.getClientRects()].filter(({ top }) => top < end - 2);
      pieces.push(...seen.map(({ top, height }) => ({ middle: top + height / 2, text })));
    }
  }
  pieces.sort((a, b) => a.middle - b.middle);
  const starts = pieces.filter(
    ({ middle }, index) => middle - (pieces[index - 1]?.middle ?? -Infinity) > 6,
  );
  return starts.map(({ text }) => text);
}

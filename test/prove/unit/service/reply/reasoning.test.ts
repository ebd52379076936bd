import { random } from '../../../../support/random.ts';
import {
  assertSaid,
  type Fields,
  type Said,
  streamed,
  streamOf,
  whole,
} from '../../../../support/service/saidReplies.ts';
import { seed } from '../../../../support/seed.ts';
import { quantity } from '../../../../support/quantity.ts';

const thinking = (text: string): Fields => ({
  type: 'thinking',
  thinking: [{ type: 'text', text }],
});
const detail = (text: string, more: Fields = {}): Fields => ({
  type: 'reasoning.text',
  text,
  format: 'anthropic-claude-v1',
  index: 0,
  ...more,
});
const secret = { type: 'reasoning.encrypted', data: 'gAAA', id: 'rs_1', format: 'x', index: 1 };
const shown = { text: 'It is 4.', reasoning: 'Two and two.' };

/** How services send the same reply: its deltas, and its message in standard mode. */
const services: readonly (readonly [string, readonly Fields[], Fields, Said?])[] = [
  [
    'DeepSeek, Kimi, GLM, Qwen, xAI, llama.cpp',
    [
      { role: 'assistant', content: null, reasoning_content: '' },
      { content: null, reasoning_content: 'Two ' },
      { content: null, reasoning_content: 'and two.' },
      { content: 'It is ', reasoning_content: null },
      { content: '4.', reasoning_content: null },
    ],
    { role: 'assistant', content: 'It is 4.', reasoning_content: 'Two and two.' },
  ],
  [
    'Together, Cerebras, Groq, Ollama, vLLM',
    [{ reasoning: 'Two ' }, { reasoning: 'and two.', content: '' }, { content: 'It is 4.' }],
    { content: 'It is 4.', reasoning: 'Two and two.' },
  ],
  [
    'Chutes, in two fields at once',
    [
      { reasoning: 'Two ', reasoning_content: 'Two ' },
      { reasoning: 'and two.', reasoning_content: 'and two.', content: 'It is 4.' },
    ],
    { content: 'It is 4.', reasoning: 'Two and two.', reasoning_content: 'Two and two.' },
  ],
  [
    'proxies, as reasoning_text',
    [{ reasoning_text: 'Two and ' }, { reasoning_text: 'two.' }, { content: 'It is 4.' }],
    { content: 'It is 4.', reasoning_text: 'Two and two.' },
  ],
  [
    'Mistral, as parts of the content',
    [
      { content: [thinking('Two ')] },
      { content: [thinking('and two.')] },
      { content: [{ type: 'text', text: 'It ' }] },
      { content: 'is 4.' },
    ],
    { content: [thinking('Two and two.'), { type: 'text', text: 'It is 4.' }] },
  ],
  [
    'Databricks, as a summary',
    [
      {
        content: [{ type: 'reasoning', summary: [{ type: 'summary_text', text: 'Two and two.' }] }],
      },
      { content: [{ type: 'text', text: 'It is 4.' }] },
    ],
    {
      content: [
        { type: 'reasoning', summary: [{ text: 'Two and ' }, { text: 'two.' }] },
        { type: 'text', text: 'It is 4.' },
      ],
    },
  ],
  [
    'OpenRouter, with details that repeat the words',
    [
      { content: '', reasoning: 'Two ', reasoning_details: [detail('Two ')] },
      { content: '', reasoning: 'and two.', reasoning_details: [detail('and two.')] },
      { content: '', reasoning_details: [detail('', { signature: 'Er4C' })] },
      { content: '', reasoning_details: [secret] },
      { content: 'It is 4.' },
    ],
    {
      content: 'It is 4.',
      reasoning: 'Two and two.',
      reasoning_details: [detail('Two and two.', { signature: 'Er4C' }), secret],
    },
    { ...shown, details: [detail('Two and two.', { signature: 'Er4C' }), secret] },
  ],
  [
    'OpenRouter, with summaries only',
    [
      { reasoning_details: [{ type: 'reasoning.summary', summary: 'Two ', index: 0 }] },
      { reasoning_details: [{ type: 'reasoning.summary', summary: 'and two.', index: 0 }] },
      { content: 'It is 4.' },
    ],
    {
      content: 'It is 4.',
      reasoning_details: [{ type: 'reasoning.summary', summary: 'Two and two.', index: 0 }],
    },
    {
      ...shown,
      details: [{ type: 'reasoning.summary', summary: 'Two and two.', index: 0 }],
    },
  ],
  [
    'MiniMax with reasoning_split, all words so far with each piece',
    [
      { reasoning_details: [{ type: 'reasoning.text', text: 'Two ' }] },
      { reasoning_details: [{ type: 'reasoning.text', text: 'Two and ' }] },
      { reasoning_details: [{ type: 'reasoning.text', text: 'Two and two.' }] },
      { content: 'It is 4.' },
    ],
    {
      content: 'It is 4.',
      reasoning_details: [{ type: 'reasoning.text', text: 'Two and two.' }],
    },
    { ...shown, details: [{ type: 'reasoning.text', text: 'Two and two.' }] },
  ],
  [
    'MiniMax, in a field and once more in the text',
    [
      { content: '<think>\n', reasoning_content: '' },
      { content: 'Two ', reasoning_content: 'Two ' },
      { content: 'and two.', reasoning_content: 'and two.' },
      { content: '\n</think>\n\nIt is 4.' },
    ],
    { content: '<think>\nTwo and two.\n</think>\n\nIt is 4.', reasoning_content: 'Two and two.' },
  ],
  [
    'Gemini behind a gateway, as parts of an object',
    [
      { content: { parts: [{ text: 'Two ', thought: true }] } },
      { content: { parts: [{ text: 'and two.', thought: true }, { text: 'It is ' }] } },
      { content: { parts: [{ text: '4.' }] } },
    ],
    { content: { parts: [{ text: 'Two and two.', thought: true }, { text: 'It is 4.' }] } },
  ],
  [
    'LiteLLM, in pieces and once more as a whole',
    [
      { reasoning_content: 'Two ', thinking_blocks: [{ type: 'thinking', thinking: 'Two ' }] },
      { reasoning_content: 'and two.' },
      { thinking_blocks: [{ type: 'thinking', thinking: 'and two.', signature: 'x' }] },
      { content: 'It is 4.' },
    ],
    {
      content: 'It is 4.',
      reasoning_content: 'Two and two.',
      thinking_blocks: [{ type: 'thinking', thinking: 'Two and two.', signature: 'x' }],
    },
  ],
];

/** The places of reasoning, with the fields that have these words there. */
const reasoningPlaces: readonly (readonly [string, (words: string) => Fields])[] = [
  ...['reasoning_content', 'reasoning', 'reasoning_text', 'thinking'].flatMap((name) => [
    [name, (words: string) => ({ [name]: words })] as const,
    [`${name}.content`, (words: string) => ({ [name]: { content: words } })] as const,
    [`${name}[].text`, (words: string) => ({ [name]: [{ type: 'text', text: words }] })] as const,
  ]),
  ['thinking_blocks', (words) => ({ thinking_blocks: [{ type: 'thinking', thinking: words }] })],
  ['reasoning_details', (words) => ({ reasoning_details: [detail(words)] })],
  ['a part of the content', (words) => ({ content: [{ type: 'thinking', thinking: words }] })],
  ['a part in a part', (words) => ({ content: [thinking(words)] })],
  ['content.thinking', (words) => ({ content: { thinking: words } })],
];

/** The places of text. */
const textPlaces: readonly (readonly [string, (words: string) => Fields])[] = [
  ['content', (words) => ({ content: words })],
  ['content.text', (words) => ({ content: { text: words } })],
  ['a part as object', (words) => ({ content: { type: 'text', text: words } })],
  ['a list of texts', (words) => ({ content: [words.slice(0, 2), words.slice(2)] })],
  ['a list of parts', (words) => ({ content: [{ type: 'text', text: words }] })],
  ['a value', (words) => ({ content: [{ type: 'text', text: { value: words } }] })],
];

describe('a place of reasoning or text', () => {
  const said = { reasoning: 'Two and two.', text: 'It is 4.' };
  async function assertRead(deltas: readonly Fields[], message: Fields, how: string) {
    const streamedSaid = await streamed(streamOf(deltas));
    assertSaid({ ...streamedSaid, details: undefined }, said, `${how}, streamed`);
    const { text, reasoning } = await whole(message);
    assertSaid({ text, reasoning }, said, `${how}, whole`);
  }
  for (const [place, reasoning] of reasoningPlaces) {
    it(`is read with every place of text: ${place}`, async () => {
      for (const [name, text] of textPlaces) {
        const parts = [reasoning('Two and two.')['content'], text('It is 4.')['content']];
        const content = parts.filter((part) => part !== undefined);
        const message = { ...reasoning('Two and two.'), content: content.flat() };
        const deltas = [reasoning('Two '), reasoning('and two.'), text('It '), text('is 4.')];
        await assertRead(deltas, message, `${place}, ${name}`);
      }
    });

    it(`is not read again where another has the same words: ${place}`, async () => {
      for (const [name, other] of reasoningPlaces) {
        // Two forms of one field cannot be in the same message.
        const [field = ''] = Object.keys(other(''));
        if (name !== place && reasoning('')[field] === undefined) {
          const both = (words: string): Fields => ({ ...reasoning(words), ...other(words) });
          const text = { content: 'It is 4.' };
          const asOne = both('Two and two.');
          const content = [asOne['content'] ?? [], 'It is 4.'].flat();
          await assertRead([both('Two '), both('and two.'), text], { ...asOne, content }, name);
          const atEnd = [reasoning('Two '), reasoning('and two.'), text, other('Two and two.')];
          await assertRead(atEnd, { ...asOne, content }, `${name} at the end`);
        }
      }
    });
  }
});

describe('reasoning of a service', () => {
  for (const [name, deltas, message, expected = shown] of services) {
    it(`is read in both modes: ${name}`, async () => {
      const body = streamOf(deltas);
      assertSaid(await streamed(body), expected, 'streamed');
      const next = random(seed);
      const cutSets = quantity({ slice: 5, whole: 200 });
      for (let count = 0; count < cutSets; count += 1) {
        const cuts = Array.from({ length: 8 }, () => Math.floor(next() * body.length));
        const sorted = cuts.toSorted((a, b) => a - b);
        assertSaid(await streamed(body, sorted), expected, `seed ${seed}: ${sorted.join()}`);
      }
      const completion = await whole(message);
      assertSaid({ ...completion, details: completion.reasoningDetails }, expected, 'whole');
    });
  }
});

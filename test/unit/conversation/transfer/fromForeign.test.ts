import assert from 'node:assert/strict';
import { transcript } from '../../../../src/conversation/conversationState.ts';
import { continueMessage } from '../../../../src/conversation/exchanges.ts';
import { readExport } from '../../../support/transfer/readExport.ts';

/** What a reader sees: message and reply of each turn on the shown path. */
function shown(value: unknown) {
  const [first] = readExport(value).conversations;
  assert.ok(first);
  const turns = transcript(first.conversation).map(({ user, reply }) => [user.text, reply.text]);
  return { turns, all: first.conversation.turns.length, ...first };
}

const message = (role: string, text: string, extra = {}) => ({
  author: { role },
  content: { content_type: 'text', parts: [text] },
  create_time: 1_700_000_000.5,
  ...extra,
});

describe('exports of other programs', () => {
  it('reads ChatGPT: the tree of nodes, with branches and nodes without text', () => {
    const mapping = {
      root: { id: 'root', message: null, parent: null, children: ['s'] },
      s: { id: 's', message: message('system', ''), parent: 'root' },
      u1: { id: 'u1', message: message('user', 'Why?'), parent: 's' },
      a1: {
        id: 'a1',
        message: message('assistant', 'So.', { metadata: { model_slug: 'gpt-x' } }),
        parent: 'u1',
      },
      a2: { id: 'a2', message: message('assistant', 'Or so.'), parent: 'u1' },
      tool: { id: 'tool', message: message('tool', 'x'), parent: 'a1' },
      a3: { id: 'a3', message: message('assistant', 'And so.'), parent: 'tool' },
      u2: { id: 'u2', message: message('user', 'And then?'), parent: 'a3' },
      a4: { id: 'a4', message: message('assistant', 'The end.'), parent: 'u2' },
    };
    const { turns, all, conversation, labels } = shown([
      { title: 'A title', create_time: 1_700_000_000, mapping, current_node: 'a4' },
    ]);
    assert.deepEqual(turns, [
      ['Why?', 'So.\n\nAnd so.'],
      ['And then?', 'The end.'],
    ]);
    assert.equal(all, 3);
    assert.deepEqual([labels.title, conversation.createdAt], ['A title', 1_700_000_000_000]);
    const [first] = conversation.turns;
    assert.deepEqual([first?.reply.model, first?.reply.connection], ['gpt-x', 'ChatGPT']);
  });

  it('keeps what follows each branch of a reply, and what the user said before it went on', () => {
    const mapping = {
      u1: { message: message('user', 'Find it.') },
      a1: { message: message('assistant', 'I will search.'), parent: 'u1' },
      b1: { message: message('assistant', 'First result.'), parent: 'a1' },
      b2: { message: message('assistant', 'Second result.'), parent: 'a1' },
      u2: { message: message('user', 'Thanks'), parent: 'b2' },
      a2: { message: message('assistant', 'Welcome'), parent: 'u2' },
      u3: { message: message('user', 'Stop, do this.'), parent: 'a1' },
      a3: { message: message('assistant', 'Done'), parent: 'u3' },
    };
    const on = (current: string) => shown([{ mapping, current_node: current }]).turns;
    assert.deepEqual(on('a2'), [
      ['Find it.', 'I will search.'],
      [continueMessage, '\n\nSecond result.'],
      ['Thanks', 'Welcome'],
    ]);
    assert.deepEqual(on('b1').at(-1), [continueMessage, '\n\nFirst result.']);
    assert.deepEqual(on('a3'), [
      ['Find it.', 'I will search.'],
      ['Stop, do this.', 'Done'],
    ]);
    const { conversation } = shown([{ mapping, current_node: 'a2' }]);
    assert.deepEqual(
      transcript(conversation).map(({ isContinuation }) => isContinuation === true),
      [false, true, false],
    );
  });

  it('shows the branch whose end has nothing to read', () => {
    const mapping = {
      u1: { message: message('user', 'Draw it.') },
      tool: { message: message('tool', 'x'), parent: 'u1' },
      picture: { message: message('assistant', ''), parent: 'tool' },
      u2: { message: message('user', 'Draw something else.') },
      a2: { message: message('assistant', 'No.'), parent: 'u2' },
    };
    const { turns } = shown([{ mapping, current_node: 'picture' }]);
    assert.deepEqual(turns, [['Draw it.', '']]);
  });

  it('reads times as text, and takes the time of the import where there are none', () => {
    const mapping = (time?: string) => ({
      u: { message: message('user', 'When?', { create_time: time }) },
    });
    const iso = '2024-01-01T00:00:00Z';
    const dated = shown([{ create_time: iso, mapping: mapping(iso) }]).conversation;
    assert.deepEqual(
      [dated.createdAt, dated.turns[0]?.reply.startedAt],
      Array(2).fill(Date.parse(iso)),
    );
    const before = Date.now();
    const { createdAt } = shown([{ mapping: mapping() }]).conversation;
    assert.ok(createdAt >= before);
  });

  it('reads messages without IDs in their order', () => {
    const messages = [
      { text: 'Hi', isCreatedByUser: true },
      { text: 'Hello', isCreatedByUser: false },
      { text: 'More', isCreatedByUser: true },
    ];
    const { turns } = shown({ conversationId: 'c', messages });
    assert.deepEqual(turns, [
      ['Hi', 'Hello'],
      ['More', ''],
    ]);
  });

  it('reads Open WebUI', () => {
    const messages = {
      a: { id: 'a', parentId: null, role: 'user', content: 'Hi', timestamp: 5 },
      b: {
        id: 'b',
        parentId: 'a',
        role: 'assistant',
        content: 'Hello',
        model: 'llama',
        timestamp: 6,
      },
      c: { id: 'c', parentId: 'a', role: 'assistant', content: 'Good day', model: 'qwen' },
    };
    const { turns, all, labels } = shown([
      {
        title: 'T',
        chat: { history: { messages, currentId: 'b' } },
        created_at: 5,
        pinned: true,
        meta: { tags: ['x'] },
      },
    ]);
    assert.deepEqual([turns, all], [[['Hi', 'Hello']], 2]);
    assert.deepEqual([labels.pinned, labels.tags], [true, ['x']]);
  });

  it('reads LibreChat, flat and recursive', () => {
    const user = {
      messageId: 'u',
      parentMessageId: '0',
      text: 'Hi',
      isCreatedByUser: true,
      createdAt: '2024-01-01T00:00:00Z',
    };
    const reply = { messageId: 'a', parentMessageId: 'u', text: 'Hello', isCreatedByUser: false };
    const head = { conversationId: 'c', title: 'T', options: { model: 'm' } };
    for (const messages of [[user, reply], [{ ...user, children: [reply] }]]) {
      const { turns, conversation } = shown({ ...head, messages });
      assert.deepEqual(turns, [['Hi', 'Hello']]);
      assert.equal(conversation.turns[0]?.reply.model, 'm');
    }
  });

  it('reads VS Code', () => {
    const requests = [
      {
        message: { text: 'Hi' },
        response: [{ value: 'Hel' }, { kind: 'progress' }, { value: 'lo' }],
        modelId: 'copilot/x',
        timestamp: 7,
      },
      { message: { text: 'Unanswered' }, response: [] },
      { message: { text: 'More' }, response: [{ value: 'Yes' }] },
    ];
    const { turns, conversation } = shown({ responderUsername: 'Copilot', requests });
    assert.deepEqual(turns, [
      ['Hi', 'Hello'],
      ['Unanswered', ''],
      ['More', 'Yes'],
    ]);
    assert.equal(conversation.turns[0]?.reply.model, 'copilot/x');
  });

  /** The first turn of an export, and how much of it does not come in. */
  const firstTurn = (value: unknown) => {
    const { conversation, labels } = shown(value);
    const { problems } = readExport(value);
    const leftOut = Number(/tool results: (\d+)/.exec(problems.join())?.[1]) || undefined;
    const [turn] = conversation.turns;
    return { ...conversation, labels, turn, reasoning: turn?.reply.reasoning, leftOut };
  };

  it('reads ChatGPT: a document of a canvas, and no marks of citations', () => {
    const call = JSON.stringify({ name: 'Plan', type: 'code/python', content: 'print(1)' });
    const mapping = {
      u: { message: message('user', 'Write it.') },
      d: {
        message: message('assistant', call, { recipient: 'canmore.create_textdoc' }),
        parent: 'u',
      },
      a: {
        message: message('assistant', 'Done.\ue200cite\ue202turn0search0\ue201 See there.'),
        parent: 'd',
      },
      c: { message: message('assistant', '{"q":1}', { recipient: 'web' }), parent: 'a' },
    };
    const { turn } = firstTurn([{ mapping, current_node: 'c' }]);
    assert.equal(turn?.reply.text, '**Plan**\n\n````python\nprint(1)\n````\n\nDone. See there.');
  });

  it('reads Open WebUI: parts in place of a text, a list in place of the tree, calls of tools', () => {
    const data = 'data:image/png;base64,iVBORw0KGgo=';
    const content = [
      { type: 'text', text: 'What is this?' },
      { type: 'image_url', image_url: { url: data } },
    ];
    const reply =
      '<details type="reasoning" done="true">\n<summary>Thought</summary>\n&gt; I&#x27;m told &quot;a &lt; b&quot;\n&gt; </details> is its end\n</details>\n<details type="tool_calls" done="true" name="look">\n<summary>Tool</summary>\n</details>\nA dot.';
    const { turn, reasoning, leftOut } = firstTurn([
      {
        chat: {
          messages: [
            { role: 'user', content },
            { role: 'assistant', content: reply },
          ],
        },
      },
    ]);
    assert.deepEqual([turn?.user.text, turn?.user.images?.length], ['What is this?', 1]);
    assert.deepEqual([turn?.reply.text, leftOut], ['A dot.', 1]);
    assert.equal(reasoning, 'I\'m told "a < b"\n</details> is its end');
  });

  it('reads LibreChat: reasoning in the text; VS Code: no words on what was going on', () => {
    const messages = [
      { messageId: 'u', text: 'Hi', isCreatedByUser: true },
      { messageId: 'a', parentMessageId: 'u', text: ':::thinking\nHm.\n:::\nHello' },
    ];
    const { turn, reasoning } = firstTurn({ conversationId: 'c', messages });
    assert.deepEqual([turn?.reply.text, reasoning], ['Hello', 'Hm.']);
    const response = [
      { kind: 'progressTaskSerialized', content: { value: 'Searching workspace' } },
      { value: 'I changed ' },
      { kind: 'warning', content: { value: 'Careful' } },
      { kind: 'markdownContent', content: { value: 'it.' } },
    ];
    const inCode = firstTurn({ requests: [{ message: { text: 'Hi' }, response }] });
    assert.equal(inCode.turn?.reply.text, 'I changed it.');
  });

  it('reads ChatGPT: thoughts apart from the reply, and counts pictures and files', () => {
    const thoughts = [
      { summary: 'Looking', content: 'It may be blue.' },
      { summary: '', content: '' },
    ];
    const content = { content_type: 'thoughts', thoughts };
    const image = { content_type: 'image_asset_pointer', asset_pointer: 'file-service://x' };
    const mapping = {
      u: {
        message: message('user', '', {
          content: { content_type: 'multimodal_text', parts: [image, 'What is it?'] },
          metadata: { attachments: [{ name: 'a.pdf' }] },
        }),
        parent: null,
      },
      t: { message: message('assistant', '', { content }), parent: 'u' },
      recap: {
        message: message('assistant', '', {
          content: { content_type: 'reasoning_recap', content: 'Thought for 5s' },
        }),
        parent: 't',
      },
      q: { message: message('assistant', 'search("sky")', { recipient: 'web' }), parent: 'recap' },
      a: { message: message('assistant', 'The sky.'), parent: 'q' },
      hidden: {
        message: message('user', 'About me', {
          metadata: { is_visually_hidden_from_conversation: true },
        }),
        parent: 'a',
      },
    };
    const { turn, turns, reasoning, leftOut } = firstTurn({ mapping, current_node: 'a' });
    assert.equal(turns.length, 1);
    assert.deepEqual([turn?.user.text, turn?.reply.text], ['What is it?', 'The sky.']);
    assert.equal(reasoning, 'Looking\nIt may be blue.');
    assert.equal(leftOut, 2);
  });

  it('reads Open WebUI: the reasoning out of the text, the system prompt and how many files', () => {
    const quoted =
      '<details type="reasoning" done="true" duration="5">\n<summary>Thought for 5 seconds</summary>\n> One\n> two\n</details>';
    const messages = {
      a: { parentId: null, role: 'user', content: 'Hi', files: [{ type: 'image', url: 'data:' }] },
      b: { parentId: 'a', role: 'assistant', content: `${quoted}\nHello <details>x</details>` },
    };
    const chat = { history: { messages, currentId: 'b' }, params: { system: 'Be brief.' } };
    const { turn, reasoning, leftOut, systemPrompt } = firstTurn([{ chat }]);
    assert.deepEqual([turn?.reply.text, reasoning], ['Hello <details>x</details>', 'One\ntwo']);
    assert.deepEqual([leftOut, systemPrompt], [1, 'Be brief.']);
  });

  it('reads ChatGPT: what was said in a voice chat', () => {
    const spoken = (role: string, text: string) => ({
      author: { role },
      content: {
        content_type: 'multimodal_text',
        parts: [
          { content_type: 'audio_transcription', text, direction: 'in' },
          { content_type: 'audio_asset_pointer', asset_pointer: 'sediment://file_1' },
        ],
      },
    });
    const mapping = {
      u: { parent: null, message: spoken('user', 'Hi') },
      a: { parent: 'u', message: spoken('assistant', 'Hello') },
    };
    const { turn, leftOut } = firstTurn([{ mapping, current_node: 'a' }]);
    assert.deepEqual([turn?.user.text, turn?.reply.text, leftOut], ['Hi', 'Hello', 2]);
  });

  it('reads LibreChat: parts of a reply, a tree under its other name, and the options', () => {
    const reply = {
      messageId: 'a',
      parentMessageId: 'u',
      text: '',
      content: [
        { type: 'think', think: 'Hm' },
        { type: 'text', text: 'Hello' },
        { type: 'text', text: { value: 'there' } },
        { type: 'tool_call', tool_call: {} },
      ],
    };
    const user = { messageId: 'u', text: 'Hi', isCreatedByUser: true, files: [{}, {}] };
    const { turn, reasoning, leftOut, systemPrompt } = firstTurn({
      conversationId: 'c',
      options: { promptPrefix: 'Be kind.' },
      messagesTree: [{ ...user, children: [reply] }],
    });
    assert.deepEqual([turn?.reply.text, reasoning], ['Hello\n\nthere', 'Hm']);
    assert.deepEqual([leftOut, systemPrompt], [3, 'Be kind.']);
  });

  it('reads VS Code: its title, thinking apart from the reply, and names of what is referred to', () => {
    const { turn, reasoning, leftOut, labels, createdAt } = firstTurn({
      customTitle: 'Mine',
      creationDate: 9,
      requests: [
        {
          message: { text: 'Where?' },
          variableData: { variables: [{ name: 'a.ts' }] },
          response: [
            { kind: 'thinking', value: ['Let', 'me'] },
            { value: 'In ' },
            { kind: 'inlineReference', inlineReference: { path: '/src/a.ts' } },
            { kind: 'inlineReference', inlineReference: { uri: { path: '/b.ts' }, range: {} } },
            { kind: 'markdownContent', content: { value: '.' } },
            { kind: 'toolInvocationSerialized' },
          ],
        },
      ],
    });
    assert.deepEqual([turn?.reply.text, reasoning], ['In `a.ts``b.ts`.', 'Let\nme']);
    assert.deepEqual([leftOut, labels.title, createdAt], [2, 'Mine', 9]);
  });

  it('knows nothing else', () => {
    for (const value of [null, 5, 'x', [], {}, [{ a: 1 }]]) {
      assert.match(readExport(value).problems.join(), /^This is not an export/);
    }
  });

  it('takes names that a list can show, and any number of replies to a message', () => {
    const long = 'x'.repeat(1_000_000);
    const slug = { metadata: { model_slug: long } };
    const replies = Array.from({ length: 150_000 }, (_, index) => [
      `a${index}`,
      { message: message('assistant', 'So.', index === 0 ? slug : {}), parent: 'u' },
    ]);
    const next = Array.from({ length: 150_000 }, (_, index) => [
      `u${index}`,
      { message: message('user', 'And?'), parent: 'a0' },
    ]);
    const mapping = {
      u: { message: message('user', 'Why?'), parent: null },
      ...Object.fromEntries([...replies, ...next]),
    };
    const { all, conversation, labels } = shown([{ title: long, mapping, current_node: 'a0' }]);
    assert.equal(labels.title?.length, 500);
    assert.equal(conversation.turns[0]?.reply.model.length, 500);
    assert.equal(all, 300_000);
  });
});

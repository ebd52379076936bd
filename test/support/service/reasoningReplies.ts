/** A reply with reasoning in its text, as a server without a parser for the model sends it. */
export interface TaggedReply {
  /** The model, and where the shape is from. */
  readonly name: string;
  readonly raw: string;
  readonly reasoning: string;
  readonly text: string;
}

const fence = '```';

/** Shapes from the chat templates of the models and the parsers of vLLM, llama.cpp and Open WebUI. */
export const taggedReplies: readonly TaggedReply[] = [
  {
    name: 'DeepSeek R1: opened and closed in the text',
    raw: '<think>\nThe user asks for 2 + 2.\n\nThat is 4.\n</think>\n\n2 + 2 = **4**.',
    reasoning: 'The user asks for 2 + 2.\n\nThat is 4.\n',
    text: '2 + 2 = **4**.',
  },
  {
    name: 'R1 distilled, QwQ and Qwen3 Thinking: opened by the template',
    raw: `Okay, the user wants a loop.\n\n${fence}js\nfor (;;) {}\n${fence}\nThat is one.\n</think>\n\n${fence}js\nfor (;;) {}\n${fence}\n`,
    reasoning: `Okay, the user wants a loop.\n\n${fence}js\nfor (;;) {}\n${fence}\nThat is one.\n`,
    text: `${fence}js\nfor (;;) {}\n${fence}\n`,
  },
  {
    name: 'a distilled model that breaks no line before the end',
    raw: 'First I add. The sum is 4.</think>The answer is 4.',
    reasoning: 'First I add. The sum is 4.',
    text: 'The answer is 4.',
  },
  {
    name: 'Qwen3 with thinking switched off',
    raw: '<think>\n\n</think>\n\nHello!',
    reasoning: '',
    text: 'Hello!',
  },
  {
    name: 'MiniMax M2',
    raw: '<think>\nThe user greets me. I could say "</think>" here.\n</think>\n\nHi there!',
    reasoning: 'The user greets me. I could say "</think>" here.\n',
    text: 'Hi there!',
  },
  {
    name: 'Magistral',
    raw: '[THINK]A list [1] and [T] of [THIN] things.[/THINK]See [1] and [THINK].',
    reasoning: 'A list [1] and [T] of [THIN] things.',
    text: 'See [1] and [THINK].',
  },
  {
    name: 'Kimi VL Thinking',
    raw: '◁think▷用户想要一张图。◁/think▷好的。',
    reasoning: '用户想要一张图。',
    text: '好的。',
  },
  {
    name: 'gpt-oss',
    raw: '<|channel|>analysis<|message|>Need 2 + 2 < 5.<|end|><|start|>assistant<|channel|>final<|message|>It is 4.<|return|>',
    reasoning: 'Need 2 + 2 < 5.',
    text: 'It is 4.',
  },
  {
    name: 'gpt-oss that goes on after a preamble',
    raw: '<|start|>assistant<|channel|>analysis<|message|>One.<|end|><|start|>assistant<|channel|>commentary<|message|>I will look.<|end|><|start|>assistant<|channel|>analysis<|message|>Two.<|end|><|start|>assistant<|channel|>final<|message|>Done.',
    reasoning: 'One.\n\nTwo.',
    text: 'I will look.\n\nDone.',
  },
  {
    name: 'Gemma 4',
    raw: '<|channel>thought\nA greeting.\n<channel|>Hello!',
    reasoning: 'A greeting.\n',
    text: 'Hello!',
  },
  {
    name: 'Command A Reasoning',
    raw: '<|START_THINKING|>A greeting.<|END_THINKING|><|START_RESPONSE|>Hello!<|END_RESPONSE|>',
    reasoning: 'A greeting.',
    text: 'Hello!',
  },
  {
    name: 'Cohere North: opened by the template',
    raw: 'A greeting.<|END_THINKING|><|START_TEXT|>Hello!<|END_TEXT|>',
    reasoning: 'A greeting.',
    text: 'Hello!',
  },
  {
    name: 'Apertus',
    raw: '<|inner_prefix|>A greeting.<|inner_suffix|>Hello!',
    reasoning: 'A greeting.',
    text: 'Hello!',
  },
  {
    name: 'Seed-OSS',
    raw: '<seed:think>\nA greeting.\n</seed:think>\nHello!',
    reasoning: 'A greeting.\n',
    text: 'Hello!',
  },
  {
    name: 'Sky-T1',
    raw: '<|begin_of_thought|>\n\nA greeting.\n\n<|end_of_thought|>\n\n<|begin_of_solution|>\n\nHello!<|end_of_solution|>',
    reasoning: 'A greeting.\n\n',
    text: 'Hello!',
  },
  {
    name: 'Granite 3.2, whose phrases only count once both are there',
    raw: "Here's my thought process:\nA greeting.\n\nHere is my response:\n\nHello! Here is my response: hello.",
    reasoning: "Here's my thought process:\nA greeting.\n\n",
    text: 'Hello! Here is my response: hello.',
  },
  ...['thinking', 'reason', 'reasoning', 'thought', 'Thought'].map((name) => ({
    name: `a model with <${name}>`,
    raw: `<${name}>Is 1 < 2 </${name.slice(0, -1)}> so?</${name}>\nYes.`,
    reasoning: `Is 1 < 2 </${name.slice(0, -1)}> so?`,
    text: 'Yes.',
  })),
  {
    name: 'reasoning between the parts of an answer',
    raw: '<think>\nOne.\n</think>\n\nFirst part.\n\n<think>\nTwo.\n</think>\n\nSecond part.',
    reasoning: 'One.\n\n\nTwo.\n',
    text: 'First part.\n\nSecond part.',
  },
  {
    name: 'reasoning within reasoning',
    raw: '<think>One <think>two</think> three\n</think>\n\nFour.',
    reasoning: 'One <think>two\n\n three\n',
    text: 'Four.',
  },
  {
    name: 'reasoning that names its own end',
    raw: '<think>It ends with `</think>`, “</think>” or (</think>).\n</think>\nYes.',
    reasoning: 'It ends with `</think>`, “</think>” or (</think>).\n',
    text: 'Yes.',
  },
  {
    name: 'reasoning that is cut',
    raw: '<think>\nThe user wants a < b and </thin',
    reasoning: 'The user wants a < b and </thin',
    text: '',
  },
  {
    name: 'reasoning without an answer before it, opened by the template and closed at once',
    raw: '</think>\n\nHello!',
    reasoning: '',
    text: 'Hello!',
  },
];

/** Replies that only talk about tags, or hold the beginning of one. */
export const plainReplies: readonly string[] = [
  'Hello!',
  '',
  ' \n ',
  'The model writes <think> before its reasoning and </think> after it.',
  'The model puts `<think>` before and `</think>` after it.\n\nThen `it`</think>.',
  '`<think>` begins it.\n`</think>` ends it.\n',
  '<think> is a tag. It ends with </think>.',
  '<think>, like <reasoning>, is a tag.',
  'It looks like this:\n\n```xml\n<think>\nHm.\n</think>\nYes.\n```\n\nThat is all.',
  '~~~\n</think>\n```\n</think>\n~~~\n',
  '1. A list:\n\n   ```\n   </think>\n   ```\n',
  '    </think>\n    <think>\n',
  'Without a fence:\n\n<think>\nHm.\n</think>\nYes.\n\nThat is all.',
  'The pair <think></think> is empty.',
  'It ends with “</think>” or "</think>" or (</think>).',
  'It ends with </think>, then the answer follows.',
  'XML: <reason>Too late</reason>\n<reason>\n</reason>\n',
  '<answer><reason>XML</reason></answer>\n</reasoning>\n',
  '<html>\n<thinker>\n</thinker>',
  'a <b [c] ◁d',
  '<thi',
  'Ends with <',
  'Here is my thought process: I add, then I divide.',
  'Here is my response: no.',
  'H',
  'Tokens: <|end|>, <|channel|>final<|message|> and <|return|>.',
  'Mid-line [THINK] and [/THINK] tags.',
];

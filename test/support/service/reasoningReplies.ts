/** A reply with reasoning in its text, as a server without a parser for the model sends it. */
export interface TaggedReply {
  /** The model, and where the shape is from. */
  readonly name: string;
  readonly raw: string;
  readonly reasoning: string;
  readonly text: string;
}

const fence = '```';

/** Marks around the whole answer, or a part of it. */
const answerMarks = [
  ['<answer>', '</answer>'],
  ['<response>', '</response>'],
  ['<Output>', '</Output>'],
  ['<final_answer>', '</final_answer>'],
  ['<hy:answer>', '</hy:answer>'],
  ['<|begin_of_box|>', '<|end_of_box|>'],
  ['<|begin_of_solution|>', '<|end_of_solution|>'],
  ['<|START_RESPONSE|>', '<|END_RESPONSE|>'],
].map(([opening = '', closing = '']) => [opening, closing] as const);

/** Marks at the end of the message of a model. */
const endMarks = [
  '</s>',
  '<eos>',
  '<end_of_turn>',
  '<turn|>',
  '<|end|>',
  '<|im_end|>',
  '<|eot_id|>',
  '<|endoftext|>',
  '<|end_of_text|>',
  '<|END_OF_TURN_TOKEN|>',
  '<|user|>',
  '<｜end▁of▁sentence｜>',
  '<｜hy_EOT｜>',
  '<|role_end|>',
  '<end_of_utterance>',
  '[|endofturn|]',
  '<|im_assistant|>',
  '<|close|>response<|sep|>',
  '</|assistant|>',
  '[UNUSED_TOKEN_145]',
];

/** Before a whole message of the model. */
const headers = [
  '<|im_start|>assistant\n',
  '<|start_header_id|>assistant<|end_header_id|>\n\n',
  '<|header_start|>assistant<|header_end|>\n\n',
  '<|start_of_role|>assistant<|end_of_role|>',
  '<|im_assistant|>assistant<|im_middle|>',
  '<|im_start|>assistant<|im_sep|>',
  '<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>',
  '<|assistant|>\n',
  '[|assistant|]',
  '<｜Assistant｜>',
  '<start_of_turn>model\n',
  '<|turn>model\n',
];

/** Around reasoning, with words of the model's own in them. */
const ownMarks = [
  ['<longcat_think>', '</longcat_think>'],
  ['<think:opensource>', '</think:opensource>'],
  ['<ifm|think_fast>', '</ifm|think_fast>'],
  ['<|plamo:begin_think:plamo|>', '<|plamo:end_think:plamo|>'],
  ['<|open|>think<|sep|>', '<|close|>think<|sep|><|open|>response<|sep|>'],
  ['<|think|>', '</|think|>'],
  ['<｜thinking｜>', '</｜thinking｜>'],
  ['<think>', '<//think>'],
  ['<unused94>thought\n', '<unused95>'],
  [
    '<think_never_used_51bce0c785ca2f68081bfa7d91973934>',
    '</think_never_used_51bce0c785ca2f68081bfa7d91973934>',
  ],
].map(([opening = '', closing = '']) => [opening, closing] as const);

function closingOf(opening: string): string {
  return opening
    .replace('start', 'end')
    .replace(/^<\|?(?=\w+(?::\w+)?\W)/, (start) => (opening.includes('_') ? start : `${start}/`));
}

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
  ...['<mm:think>', '<Think>', '<|think|>', '<|start_of_thinking|>'].map((opening) => ({
    name: `a model with ${opening}`,
    raw: `${opening}Is 1 < 2 so?${closingOf(opening)}\n\nYes.`,
    reasoning: 'Is 1 < 2 so?',
    text: 'Yes.',
  })),
  ...answerMarks.map(([opening, closing]) => ({
    name: `an answer between ${opening} and ${closing}`,
    raw: `<think>\nplan\n</think>\n${opening}\nHello.\n${closing}`,
    reasoning: 'plan\n',
    text: 'Hello.\n',
  })),
  ...answerMarks.map(([, closing]) => ({
    name: `an answer before ${closing}`,
    raw: `<think>\nplan\n</think>\n\nHello.${closing}`,
    reasoning: 'plan\n',
    text: 'Hello.',
  })),
  ...endMarks.map((mark) => ({
    name: `a reply before ${mark}`,
    raw: `It is \`4\`${mark}\n`,
    reasoning: '',
    text: 'It is `4`',
  })),
  {
    name: 'reasoning that is cut before a mark of the end',
    raw: '<think>\nplan<|im_end|>',
    reasoning: 'plan',
    text: '',
  },
  {
    name: 'marks of the end again and again',
    raw: `It is 4.\n${'</s>\n<|endoftext|>'.repeat(20)}`,
    reasoning: '',
    text: 'It is 4.\n',
  },
  {
    name: 'Solar',
    raw: '<|think|>plan<|end|><|begin|>assistant<|content|>Hello!<|end|>',
    reasoning: 'plan',
    text: 'Hello!',
  },
  {
    name: 'GLM: a box within the answer',
    raw: '<think>2 + 2</think>It is <|begin_of_box|>4<|end_of_box|>.',
    reasoning: '2 + 2',
    text: 'It is 4.',
  },
  {
    name: 'GLM: the answer in a box, without reasoning',
    raw: '<|begin_of_box|>4<|end_of_box|>',
    reasoning: '',
    text: '4',
  },
  {
    name: 'GLM: a box within an answer without reasoning',
    raw: 'The answer is <|begin_of_box|>4<|end_of_box|>.',
    reasoning: '',
    text: 'The answer is 4.',
  },
  ...headers.map((header) => ({
    name: `a message after ${JSON.stringify(header)}`,
    raw: `${header}Hello!<|im_end|>`,
    reasoning: '',
    text: 'Hello!',
  })),
  ...headers.map((header) => ({
    name: `a message with reasoning after ${JSON.stringify(header)}`,
    raw: `${header}<think>plan</think>Hello!`,
    reasoning: 'plan',
    text: 'Hello!',
  })),
  ...ownMarks.flatMap(([opening, closing]) => [
    {
      name: `a model with ${opening}`,
      raw: `${opening}Is 1 < 2 so?${closing}Yes.`,
      reasoning: 'Is 1 < 2 so?',
      text: 'Yes.',
    },
    {
      name: `a model with ${closing}, opened by the template`,
      raw: `Is 1 < 2 so?${closing}Yes.`,
      reasoning: 'Is 1 < 2 so?',
      text: 'Yes.',
    },
  ]),
  {
    name: 'Apriel',
    raw: 'Here are my reasoning steps:\n1. [Add]\n[BEGIN FINAL RESPONSE]\nHello.\n[END FINAL RESPONSE]\n<|end|>\n',
    reasoning: 'Here are my reasoning steps:\n1. [Add]\n',
    text: 'Hello.\n',
  },
  {
    name: 'a mark of the end right behind a block of code',
    raw: `${fence}js\nx\n${fence}<|im_end|>`,
    reasoning: '',
    text: `${fence}js\nx\n${fence}`,
  },
  {
    name: 'gpt-oss with a format in the header of its answer',
    raw: '<|channel|>analysis<|message|>plan<|end|><|start|>assistant<|channel|>final <|constrain|>json<|message|>{"a": 1}<|return|>',
    reasoning: 'plan',
    text: '{"a": 1}',
  },
  {
    name: 'gpt-oss without its reasoning',
    raw: '<|channel|>final json<|message|>{"a": 1}',
    reasoning: '',
    text: '{"a": 1}',
  },
  ...['', 'assistant'].map((role) => ({
    name: `gpt-oss whose special tokens are left out, after “${role}”`,
    raw: `\n${role}analysisWe need "4"assistantanalysisDone, or (assistantfinal)."assistantfinal\n\nIt is 4.assistantfinal`,
    reasoning: `\n${role}analysisWe need "4"assistantanalysisDone, or (assistantfinal)."assistantfinal`,
    text: 'It is 4.assistantfinal',
  })),
  {
    name: 'gpt-oss whose special tokens are left out, with an answer in lower case after a line',
    raw: 'analysis用户\nassistantfinal<b>yes</b>',
    reasoning: 'analysis用户\nassistantfinal',
    text: '<b>yes</b>',
  },
  {
    name: 'a closing mark before any text, whoever has opened it',
    raw: '\n</reasoning>\n\nHello!',
    reasoning: '',
    text: 'Hello!',
  },
  {
    name: 'an answer that is markup after its reasoning',
    raw: '<think>plan</think><response>\n  <a>1</a>\n</response>\n',
    reasoning: 'plan',
    text: '<response>\n  <a>1</a>\n</response>\n',
  },
  {
    name: 'an answer about marks, after reasoning',
    raw: `<think>plan</think><answer> is one. So is <|begin_of_box|> or “<|begin_of_box|>”.\n\n${fence}\n<|im_end|>\n${fence}\n\nIt ends with </answer>`,
    reasoning: 'plan',
    text: `<answer> is one. So is <|begin_of_box|> or “<|begin_of_box|>”.\n\n${fence}\n<|im_end|>\n${fence}\n\nIt ends with </answer>`,
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
  '<answer>\n4\n</answer>',
  '<response> is a tag, and it ends with </response>',
  'Price: <s>10</s>',
  'A line through <s>it</s>\n',
  'The token is <|im_end|>',
  'The tokens are:\n\n</s>\n<|im_end|>\n',
  'ChatML:\n\n<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n',
  'Llama ends with `</s>`',
  '```\nHi<|im_end|>\n```',
  'Hello</s> and more',
  'Hello</s>\n\nAnd more.',
  'It begins with <|begin_of_box|>\nand ends with <|end_of_box|>\n',
  'It is between “<|begin_of_box|>” and “<|end_of_box|>”.',
  '<|begin_of_box|> and <|end_of_box|> are marks.',
  '<|im_end|>',
  '<|python_tag|>{"a": 1}',
  '<|tool_call|>[1]<|/tool_call|>',
  'a <xsl:think/> b <mm:thin> c <|thin|> d',
  'Use <|channel|> and <|message|>',
  'The end tokens by model.\n\n1. <|im_end|>\n2. </s>\n3. <|eot_id|>',
  '1. <think> begins it\n2. </think> - ends it\n',
  'The tags, in order.\n\n1. <think>\n2. </think>\n',
  ...['**', '*', '_', '~~', '|', '/'].map((mark) => `The tag ${mark}</think>${mark} ends it.`),
  'Use <code></think></code> to close it, and <b></s></b>',
  'Set eos_token=</s>',
  '<|im_start|>system\nBe kind.<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n',
  'Roles: <|system|>, <|user|>, <|assistant|>',
  'Kimi writes <|open|>think<|sep|> before and <|close|>think<|sep|> after it.',
  'A turn ends with <end_of_turn>, a sentence with <end_of_sentence>.',
  'Apriel puts [BEGIN FINAL RESPONSE] before its answer and [END FINAL RESPONSE] after it.',
  'An array in OCaml: [|x|] and [|end|] of [||',
  '<output>\n  <p>x</p>\n</output>',
  'It ends with </|think|> or <//think>, not </||think|>, in MedGemma with <unused95>.',
  '<//think',
  'analysisWe is how it begins.',
  'The output “analysisWe need 4.assistantfinalIt is 4.” has lost its tokens.',
  'analysisService.assistantfinal is a field.\nassistantfinal',
  'analysis: it is 4.assistantfinalYes.',
  'analysisWe writes assistantfinal before its answer, `x.assistantfinal`, “assistantfinal” and **assistantfinal**.\n\n```\nassistantfinal\n```\n',
];

// One arm of the decoding row, in a process of its own: prints the main thread's milliseconds.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { streamText } from 'ai';
import OpenAI from 'openai';
import { createServiceClient } from '../../../src/service/client/serviceClient.ts';

const deltas = 20_000;
const deltasPerPiece = 16;
const encoder = new TextEncoder();
const messages = [{ role: 'user', content: 'x' }];

// Some services put something into every chunk that is in no other.
const isVaried = process.argv[3] === 'varied';

function chunk(content, finishReason = null) {
  const choice = { index: 0, delta: { content }, logprobs: null, finish_reason: finishReason };
  const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'm1' };
  const varied = isVaried ? { obfuscation: crypto.randomUUID().slice(0, 8) } : {};
  return `data: ${JSON.stringify({ ...head, choices: [choice], ...varied })}\n\n`;
}

const pieces = [];
for (let index = 0; index < deltas; index += deltasPerPiece) {
  const events = Array.from({ length: deltasPerPiece }, (_, at) =>
    chunk(` d${(index + at) % 100} `),
  );
  pieces.push(encoder.encode(events.join('')));
}
pieces.push(encoder.encode(`${chunk('', 'stop')}data: [DONE]\n\n`));

function body() {
  let next = 0;
  return new ReadableStream({
    pull(controller) {
      const piece = pieces[next];
      next += 1;
      if (piece === undefined) {
        controller.close();
      } else {
        controller.enqueue(piece);
      }
    },
  });
}

const fetch = async () =>
  new Response(body(), { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
const baseUrl = 'http://127.0.0.1:9/v1';

/** Each gives the number of characters that it has read. */
const arms = {
  async floor() {
    const { body } = await fetch();
    const decoder = new TextDecoder();
    let rest = '';
    let length = 0;
    for await (const bytes of body) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
      rest = lines.pop();
      for (const line of lines) {
        if (line.startsWith('data: {')) {
          length += JSON.parse(line.slice(6)).choices[0].delta.content.length;
        }
      }
    }
    return length;
  },
  async parley() {
    const client = createServiceClient({ baseUrl, fetch });
    let length = 0;
    for await (const event of client.stream({ model: 'm1', messages })) {
      length += event.kind === 'text' ? event.text.length : 0;
    }
    return length;
  },
  async openai() {
    const client = new OpenAI({ baseURL: baseUrl, apiKey: 'x', fetch });
    let length = 0;
    for await (const part of await client.chat.completions.create({
      model: 'm1',
      messages,
      stream: true,
    })) {
      length += part.choices[0]?.delta.content?.length ?? 0;
    }
    return length;
  },
  async ai() {
    const provider = createOpenAICompatible({
      name: 'local',
      baseURL: baseUrl,
      apiKey: 'x',
      fetch,
    });
    let length = 0;
    for await (const text of streamText({ model: provider('m1'), messages }).textStream) {
      length += text.length;
    }
    return length;
  },
};

const arm = arms[process.argv[2]];
const expected = await arms.floor();
// The cost of a delta is measured, not what the engine compiles once (some 10 ms).
const rounds = 10;
for (let count = 0; count < rounds; count += 1) {
  await arm();
}
const before = process.threadCpuUsage();
for (let count = 0; count < rounds; count += 1) {
  if ((await arm()) !== expected) {
    throw new Error(`${process.argv[2]} read another text.`);
  }
}
const { user, system } = process.threadCpuUsage(before);
process.stdout.write(String((user + system) / 1000));

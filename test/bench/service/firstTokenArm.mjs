// Prints how long the first token takes, in milliseconds, by the way it is read; alternating.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import OpenAI from 'openai';
import { createServiceClient } from '../../../src/service/client/serviceClient.ts';

const rounds = 300;
const warmUp = 50;
const request = { model: 'm1', messages: [{ role: 'user', content: 'x' }] };
const choice = { index: 0, delta: { content: 'first' }, finish_reason: null };
const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'm1' };
const first = `data: ${JSON.stringify({ ...head, choices: [choice] })}\n\n`;
const last = `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`;

/** The rest of the reply comes when its first token has been measured: a client that gets both has both to read. */
let endReply;

const server = createServer((message, response) => {
  message.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(first);
    endReply = () => response.end(last);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address();
const baseUrl = `http://127.0.0.1:${port}/v1`;
const parley = createServiceClient({ baseUrl, apiKey: 'x' });
const openai = new OpenAI({ baseURL: baseUrl, apiKey: 'x' });
const socket = connect(port, '127.0.0.1').setNoDelay(true);
await once(socket, 'connect');

async function* socketTokens() {
  const body = JSON.stringify({ ...request, stream: true });
  socket.write(
    `POST /v1/chat/completions HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer x\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  let text = '';
  let isShown = false;
  while (!text.includes('\r\n0\r\n\r\n')) {
    const [bytes] = await once(socket, 'data');
    text += bytes;
    if (!isShown && text.includes('first')) {
      isShown = true;
      yield 'first';
    }
  }
}

/** What `fetch` itself needs, which any client that uses it pays. */
async function* fetchTokens() {
  const { body } = await fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: 'Bearer x', 'content-type': 'application/json' },
    body: JSON.stringify({ ...request, stream: true }),
  });
  const decoder = new TextDecoder();
  for await (const bytes of body) {
    const text = decoder.decode(bytes, { stream: true });
    if (text.includes('first')) {
      yield 'first';
    }
  }
}

async function* parleyTokens() {
  for await (const event of parley.stream(request)) {
    if (event.kind === 'text') {
      yield event.text;
    }
  }
}

async function* openaiTokens() {
  for await (const part of await openai.chat.completions.create({ ...request, stream: true })) {
    if (part.choices[0]?.delta.content) {
      yield part.choices[0].delta.content;
    }
  }
}

const arms = {
  socket: socketTokens,
  fetch: fetchTokens,
  parley: parleyTokens,
  openai: openaiTokens,
};
const times = Object.fromEntries(Object.keys(arms).map((name) => [name, []]));
for (let round = 0; round < rounds; round += 1) {
  for (const [name, tokens] of Object.entries(arms)) {
    const start = performance.now();
    let took;
    for await (const token of tokens()) {
      took = performance.now() - start;
      assert.equal(token, 'first');
      endReply();
    }
    if (round >= warmUp) {
      times[name].push(took);
    }
  }
}
const middles = Object.entries(times).map(([name, values]) => [
  name,
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)],
]);
process.stdout.write(JSON.stringify(Object.fromEntries(middles)), () => process.exit(0));

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import process from 'node:process';
import { tokenEstimate } from '../../../../src/conversation/request/tokenEstimate.ts';
import { curlCommand } from '../../../../src/host/chat/requestPreview.ts';
import { requestDocument } from '../../../../src/host/chat/requestDocument.ts';
import { createServiceClient } from '../../../../src/service/client/serviceClient.ts';

const tricky = 'it\'s `$HOME` "x" \\ \n```ts\n@file %s ü';
const request = {
  model: 'm',
  temperature: 0.5,
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: tricky },
  ],
} as const;
const message = { text: tricky, context: [] };
const client = createServiceClient({
  baseUrl: 'https://host/v1',
  apiKey: 'sk-canary-0123456789abcdef',
  headers: { 'X-Team': "o'brien" },
});
const outgoing = client.preview(request, 'streamed');

describe('the document of the next request', () => {
  it('holds the exact body, the messages and the estimate, marked as one', () => {
    const document = requestDocument(request, message, outgoing);
    assert.ok(document.includes(outgoing.body));
    assert.ok(document.includes(tricky));
    assert.match(document, /POST https:\/\/host\/v1\/chat\/completions/);
    assert.match(document, /estimates; the service counts/);
    assert.match(document, /^- System prompt: ~ 3 tokens$/m);
    assert.match(document, /"temperature": 0\.5/);
    assert.doesNotMatch(document, /canary/);
  });

  it('says what is changed, and shows the body with it', () => {
    const changed = { ...request, adjustments: [{ field: 'temperature' }] };
    const document = requestDocument(changed, message, client.preview(changed, 'streamed'));
    assert.match(document, /temperature is left out/);
    assert.doesNotMatch(document, /"temperature"/);
  });

  it('shows the reasoning that is sent, and names it among the parts', () => {
    const details = [{ type: 'reasoning.text', text: 'Hm.', signature: 'Er4C', index: 0 }];
    const messages = [
      { role: 'user', content: 'Hi' },
      {
        role: 'assistant',
        content: 'Hello',
        reasoning: { field: 'reasoning_details', value: details },
      },
      { role: 'user', content: tricky },
    ] as const;
    const reasoned = { ...request, messages };
    const sent = client.preview(reasoned, 'streamed');
    const document = requestDocument(reasoned, message, sent);
    const written = `{"role":"assistant","content":"Hello","reasoning_details":${JSON.stringify(details)}}`;
    assert.ok(sent.body.includes(written) && document.includes(sent.body));
    const tokens = tokenEstimate(JSON.stringify(details));
    assert.ok(document.includes(`- Reasoning of earlier replies: ~ ${tokens} tokens\n`));
    assert.match(document, /`reasoning_details`\n\n```\n\[\{"type":"reasoning\.text"/);
    assert.match(document, /included because this model/);
    assert.doesNotMatch(requestDocument(request, message, outgoing), /included because/);
  });

  it('estimates more for scripts in which a character is a word', () => {
    assert.equal(tokenEstimate(''), 0);
    assert.equal(tokenEstimate('abcdefgh'), 2);
    assert.equal(tokenEstimate('日本語'), 3);
    assert.equal(tokenEstimate('abcd한국어, ｶﾅ。𠀀'), 9);
  });
});

describe('curlCommand', () => {
  it('gives a shell the same request, the key apart', function () {
    if (process.platform === 'win32') {
      this.skip();
    }
    const command = curlCommand(outgoing);
    assert.doesNotMatch(command, /canary/);
    const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
    const environment = { ...process.env, API_KEY: 'k-1' };
    const args = execFileSync('sh', ['-c', script], { encoding: 'utf8', env: environment });
    assert.deepEqual(args.split('\0').slice(0, -1), [
      '--no-buffer',
      '--request',
      'POST',
      'https://host/v1/chat/completions',
      ...["X-Team: o'brien", 'Authorization: Bearer k-1', 'Content-Type: application/json'].flatMap(
        (header) => ['--header', header],
      ),
      '--header',
      'Accept: text/event-stream',
      '--data-raw',
      outgoing.body,
    ]);
  });

  it('gives the key in whatever header has it, and runs nothing that stands there', function () {
    if (process.platform === 'win32') {
      this.skip();
    }
    const keyed = createServiceClient({
      baseUrl: 'https://host/v1?a=$(id)&b=`id`',
      apiKey: 'sk-canary-0123456789abcdef',
      headers: { 'api-key': '${key}', 'X-Own': 'Token $(id) `id` "${key}\' $HOME' },
    });
    const { url, headers, ...others } = keyed.preview(request, 'streamed');
    const script = `curl() { printf '%s\\0' "$@"; }\n${curlCommand({ url, headers, ...others })}`;
    const environment = { ...process.env, API_KEY: 'k-1' };
    const args = execFileSync('sh', ['-c', script], { encoding: 'utf8', env: environment });
    assert.ok(args.includes(`\0${url}\0`));
    assert.ok(args.includes('\0api-key: k-1\0'));
    assert.ok(args.includes('\0X-Own: Token $(id) `id` "k-1\' $HOME\0'));
  });
});

describe('the preview of a request with images', () => {
  const url = `data:image/png;base64,${'QUJD'.repeat(30_000)}`;
  const messages = [
    {
      role: 'user',
      content: [
        { type: 'text', text: tricky },
        { type: 'image_url', image_url: { url } },
      ],
    },
  ] as const;
  const image = {
    id: 'a'.repeat(64),
    type: 'image/png',
    name: 'a.png',
    width: 64,
    height: 32,
    size: 90_000,
  } as const;
  const withImage = { ...request, messages, images: [image] };
  const sent = client.preview(withImage, 'streamed');

  it('shortens their data to read, and says so', () => {
    const document = requestDocument(withImage, { ...message, images: [image] }, sent);
    assert.ok(document.length < 20_000);
    assert.match(document, /^- Image: a\.png: ~ 255 tokens$/m);
    assert.match(document, /The data of images is shortened here\./);
    assert.ok(document.includes(tricky));
  });

  it('is copied with all of it, as a command that a shell can run', function () {
    if (process.platform === 'win32') {
      this.skip();
    }
    const script = `curl() { cat; }\n${curlCommand(sent)}`;
    assert.equal(execFileSync('sh', { encoding: 'utf8', input: script }), sent.body);
    const body = JSON.parse(sent.body) as { messages: unknown };
    assert.deepEqual(body.messages, messages);
  });
});

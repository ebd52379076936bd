import assert from 'node:assert/strict';
import { createDemoService } from '../../../src/demo/service.ts';
import { demoOpeners } from '../../../src/shared/demoOpeners.ts';
import type { ChatMessage } from '../../../src/shared/service/chatCompletion.ts';
import { asking, chunksOf, post, textOf } from './ask.ts';

const service = createDemoService({ delayMs: 0 });
const { tour, formats, error } = demoOpeners();

async function stream(...messages: readonly ChatMessage[]): Promise<string> {
  const response = await post(service, { ...asking('demo-tour', '', { stream: true }), messages });
  return response.text();
}

function user(content: string): ChatMessage {
  return { role: 'user', content };
}

describe('what the demo replies to the messages that are offered', () => {
  it('is the tour', async () => {
    assert.match(textOf(chunksOf(await stream(user(tour)))), /^# Welcome to Parley/);
  });

  it('is code, a table, math and a diagram', async () => {
    const text = textOf(chunksOf(await stream(user(formats))));
    for (const part of [/^```ts$/m, /^\| :-- /m, /^\$\$$/m, /\$e\^/, /^```mermaid$/m]) {
      assert.match(text, part);
    }
  });

  it('is an error in the middle, and then its rest', async () => {
    const body = await stream(user(error));
    assert.match(body, /"error":\{.*"overloaded"/);
    assert.doesNotMatch(body, /\[DONE\]/);
    const half = textOf(chunksOf(`${body.slice(0, body.lastIndexOf('data:'))}data: [DONE]\n\n`));
    assert.match(half, /breaks off in the$/);
    const continued = await stream(
      user(error),
      { role: 'assistant', content: half },
      user('Continue exactly where you stopped.'),
    );
    assert.match(textOf(chunksOf(continued)), /^ middle, and this is its rest\./);
  });
});

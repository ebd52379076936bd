import assert from 'node:assert/strict';
import { createDemoService } from '../../../src/demo/service.ts';
import { asking, chunksOf, post, textOf } from './ask.ts';

const service = createDemoService({ delayMs: 0 });

async function reply(model: string): Promise<string> {
  const response = await post(service, asking(model, 'hello', { stream: true }));
  return textOf(chunksOf(await response.text()));
}

describe('models of the embedded service', () => {
  it('demo-tour shows everything that a reply can hold', async () => {
    const tour = await reply('demo-tour');
    for (const part of [
      /^# /m,
      /^## /m,
      /^- /m,
      /^1\. /m,
      /^- \[x\] /m,
      /^- \[ \] /m,
      /^\| :-- \| :-- \|$/m,
      /^> /m,
      /\$n\$/,
      /^\$\$$/m,
      /\\frac\{n\}\{r\}/,
      /\]\(https:\/\//,
      /\*\*/,
    ]) {
      assert.match(tour, part);
    }
    const languages = Array.from(tour.matchAll(/^```(\w+)$/gm), ([, language]) => language);
    assert.deepEqual(languages, ['ts', 'sh', 'python']);
    assert.ok(tour.length > 2000 && tour.length < 3500, `${tour.length} characters`);
  });

  it('demo-long streams at least 100 KB, the same each time', async () => {
    const long = await reply('demo-long');
    const bytes = new TextEncoder().encode(long).length;
    assert.ok(bytes >= 102_400 && bytes < 106_000, `${bytes} bytes`);
    assert.equal(await reply('demo-long'), long);
    for (const part of [/^## /m, /^- /m, /^ {2}- /m, /^> /m, /^\| :-- /m, /^```rust$/m]) {
      assert.match(long, part);
    }
  });
});

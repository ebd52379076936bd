import * as fc from 'fast-check';
import { quantity } from '../../../support/quantity.ts';
import { seed } from '../../../support/seed.ts';
import { equal } from '../../../webview/assert.ts';
import { type HeldIdleTime, holdIdleTime } from '../../../webview/holdIdleTime.ts';
import { largeTable, renderOpened, renderStreamed } from '../../../webview/markdownReference.ts';

describe('large blocks', () => {
  let idle: HeldIdleTime;

  beforeEach(() => {
    idle = holdIdleTime();
  });

  afterEach(() => idle.release());

  it('become the same however their text arrives', async () => {
    const blocks = fc.constantFrom(
      largeTable,
      '- *item* [x]\n\n'.repeat(1700),
      `${'> quote\n'.repeat(5100)}> > \`\`\`\n> > a\n\n\n> > \`\`\`\n`,
      `1. \`\`\`\n${'   *code*\n\n'.repeat(12_000)}   \`\`\`\n`,
      `${'word '.repeat(20_500)}\n===\n`,
      '[a\n=\n'.repeat(4000),
      `    code ${'in one line '.repeat(9000)}\n`,
      `${'A'.repeat(999)}*${'b'.repeat(999)}* \`${'c'.repeat(999)}\` ${'d'.repeat(999)}\n\n`,
      `$$\n${'x\n'.repeat(10_100)}$$\n`,
    );
    const texts = fc.array(fc.oneof(blocks, fc.constantFrom('text\n\n', '# head\n', '- a\n')), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 500, max: 4500 }), async (parts, length) => {
        const source = parts.join('\n');
        const streamed = renderStreamed(source.match(new RegExp(`[^]{1,${length}}`, 'g')) ?? []);
        equal(streamed.isEqualNode(await renderOpened(source, idle)), true, `pieces of ${length}`);
      }),
      { seed, numRuns: quantity({ slice: 4, whole: 30 }) },
    );
  });
});

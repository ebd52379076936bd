import assert from 'node:assert/strict';
import { collect } from '../../../support/collect.ts';
import { quantity } from '../../../support/quantity.ts';
import { random } from '../../../support/random.ts';
import { seed } from '../../../support/seed.ts';
import { chunk } from '../../../support/service/scripts.ts';
import { withService } from '../../../support/service/withService.ts';

const request = { model: 'm', messages: [{ role: 'user', content: 'Draw.' }] } as const;

describe('an image in a reply', () => {
  it('is the same however the bytes are split', async () => {
    const next = random(seed);
    const data = Buffer.alloc(3000, 7).toString('base64');
    const url = `data:image/png;base64,${data}`;
    const lines = [chunk({ images: [{ image_url: { url } }] }), chunk({}, 'stop'), '[DONE]'];
    const body = Buffer.from(lines.map((line) => `data: ${line}\n\n`).join(''));
    await withService(
      [
        async (answer) => {
          await answer.head(200, { 'content-type': 'text/event-stream' });
          for (let at = 0; at < body.length;) {
            const end = at + 1 + Math.floor(next() * 400);
            await answer.send(body.subarray(at, end));
            at = end;
          }
        },
      ],
      async ({ client }) => {
        const rounds = quantity({ slice: 5, whole: 200 });
        for (let round = 0; round < rounds; round += 1) {
          const { events, error } = await collect(client.stream(request));
          assert.equal(error, undefined);
          const images = events.flatMap((event) => (event.kind === 'image' ? event.data : []));
          assert.deepEqual(images, [data], `seed ${seed}, round ${round}`);
        }
      },
    );
  });
});

import type { Script } from '../../../support/service/scriptedService.ts';
import { chunk } from '../../../support/service/scripts.ts';
import { withService } from '../../../support/service/withService.ts';
import { quantity } from '../../../support/quantity.ts';

const request = { model: 'm', messages: [{ role: 'user', content: 'hi' }] } as const;
const head = { 'content-type': 'text/event-stream' };
const hello = `data: ${chunk({ content: 'a' })}\n\n`;

const stalling: Script = async (answer) => {
  await answer.head(200, head);
  await answer.send(hello.repeat(10));
  await answer.stall();
};

describe('stopping', () => {
  it('by leaving the loop closes the connection, every time', async () => {
    const times = quantity({ slice: 20, whole: 2000 });
    await withService([stalling], async ({ client, service }) => {
      for (let count = 0; count < times; count += 1) {
        for await (const { kind } of client.stream(request)) {
          if (kind === 'text') {
            break;
          }
        }
        await service.requests[count]?.closed;
      }
    });
  });
});

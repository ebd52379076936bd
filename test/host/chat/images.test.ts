import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { transcript } from '../../../src/conversation/conversationState.ts';
import { errorCard } from '../../../src/conversation/errors/errorCard.ts';
import type { Chat } from '../../../src/host/chat/chat.ts';
import type { Image } from '../../../src/shared/images/image.ts';
import { aPng } from '../../support/images/imageFiles.ts';
import { chunk, eventStream, json, replyStream } from '../../support/service/scripts.ts';
import type { Script } from '../../support/service/scriptedService.ts';
import { until } from '../../support/until.ts';
import { type Activated, handleIntent } from '../activated.ts';
import { withConnection } from '../withConnection.ts';

const base64 = Buffer.from(aPng()).toString('base64');
const url = `data:image/png;base64,${base64}`;

/** A model that takes text only. */
const textOnly: Script = async (answer) =>
  answer.request.body.includes('"image_url"')
    ? json({ error: { message: 'No endpoints found that support image input' } }, 404)(answer)
    : eventStream(replyStream(['fine']))(answer);

const last = ({ session }: Chat) => transcript(session.conversation).at(-1);

async function ended(chat: Chat, status: string): Promise<void> {
  await until(`the reply is ${status}`, () => last(chat)?.reply.status === status);
}

async function anImage({ chat: { session }, services }: Activated): Promise<Image> {
  const kept = await services.images.keep(session.conversation, aPng(), 'cat.png');
  assert.ok('image' in kept);
  return kept.image;
}

describe('images in a chat', () => {
  it('are sent as previewed, stored with the chat, and sent again with the next message', async () => {
    const fine = eventStream(replyStream(['A cat.']));
    await withConnection([fine, fine], async (parley, { requests }) => {
      const { chat, services, flush } = parley;
      const image = await anImage(parley);
      const message = { text: 'What is this?', context: [], images: [image] };
      const target = await chat.target.ensureReady();
      assert.ok(target);
      const { urlOf } = await chat.session.loadImages(message);
      const request = chat.session.nextRequest(message, target, undefined, urlOf);
      const client = await services.clients(target.connection);
      await chat.sender.send(message);
      await ended(chat, 'completed');
      assert.equal(requests[0]?.body, client.preview(request, 'streamed').body);
      assert.deepEqual(JSON.parse(requests[0]?.body ?? '').messages.at(-1), {
        role: 'user',
        content: [
          { type: 'text', text: 'What is this?' },
          { type: 'image_url', image_url: { url } },
        ],
      });
      await flush();
      assert.deepEqual(
        Buffer.from((await services.images.read(chat.session.conversation.id, image.id)) ?? []),
        Buffer.from(aPng()),
      );
      await chat.sender.send({ text: 'Sure?', context: [] });
      await until('the second request', () => requests.length === 2);
      assert.ok(requests[1]?.body.includes(url));
      await ended(chat, 'completed');
    });
  });

  it('that a model does not take are said, then sent as notes, which is remembered', async () => {
    await withConnection([textOnly, textOnly, textOnly], async (parley, { requests }) => {
      const { chat, services } = parley;
      const image = await anImage(parley);
      await chat.sender.send({ text: 'What is this?', context: [], images: [image] });
      await ended(chat, 'failed');
      assert.equal(requests.length, 1);
      const failed = last(chat);
      assert.ok(failed?.reply.error);
      const { title, actions } = errorCard(failed.reply.error);
      assert.equal(title, 'The model takes no images');
      assert.deepEqual(actions, ['sendWithoutImages', 'chooseModel']);
      const target = chat.target.current();
      assert.ok(target && services.adjustments.refusesImages(target));

      await handleIntent({ kind: 'sendWithoutImages', turnId: failed.id }, chat);
      await ended(chat, 'completed');
      const note = '[Image: cat.png, 3 × 2 pixels; not sent]';
      assert.equal(
        JSON.parse(requests[1]?.body ?? '').messages.at(-1).content,
        `What is this?\n\n${note}`,
      );
      assert.deepEqual(last(chat)?.user.images, [image], 'the message keeps its image');
      assert.deepEqual(last(chat)?.reply.changes, [{ field: 'image_url' }]);

      await chat.sender.send({ text: 'And now?', context: [] });
      await until('the third request', () => requests.length === 3);
      await ended(chat, 'completed');
      assert.ok(requests[2]?.body.includes(note) && !requests[2].body.includes('image_url'));
      services.adjustments.forget(target);
    });
  });

  it('whose files are gone are asked about before anything is sent', async () => {
    const fine = eventStream(replyStream(['A cat.']));
    await withConnection([fine], async (parley, { requests }) => {
      const { chat } = parley;
      const image: Image = { ...(await anImage(parley)), id: '0'.repeat(64), name: 'gone.png' };
      const { showWarningMessage } = vscode.window;
      const asked: string[] = [];
      let answer: string | undefined;
      Object.assign(vscode.window, {
        showWarningMessage: async (text: string, options: { detail?: string }) => {
          asked.push(`${text} ${options.detail}`);
          return answer;
        },
      });
      try {
        const message = { text: 'What is this?', context: [], images: [image] };
        await chat.sender.send(message);
        assert.deepEqual([requests.length, last(chat)], [0, undefined]);
        assert.match(asked[0] ?? '', /Missing images of this chat: 1\..*gone\.png/);
        answer = 'Send Without Them';
        await chat.sender.send(message);
        await ended(chat, 'completed');
        assert.match(requests[0]?.body ?? '', /\[Image: gone\.png, 3 × 2 pixels; not available\]/);
      } finally {
        Object.assign(vscode.window, { showWarningMessage });
      }
    });
  });

  it('of a reply are stored with it, and what is no image is counted', async () => {
    const svg = Buffer.from('<svg><script>alert(1)</script></svg>').toString('base64');
    const images = [url, `data:image/svg+xml;base64,${svg}`].map((source) => ({
      image_url: { url: source },
    }));
    const data = [chunk({ content: 'Here.', images }), chunk({}, 'stop'), '[DONE]'];
    const drawn = eventStream(data.map((each) => `data: ${each}\n\n`).join(''));
    await withConnection([drawn], async ({ chat, services, flush }) => {
      await chat.sender.send({ text: 'Draw a cat.', context: [] });
      await ended(chat, 'completed');
      await flush();
      const { reply } = last(chat) ?? assert.fail();
      const [image, ...others] = reply.images ?? [];
      assert.ok(image);
      assert.deepEqual([others, reply.flaws, image.width], [[], { lostImages: 1 }, 3]);
      const { id } = chat.session.conversation;
      assert.deepEqual(
        Buffer.from((await services.images.read(id, image.id)) ?? []),
        Buffer.from(aPng()),
      );
    });
  });

  it('of a reply that are in its text are stored and sent as images, and their data is nowhere else', async () => {
    const text = `Here: ![image](${url})`;
    const parts = text.match(/[^]{1,20}/g) ?? [];
    const drawn = eventStream(replyStream(parts));
    await withConnection([drawn, eventStream(replyStream(['Fine.']))], async (parley, service) => {
      const { chat, services, flush } = parley;
      await chat.sender.send({ text: 'Draw a cat.', context: [] });
      await ended(chat, 'completed');
      await flush();
      const { id } = chat.session.conversation;
      const { text: said, images = [] } = last(chat)?.reply ?? assert.fail();
      assert.deepEqual([said, images.length], ['Here: ', 1]);
      assert.ok(images[0] && (await services.images.read(id, images[0].id)));
      await chat.sender.send({ text: 'Thanks.', context: [] });
      await ended(chat, 'completed');
      const { messages } = JSON.parse(service.requests[1]?.body ?? '');
      assert.equal(messages.length, 3);
      assert.match(messages[1].content, /^Here: \s*\[Image: .*attached to the next message\]$/);
      assert.deepEqual(messages[2].content, [
        { type: 'text', text: 'Thanks.' },
        { type: 'image_url', image_url: { url } },
      ]);
    });
  });
});

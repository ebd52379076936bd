import assert from 'node:assert/strict';
import { buildMessages } from '../../../../src/conversation/request/prompt.ts';
import { requestParts } from '../../../../src/conversation/request/requestParts.ts';
import { imagesOf } from '../../../../src/conversation/request/sentImages.ts';
import { createPathEstimate } from '../../../../src/conversation/request/tokenEstimate.ts';
import type { Image } from '../../../../src/shared/images/image.ts';
import { aTurn } from '../../../support/builders.ts';

function anImage(digit: string, name = `${digit}.png`): Image {
  return { id: digit.repeat(64), type: 'image/png', name, width: 64, height: 32, size: 90 };
}

const [a, b, c] = [anImage('a'), anImage('b'), anImage('c')];
const urlOf = ({ name }: Image) => `data:image/png;base64,${name}`;
const part = (image: Image) => ({ type: 'image_url', image_url: { url: urlOf(image) } });
const textPart = (text: string) => ({ type: 'text', text });

const first = aTurn('1', {
  user: { text: 'What is this?', context: [], images: [a, b] },
  reply: { text: 'A cat.' },
});
const next = aTurn('2', { user: { text: 'And this?', context: [], images: [c] } });

describe('a request with images', () => {
  it('has them as parts after the text, in the history as well', () => {
    assert.deepEqual(buildMessages([first, next], 'Be brief.', undefined, urlOf), [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: [textPart('What is this?'), part(a), part(b)] },
      { role: 'assistant', content: 'A cat.' },
      { role: 'user', content: [textPart('And this?'), part(c)] },
    ]);
  });

  it('has a text only where a message has no image, and no empty part', () => {
    const silent = aTurn('1', {
      user: { text: '', context: [], images: [a] },
      reply: { text: 'x' },
    });
    assert.deepEqual(buildMessages([silent, aTurn('2')], '', undefined, urlOf), [
      { role: 'user', content: [part(a)] },
      { role: 'assistant', content: 'x' },
      { role: 'user', content: 'message 2' },
    ]);
  });

  it('joins messages between which there is no reply, with their images in place', () => {
    const failed = aTurn('1', { user: { text: 'One', context: [], images: [a] } });
    assert.deepEqual(buildMessages([failed, next], '', undefined, urlOf), [
      { role: 'user', content: [textPart('One'), part(a), textPart('And this?'), part(c)] },
    ]);
    assert.deepEqual(buildMessages([aTurn('0'), failed], '', undefined, urlOf), [
      { role: 'user', content: [textPart('message 0'), textPart('One'), part(a)] },
    ]);
  });

  it('has a note in place of an image whose file is gone', () => {
    const sent = buildMessages([first], '', undefined, (image) =>
      image.id === b.id ? undefined : urlOf(image),
    );
    const note = '[Image: b.png, 64 × 32 pixels; not available]';
    assert.deepEqual(sent, [
      { role: 'user', content: [textPart(`What is this?\n\n${note}`), part(a)] },
      { role: 'assistant', content: 'A cat.' },
    ]);
  });

  it('has notes only where the model takes no images', () => {
    const sent = buildMessages([first, next], '', undefined, 'asNotes');
    assert.deepEqual(sent.at(-1), {
      role: 'user',
      content: 'And this?\n\n[Image: c.png, 64 × 32 pixels; not sent]',
    });
    assert.ok(sent.every(({ content }) => typeof content === 'string'));
  });

  it('has the images of a reply in the next message, and a note in their place', () => {
    const drawn = aTurn('1', { reply: { text: 'Here.', images: [a] } });
    assert.deepEqual(buildMessages([drawn, next], '', undefined, urlOf).slice(1), [
      {
        role: 'assistant',
        content: 'Here.\n\n[Image: a.png, 64 × 32 pixels; attached to the next message]',
      },
      { role: 'user', content: [textPart('And this?'), part(a), part(c)] },
    ]);
    const [, reply, message] = buildMessages([drawn, next], '', undefined, 'asNotes');
    assert.equal(reply?.content, 'Here.\n\n[Image: a.png, 64 × 32 pixels; not sent]');
    assert.equal(message?.content, 'And this?\n\n[Image: c.png, 64 × 32 pixels; not sent]');
  });

  it('is listed with all its images and their estimated tokens', () => {
    const images = imagesOf([first, next]);
    const messages = buildMessages([first, next], '', undefined, urlOf);
    const parts = requestParts({ messages, model: 'claude', images }, next.user);
    assert.deepEqual(
      parts.map(({ name, tokens }) => [name, tokens]),
      [
        ['History', 4 + 2],
        ['Images of earlier messages', 6],
        ['Message', 3],
        ['Image: c.png', 3],
      ],
    );
    assert.equal(parts.at(-1)?.length, 'data:image/png;base64,'.length + 120);
  });

  it('counts towards the context, and does not where images are sent as notes', () => {
    const estimate = createPathEstimate();
    assert.equal(estimate([next], { model: 'claude' }), estimate([next]) + 3);
  });
});

import assert from 'node:assert/strict';
import { isViewToHost } from '../../../../src/shared/panel/panelProtocol.ts';

const image = {
  id: 'a'.repeat(64),
  type: 'image/png',
  name: 'a.png',
  width: 1,
  height: 1,
  size: 70,
};

const item = { path: 'a', languageId: 'ts', startLine: 1, endLine: 1, text: 'x' };

describe('isViewToHost', () => {
  it('lets every intent through', () => {
    for (const intent of [
      { kind: 'ready' },
      { kind: 'stop' },
      { kind: 'newChat' },
      { kind: 'send', text: 'x' },
      { kind: 'send', text: 'x', context: [item] },
      { kind: 'unqueue' },
      { kind: 'sendQueued' },
      { kind: 'edit', turnId: 'x', text: 'y' },
      { kind: 'continueReply', turnId: 'x' },
      { kind: 'showTurn', turnId: 'x' },
      { kind: 'compare', turnId: 'x' },
      { kind: 'pick', turnId: 'x' },
      { kind: 'removeTurn', turnId: 'x' },
      { kind: 'restoreTurns', turnIds: ['x'] },
      { kind: 'setSystemPrompt', text: 'x' },
      { kind: 'setSystemPrompt' },
      { kind: 'retry', turnId: 'x' },
      { kind: 'retryLater', turnId: 'x' },
      { kind: 'otherModel', turnId: 'x' },
      { kind: 'sendRenamed', turnId: 'x' },
      { kind: 'sendWithout', turnId: 'x' },
      { kind: 'setParameters', parameters: { top_p: null, max_tokens: 1 } },
      { kind: 'forgetRequestChanges' },
      { kind: 'useStandardMode', connectionId: 'x' },
      { kind: 'sendNow' },
      { kind: 'showRequest', text: 'x' },
      { kind: 'copy', text: '' },
      { kind: 'code', action: 'apply', text: 'x', language: '', replyId: 'a', nth: 0 },
      { kind: 'openLink', href: 'https://example.com' },
      { kind: 'focused' },
      { kind: 'blurred' },
      { kind: 'exportChats' },
      { kind: 'addFiles', uris: ['file:///a'] },
      { kind: 'send', text: '', images: [image] },
      { kind: 'keepImage', draft: '1', name: 'a.png', bytes: new Uint8Array(3) },
      { kind: 'readImages', ids: [image.id] },
      { kind: 'openImage', image },
      { kind: 'saveImage', image },
    ]) {
      assert.equal(isViewToHost(intent), true, JSON.stringify(intent));
    }
  });

  it('refuses everything else', () => {
    const inherited: unknown = Object.create({ kind: 'stop' });
    for (const message of [
      undefined,
      null,
      'stop',
      [],
      {},
      { kind: 1 },
      { kind: 'run' },
      { kind: 'send' },
      { kind: 'send', text: 1 },
      { kind: 'otherModel' },
      { kind: 'send', text: 'x', context: [{ ...item, text: 1 }] },
      { kind: 'edit', turnId: 'x' },
      { kind: 'restoreTurns', turnIds: [1] },
      { kind: 'addFiles', uris: [1] },
      { kind: 'send', text: 'x', context: [{ ...item, uri: 1 }] },
      { kind: 'setSystemPrompt', text: 1 },
      { kind: 'send', text: '', images: [{ ...image, id: '../a' }] },
      { kind: 'keepImage', draft: '1', name: 'a.png', bytes: [1, 2] },
      { kind: 'keepImage', name: 'a.png', bytes: new Uint8Array(3) },
      { kind: 'readImages', ids: image.id },
      { kind: 'openImage', image: { ...image, type: 'image/svg+xml' } },
      { kind: 'saveImage' },
      { kind: 'code', action: 'copy', text: 'x', language: '', replyId: 'a', nth: 0 },
      { kind: 'code', action: 'insert', text: 'x', language: '', replyId: 'a' },
      { kind: 'toString' },
      { kind: '__proto__' },
      { kind: ['stop'] },
    ]) {
      assert.equal(isViewToHost(message), false, JSON.stringify(message));
    }
    assert.equal(isViewToHost(inherited), false);
  });
});

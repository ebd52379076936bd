import assert from 'node:assert/strict';
import { readArchive } from '../../../../src/conversation/transfer/archive.ts';
import { createRedactor } from '../../../../src/host/base/redactor.ts';
import { exportedEntry } from '../../../../src/host/transfer/exportedChat.ts';
import { aTurn } from '../../../support/builders.ts';

const conversation = { id: 'c', createdAt: 1, turns: [aTurn('a')], headId: 'a' };
const stored = { conversation, labels: { title: 'Why?' }, setAside: [], unreadable: [] };

describe('a chat in a JSON export', () => {
  const exported = async (load: () => Promise<typeof stored | undefined>) =>
    exportedEntry(
      { id: 'c', title: 'Why?' },
      {
        store: { load },
        images: { read: async () => undefined },
        redactor: createRedactor(async () => []),
      },
    );

  it('is an entry that can be read again', async () => {
    const { entry = '', lack } = await exported(async () => stored);
    const conversations: unknown = [JSON.parse(entry)];
    const archive = { kind: 'parley-conversations', format: 1, conversations };
    const [read] = readArchive(archive, () => 'new').conversations;
    assert.deepEqual([read?.labels.title, read?.conversation.turns.length], ['Why?', 1]);
    assert.deepEqual(lack, []);
  });

  it('that cannot be read is named, with the reason, and does not end the export', async () => {
    assert.deepEqual(await exported(async () => undefined), { lack: ['Why?'] });
    const denied = async () => Promise.reject(new Error('permission denied'));
    assert.deepEqual(await exported(denied), { lack: ['Why?: permission denied'] });
    const deep: unknown = JSON.parse('['.repeat(20_000) + ']'.repeat(20_000));
    const unwritable = { ...stored, conversation: { ...conversation, later: deep } };
    const { entry, lack } = await exported(async () => unwritable);
    assert.equal(entry, undefined);
    assert.match(lack.join(), /^Why\?: /);
  });
});

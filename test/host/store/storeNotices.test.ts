import assert from 'node:assert/strict';
import { window } from 'vscode';
import { ReadError } from '../../../src/host/store/readError.ts';
import {
  reopenProblem,
  sayingTrouble,
  storeTrouble,
} from '../../../src/host/store/storeNotices.ts';

describe('storeTrouble', () => {
  it('says in plain words why a file cannot be written, with the code of the system', () => {
    const path = "open '/somewhere/conversation.json.1.tmp'";
    const said = [
      `ENOSPC: no space left on device, write`,
      `EDQUOT: disk quota exceeded, ${path}`,
      `EROFS: read-only file system, ${path}`,
      `EACCES: permission denied, ${path}`,
      `EPERM: operation not permitted, ${path}`,
      `NoPermissions (FileSystemError): ${path}`,
      `EBUSY: resource busy or locked, ${path}`,
      'Something else',
    ].map((message) => storeTrouble(new Error(message)));
    assert.deepEqual(said, [
      'the disk is full (ENOSPC)',
      'the disk is full (EDQUOT)',
      'the disk is read-only (EROFS)',
      'writing is not permitted (EACCES)',
      'writing is not permitted (EPERM)',
      'writing is not permitted (NoPermissions)',
      'the file is in use by another program (EBUSY)',
      'Something else',
    ]);
  });

  it('says reading where it is reading that is not allowed', async () => {
    const failure = new ReadError("EACCES: permission denied, scandir '/somewhere/turns'");
    assert.equal(storeTrouble(failure), 'reading is not permitted (EACCES)');
    assert.deepEqual(await reopenProblem(async () => Promise.reject(failure)), {
      severity: 'error',
      text: 'The chat that was shown here could not be read: reading is not permitted (EACCES)',
    });
    assert.match(
      (await reopenProblem(async () => false))?.text ?? '',
      /was not found. It was deleted or never saved/,
    );
    assert.equal(await reopenProblem(async () => true), undefined);
  });

  it('is said where something cannot be done', async () => {
    const said: unknown[] = [];
    const { showErrorMessage } = window;
    Object.assign(window, { showErrorMessage: async (text: string) => said.push(text) });
    try {
      await sayingTrouble(async () => Promise.reject(new Error('EROFS: read-only file system')));
    } finally {
      Object.assign(window, { showErrorMessage });
    }
    assert.deepEqual(said, ['The action could not be completed: the disk is read-only (EROFS)']);
  });
});

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createDemoService } from '../../src/demo/service.ts';
import { createServiceClient } from '../../src/service/client.ts';
import { ServiceError } from '../../src/service/serviceError.ts';
import { readServerSentEvents } from '../../src/service/sse.ts';
import { projectFolder } from '../launch/projectFolders.ts';

describe('what other programs import by its path', () => {
  it('stands where it stood', () => {
    for (const one of [
      createServiceClient,
      readServerSentEvents,
      ServiceError,
      createDemoService,
    ]) {
      assert.equal(typeof one, 'function');
    }
    // It needs the DOM.
    assert.ok(existsSync(join(projectFolder, 'src/webview/markdownStream.ts')));
  });
});

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runCommand } from '../../launch/command.ts';
import { projectFolder } from '../../launch/projectFolders.ts';

describe('runMochaTests', () => {
  it('takes a rejection that nothing handles for a failure', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-mocha-'));
    try {
      const file = join(folder, 'unheard.test.mjs');
      await writeFile(
        file,
        `it('passes', async () => {
          void Promise.reject(new Error('unheard'));
          await new Promise((resolve) => setImmediate(resolve));
        });`,
      );
      const runner = pathToFileURL(join(projectFolder, 'test/launch/run/mochaTests.ts')).href;
      const script = `const { runMochaTests } = await import('${runner}');
        const part = { kind: 'unit', name: 'unit', files: [${JSON.stringify(relative(projectFolder, file))}] };
        const { failed } = await runMochaTests(part, { inspect: false });
        console.log('failed', failed.join());`;
      const stdout = await runCommand(process.execPath, ['--input-type=module', '-e', script], {
        cwd: projectFolder,
      });
      assert.match(stdout, /Error: unheard/);
      assert.match(stdout, /^failed .*passes$/m);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

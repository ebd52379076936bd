import assert from 'node:assert/strict';
import { dependentTests } from '../../launch/run/changedTests.ts';
import { kindOf } from '../../launch/run/kinds.ts';
import { partsOf } from '../../launch/run/part.ts';
import { selectFiles } from '../../launch/run/selectFiles.ts';

const all = { wanted: [], prove: false, changed: false };

describe('the choice of tests', () => {
  it('is every test file where nothing is named, each of a kind', async () => {
    const files = await selectFiles(all);
    assert.ok(files.includes('test/unit/launch/selectFiles.test.ts'));
    assert.deepEqual(new Set(files.map(kindOf)), new Set(['unit', 'webview', 'host', 'e2e']));
  });

  it('has slices of proofs, but not of those in the workbench unless they are named', async () => {
    const inWorkbench = 'test/prove/e2e/virtualWorkspace.test.ts';
    const files = await selectFiles(all);
    assert.ok(files.some((file) => file.startsWith('test/prove/unit/')));
    assert.ok(!files.includes(inWorkbench));
    assert.ok(!(await selectFiles({ ...all, wanted: ['e2e'] })).includes(inWorkbench));
    assert.deepEqual(await selectFiles({ ...all, wanted: [inWorkbench] }), [inWorkbench]);
    assert.ok((await selectFiles({ ...all, wanted: ['e2e'], prove: true })).includes(inWorkbench));
  });

  it('is what is named: a file, a folder, a kind, several of them', async () => {
    const file = 'test/unit/rewrite/masks.test.ts';
    assert.deepEqual(await selectFiles({ ...all, wanted: [file] }), [file]);
    const rewrite = await selectFiles({ ...all, wanted: ['test/unit/rewrite/'] });
    assert.ok(rewrite.includes(file) && rewrite.length > 1);
    assert.ok(rewrite.every((one) => one.startsWith('test/unit/rewrite/')));
    const webview = await selectFiles({ ...all, wanted: ['webview', file] });
    assert.deepEqual(new Set(webview.map(kindOf)), new Set(['webview', 'unit']));
  });

  it('says what it does not know, also where a name only begins as one', async () => {
    for (const wanted of ['masks', 'test/unit/rewrit', 'src/rewrite', 'test/bench']) {
      await assert.rejects(selectFiles({ ...all, wanted: [wanted] }), {
        message: `'${wanted}' is no test file, no folder with tests, and none of host, webview, e2e, unit.`,
      });
    }
  });

  it('is proofs only for npm run prove', async () => {
    const proofs = await selectFiles({ ...all, prove: true });
    assert.ok(proofs.every((file) => file.startsWith('test/prove/')));
  });

  it('is what imports a changed file, through others, and no more', async () => {
    const tests = ['test/unit/rewrite/masks.test.ts', 'test/unit/launch/git.test.ts'];
    assert.deepEqual(await dependentTests(tests, ['test/launch/command.ts']), [tests[1]]);
    assert.deepEqual(await dependentTests(tests, ['test/launch/reachable.ts']), []);
    assert.deepEqual(await dependentTests(tests, [tests[0] ?? '']), [tests[0]]);
  });
});

describe('parts', () => {
  it('have every file once, of one kind each', async () => {
    const files = await selectFiles(all);
    const parts = partsOf(files, false);
    assert.deepEqual(parts.flatMap((part) => part.files).toSorted(), files);
    for (const part of parts) {
      assert.deepEqual(new Set(part.files.map(kindOf)), new Set([part.kind]));
    }
    assert.equal(new Set(parts.map(({ name }) => name)).size, parts.length);
  });
});

import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import Mocha from 'mocha';
import { createTestReporter } from '../launch/testReporter.ts';

/**
 * What VS Code calls in the extension host: runs the tests below this folder. Writes the counts and
 * the report as JSON to the file that `PARLEY_TEST_RESULT` names. Throws when a test failed.
 */
export async function run(): Promise<void> {
  process.setSourceMapsEnabled(true);
  // Not to the console, which VS Code shares and forwards in pieces.
  const report: string[] = [];
  const mocha = new Mocha({
    ui: 'bdd',
    timeout: 120_000,
    forbidOnly: true,
    reporter: createTestReporter((text) => report.push(text)),
  });
  for (const name of readdirSync(__dirname, { recursive: true, encoding: 'utf8' }).toSorted()) {
    if (name.endsWith('.test.js')) {
      mocha.addFile(join(__dirname, name));
    }
  }
  const stats = await new Promise<Mocha.Stats | undefined>((resolve) => {
    const runner = mocha.run(() => resolve(runner.stats));
  });
  const result = {
    passed: stats?.passes ?? 0,
    failed: stats?.failures ?? 0,
    report: report.join('\n'),
  };
  const path = process.env['PARLEY_TEST_RESULT'];
  if (path !== undefined) {
    writeFileSync(path, JSON.stringify(result));
  }
  if (result.failed > 0) {
    throw new Error(`${result.failed} failed`);
  }
}

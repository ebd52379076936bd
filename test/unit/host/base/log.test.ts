import assert from 'node:assert/strict';
import { Log } from '../../../../src/host/base/log.ts';
import { createRedactor } from '../../../../src/host/base/redactor.ts';
import { until } from '../../../support/until.ts';

const key = 'sk-0f9e8d7c6b5a4938';
const levels = ['trace', 'info', 'warn', 'error'] as const;

/** A log, and what its channel was given. */
function openLog(
  stored: () => Promise<readonly string[]>,
  redactor: ConstructorParameters<typeof Log>[0] = createRedactor(stored),
) {
  const lines: string[] = [];
  let isClosed = false;
  const write = (level: string) => (line: string) => {
    if (isClosed) {
      throw new Error('Channel has been closed');
    }
    lines.push(`${level} ${line}`);
  };
  const channel = {
    ...Object.fromEntries(levels.map((level) => [level, write(level)])),
    dispose: () => (isClosed = true),
  } as unknown as ConstructorParameters<typeof Log>[1];
  return { log: new Log(redactor, channel), lines };
}

describe('Log', () => {
  it('writes no line at any level before it knows the stored keys, and none with one of them', async () => {
    const { promise, resolve } = Promise.withResolvers<readonly string[]>();
    const { log, lines } = openLog(async () => promise);
    for (const level of levels) {
      log[level](`a ${key}`);
    }
    await new Promise((after) => setTimeout(after));
    assert.deepEqual(lines, []);
    resolve([key]);
    await until('all lines are there', () => lines.length === levels.length);
    assert.deepEqual(
      lines,
      levels.map((level) => `${level} a [key]`),
    );
  });

  it('cuts a line to 100,000 characters', async () => {
    const { log, lines } = openLog(async () => []);
    log.trace('x'.repeat(5_000_000));
    await until('the line is there', () => lines.length > 0);
    assert.equal(lines[0], `trace ${'x'.repeat(100_000)}… (4900000 more characters)`);
  });

  it('leaves out a line that cannot be masked, and writes those after it', async () => {
    const redact = (line: string): string => {
      if (line === 'two') {
        throw new URIError('URI malformed');
      }
      return line;
    };
    const { log, lines } = openLog(async () => [], { redact, ready: async () => {} });
    ['one', 'two', 'three'].forEach((line) => log.info(line));
    await until('the last line is there', () => lines.includes('info three'));
    assert.deepEqual(lines, ['info one', 'info three']);
  });

  it('writes nothing after its end', async () => {
    const { log, lines } = openLog(async () => []);
    log.info('before the end, and late');
    log.dispose();
    await new Promise((after) => setTimeout(after));
    assert.deepEqual(lines, []);
  });
});

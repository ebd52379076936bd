import assert from 'node:assert/strict';
import type {
  CommandResult,
  NodeKeys,
} from '../../../../../src/host/connections/keySources/loadNodeKeys.ts';
import type { Connection } from '../../../../../src/host/connections/connection.ts';
import {
  type Consents,
  withoutQuestions,
  type Keys,
} from '../../../../../src/host/connections/consents/consents.ts';
import { prepareSource } from '../../../../../src/host/connections/connecting/keyFlows.ts';
import { keySupply } from '../../../../../src/host/connections/clients/serviceClients.ts';
import {
  createSourceKeys,
  type SourceKeys,
} from '../../../../../src/host/connections/keySources/sourceKeys.ts';
import type { OutsideSource } from '../../../../../src/shared/service/keySource.ts';
import { createRedactor } from '../../../../../src/host/base/redactor.ts';
import { ServiceError } from '../../../../../src/service/serviceError.ts';

const connection = { id: 'c', name: 'C', baseUrl: 'https://a.example/v1' };
const command = { kind: 'command', command: 'give-key' } as const;
const variable = { kind: 'environment', variable: 'TEAM_KEY' } as const;
const microsoft = { kind: 'microsoft' } as const;
const log = { info: () => {} };
const key = (count: number) => `sk-1a2b3c4d5e6f7a8b-${count}`;

function printed(stdout: string): CommandResult {
  return { end: 'exited', exitCode: 0, stdout, stderr: '' };
}

/** The keys of sources as requests get them. The consents note what they are asked, and agree if `agrees` does. */
function asked(sources: SourceKeys, agrees: () => boolean, entries: string[] = []) {
  const answer = (text: string): boolean => {
    entries.push(text);
    return agrees();
  };
  const consents = {
    has: ({ text }) => answer(`${text} (silent)`),
    ask: async ({ text }) => answer(text),
  } as Partial<Consents> as Consents;
  const keys = { sources, consents } as Keys;
  return {
    ...sources,
    get: async (of: Connection, source: OutsideSource, signal?: AbortSignal) =>
      keySupply(of, source, keys).get(signal),
    getQuietly: async (of: Connection, source: OutsideSource) =>
      keySupply(of, source, { ...keys, consents: withoutQuestions(consents) }).get(),
    prepare: async (of: Connection, source: OutsideSource, when?: 'again') =>
      prepareSource(of, source, keys, when),
  };
}

/** Sources whose command prints another key each time it runs, unless `results` has something else for it. */
function sources(results: readonly (CommandResult | Promise<CommandResult>)[] = []) {
  const runs: string[] = [];
  const entries: string[] = [];
  const clock = { now: 0 };
  const environment: Record<string, string> = {};
  const answers = { consent: true };
  const redactor = createRedactor(async () => []);
  const node: NodeKeys = {
    readVariable: (name) => environment[name],
    async runCommand(text) {
      runs.push(text);
      return results[runs.length - 1] ?? printed(key(runs.length));
    },
  };
  const made = createSourceKeys({
    node: () => node,
    session: async () => undefined,
    redactor,
    log,
    now: () => clock.now,
  });
  const keys = asked(made, () => answers.consent, entries);
  return { keys, runs, asked: entries, clock, environment, answers, redactor };
}

function isError(kind: string, code: string | undefined, words: RegExp, keySource?: string) {
  return (error: unknown) => {
    assert.ok(error instanceof ServiceError);
    assert.deepEqual([error.kind, error.code, error.keySource], [kind, code, keySource]);
    assert.match(`${error.summary} ${error.detail ?? ''}`, words);
    return true;
  };
}

describe('the key of a command', () => {
  it('is kept: the command runs once for many requests', async () => {
    const { keys, runs } = sources();
    assert.deepEqual(await keys.get(connection, command), { key: key(1), isKept: false });
    assert.deepEqual(await keys.get(connection, command), { key: key(1), isKept: true });
    assert.deepEqual(runs, ['give-key']);
  });

  it('is one for two requests at the same time, and a stop of one does not stop the other', async () => {
    const { promise, resolve } = Promise.withResolvers<CommandResult>();
    const { keys, runs } = sources([promise]);
    const stopped = new AbortController();
    const first = keys.get(connection, command, stopped.signal);
    const second = keys.get(connection, command);
    await Promise.resolve();
    stopped.abort();
    await assert.rejects(first, isError('aborted', undefined, /stopped/));
    resolve(printed(key(1)));
    assert.deepEqual(await second, { key: key(1), isKept: false });
    assert.equal(runs.length, 1);
  });

  it('is kept for half an hour', async () => {
    const { keys, runs, clock } = sources();
    await keys.get(connection, command);
    clock.now = 30 * 60_000 - 1;
    assert.equal((await keys.get(connection, command)).key, key(1));
    clock.now += 1;
    assert.equal((await keys.get(connection, command)).key, key(2));
    assert.equal(runs.length, 2);
  });

  it('is forgotten when the service rejects it, but not a newer one', async () => {
    const { keys, runs } = sources();
    await keys.get(connection, command);
    keys.reject(command, key(1));
    assert.equal((await keys.get(connection, command)).key, key(2));
    keys.reject(command, key(1));
    assert.deepEqual(await keys.get(connection, command), { key: key(2), isKept: true });
    assert.equal(runs.length, 2);
  });

  it('is known to the redactor before anybody has it', async () => {
    const { keys, redactor } = sources();
    await keys.get(connection, command);
    assert.equal(redactor.redact(`before ${key(1)} after`), 'before [key] after');
  });

  const failures: readonly (readonly [what: string, result: CommandResult, words: RegExp])[] = [
    ['fails', { ...printed(key(1)), exitCode: 3 }, /exit code 3\./],
    ['is killed', { ...printed(''), exitCode: undefined }, /ended by the system/],
    ['does not end', { end: 'tooLate', stdout: '', stderr: '' }, /within 60 seconds/],
    ['writes on and on', { end: 'tooMuch', stdout: 'x', stderr: '' }, /too much/],
    ['does not start', { end: 'notStarted', stdout: '', stderr: '' }, /could not be started/],
    ['prints none', printed('Please log in'), /printed no API key/],
    [
      'says why',
      { end: 'exited', exitCode: 1, stdout: '', stderr: 'ERROR: run “az login”\n' },
      /exit code 1\. ERROR: run “az login”/,
    ],
  ];
  for (const [what, result, words] of failures) {
    it(`is an error if the command ${what}, and the next request runs it again`, async () => {
      const { keys, runs } = sources([result]);
      const expected = isError('auth', 'KEY_COMMAND_FAILED', words, 'command');
      await assert.rejects(keys.get(connection, command), expected);
      assert.equal((await keys.get(connection, command)).key, key(2));
      assert.equal(runs.length, 2);
    });
  }

  it('is not shown, and neither is another secret that the command wrote to standard error', async () => {
    const secret = 'eyJhbGciOi.J9.c2VjcmV0LXZhbHVl0123';
    const stderr = `used ${secret} and ${'x'.repeat(5000)}\u0007`;
    const { keys } = sources([{ end: 'exited', exitCode: 1, stdout: key(1), stderr }]);
    await assert.rejects(keys.get(connection, command), (error) => {
      const shown = `${String(error)} ${JSON.stringify(error)}`;
      return !shown.includes(key(1)) && !shown.includes('c2VjcmV0') && shown.length < 2000;
    });
  });
});

describe('a source', () => {
  it('is not used, and no command run, before the user has confirmed it', async () => {
    const { keys, runs, answers, asked } = sources();
    answers.consent = false;
    await assert.rejects(keys.get(connection, command), isError('aborted', undefined, /confirm/));
    assert.equal(await keys.prepare(connection, command), false);
    assert.deepEqual([runs, asked.length], [[], 2]);
  });

  it('is not asked about in the name of another extension, only whether it was confirmed', async () => {
    const { keys, runs, answers, asked } = sources();
    answers.consent = false;
    await assert.rejects(
      keys.getQuietly(connection, command),
      isError('aborted', undefined, /confirm/),
    );
    assert.deepEqual([runs, asked], [[], ['https://a.example local command give-key (silent)']]);
  });

  it('asks nothing for a request that is stopped already', async () => {
    const { keys, asked } = sources();
    await assert.rejects(keys.get(connection, command, AbortSignal.abort()));
    assert.deepEqual(asked, []);
  });

  it('is asked about with the address of the connection, each time it is used', async () => {
    const { keys, asked } = sources();
    await keys.get(connection, command);
    await keys.get({ ...connection, baseUrl: 'https://b.example' }, command);
    const entries = ['https://a.example', 'https://b.example'];
    assert.deepEqual(
      asked,
      entries.map((origin) => `${origin} local command give-key`),
    );
  });

  it('can be an environment variable, which is read for each request', async () => {
    const { keys, environment, redactor } = sources();
    environment['TEAM_KEY'] = ` ${key(1)}\n`;
    assert.deepEqual(await keys.get(connection, variable), { key: key(1), isKept: false });
    environment['TEAM_KEY'] = key(2);
    assert.equal((await keys.get(connection, variable)).key, key(2));
    assert.equal(redactor.redact(key(2)), '[key]');
    assert.deepEqual(keys.used(), [key(1), key(2)]);
    assert.equal(keys.isSet('TEAM_KEY'), true);
    for (const value of [undefined, '', ' ']) {
      Object.assign(environment, { TEAM_KEY: value });
      const expected = isError('auth', 'KEY_VARIABLE_NOT_SET', /TEAM_KEY.*not set/, 'environment');
      await assert.rejects(keys.get(connection, variable), expected);
      assert.equal(keys.isSet('TEAM_KEY'), false);
    }
  });

  it('of Node alone fails in a browser, without a question', async () => {
    const made = createSourceKeys({
      node: () => undefined,
      session: async () => ({ accessToken: 'token' }),
      redactor: createRedactor(async () => []),
      log,
    });
    const keys = asked(made, () => assert.fail('asked'));
    for (const source of [command, variable]) {
      const expected = isError('auth', 'KEY_NOT_IN_BROWSER', /browser/, source.kind);
      await assert.rejects(keys.get(connection, source), expected);
      assert.equal(await keys.prepare(connection, source), true);
    }
    assert.deepEqual([keys.isHere('command'), keys.isHere('stored')], [false, true]);
    assert.equal(keys.isSet('TEAM_KEY'), undefined);
  });
});

describe('the Microsoft sign-in', () => {
  function signedIn(session: (options: object) => Promise<{ accessToken: string } | undefined>) {
    const calls: unknown[] = [];
    const redactor = createRedactor(async () => []);
    const made = createSourceKeys({
      node: () => undefined,
      session: async (scopes, options) => {
        calls.push([...scopes, options]);
        return session(options);
      },
      redactor,
      log,
    });
    return { keys: asked(made, () => true), calls, redactor };
  }
  const scope = 'https://cognitiveservices.azure.com/.default';

  it('gives its token silently, for one scope or several', async () => {
    const { keys, calls, redactor } = signedIn(async () => ({ accessToken: key(1) }));
    assert.deepEqual(await keys.get(connection, microsoft), { key: key(1), isKept: false });
    await keys.get(connection, { ...microsoft, scope: 'VSCODE_TENANT:t  api://x/.default' });
    assert.deepEqual(calls, [
      [scope, { silent: true }],
      ['VSCODE_TENANT:t', 'api://x/.default', { silent: true }],
    ]);
    assert.equal(redactor.redact(key(1)), '[key]');
  });

  it('is asked for before a message, and not by a request', async () => {
    const { keys, calls } = signedIn(async (options) =>
      'createIfNone' in options ? { accessToken: key(1) } : undefined,
    );
    const expected = isError('auth', 'KEY_SIGN_IN', /not signed in/, 'microsoft');
    await assert.rejects(keys.get(connection, microsoft), expected);
    assert.equal(await keys.prepare(connection, microsoft), true);
    assert.deepEqual(calls.at(-1), [scope, { createIfNone: true, clearSessionPreference: false }]);
    assert.equal(await keys.prepare(connection, microsoft, 'again'), true);
    assert.deepEqual(calls.at(-1), [scope, { createIfNone: true, clearSessionPreference: true }]);
  });

  it('keeps a message back if the user closes it', async () => {
    const { keys } = signedIn(async (options) => {
      if ('createIfNone' in options) {
        throw new Error('User did not consent to login.');
      }
      return undefined;
    });
    assert.equal(await keys.prepare(connection, microsoft), false);
  });

  it('says so where there is none', async () => {
    const { keys } = signedIn(async () => {
      throw new Error('No authentication provider “microsoft”');
    });
    const expected = isError('auth', 'KEY_SIGN_IN', /not available here: No auth/, 'microsoft');
    await assert.rejects(keys.get(connection, microsoft), expected);
    // The request then fails with an error that says why.
    assert.equal(await keys.prepare(connection, microsoft), true);
    await assert.rejects(keys.prepare(connection, microsoft, 'again'), expected);
  });
});

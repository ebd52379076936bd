import assert from 'node:assert/strict';
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import * as vscode from 'vscode';
import { keptKey, saveWithKey } from '../../../../src/host/connections/connecting/connected.ts';
import { type Connection, idRef } from '../../../../src/host/connections/connection.ts';
import { draftOf } from '../../../../src/host/connections/readDraft.ts';
import {
  findConnection,
  updateConnections,
} from '../../../../src/host/connections/connectionSettings.ts';
import { createRedactor } from '../../../../src/host/base/redactor.ts';
import { variableSecrets } from '../../../../src/host/connections/keySources/knownSecrets.ts';
import type { Chat } from '../../../../src/host/chat/chat.ts';
import {
  startScriptedService,
  type Script,
  type ScriptedService,
} from '../../../support/service/scriptedService.ts';
import { eventStream, json, replyStream } from '../../../support/service/scripts.ts';
import { until } from '../../../support/until.ts';
import { activated, type Activated } from '../../activated.ts';
import { openPage } from '../../connectionsPage/openPage.ts';
import { withConnection } from '../../withConnection.ts';
import { answerQuestions } from './answerQuestions.ts';

const first = 'sk-first-1a2b3c4d5e6f7a8b9c';
const second = 'sk-second-9c8b7a6f5e4d3c2b1a';

/** A service that accepts the keys of a set. */
function accepting(valid: ReadonlySet<string>, status = 401): Script {
  return async (answer) => {
    const given = String(answer.request.headers['authorization']).replace('Bearer ', '');
    const script = valid.has(given)
      ? eventStream(replyStream(['Hello']))
      : json({ error: { message: 'Token expired', code: 'invalid_api_key' } }, status);
    await script(answer);
  };
}

/** A command that prints what a file holds, and a file in which each run leaves a letter. */
interface KeyCommand {
  readonly command: string;
  /** Where the command finds the key. */
  readonly prints: (output: string) => Promise<void>;
  readonly runs: () => Promise<number>;
}

async function withCommand(test: (command: KeyCommand) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-key-'));
  const [output, runs] = [join(folder, 'key'), join(folder, 'runs')];
  try {
    await test({
      command: `printf r >> "${runs}" && cat "${output}"`,
      prints: async (text) => writeFile(output, text),
      runs: async () => (await readFile(runs, 'utf8').catch(() => '')).length,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function send(chat: Chat): Promise<NonNullable<ReturnType<typeof lastReply>>> {
  await chat.sender.send({ text: 'Hello', context: [] });
  await until('the reply has ended', () => !chat.session.isRunning);
  const reply = lastReply(chat);
  assert.ok(reply);
  return reply;
}

function lastReply({ session }: Chat) {
  return session.conversation.turns.at(-1)?.reply;
}

function sentKeys({ requests }: Pick<ScriptedService, 'requests'>): readonly unknown[] {
  return requests.map(({ headers }) => headers['authorization']);
}

async function forgetConfirmed({ context }: Activated): Promise<void> {
  await context.globalState.update('parley.confirmedKeySources', undefined);
}

describe('a command that prints the key', () => {
  // Some services reject a key with 400.
  for (const status of [401, 400]) {
    it(`runs once it is confirmed, again when its key has expired (${status}), and leaves no key anywhere`, async () => {
      await withCommand(async ({ command, prints, runs }) => {
        const valid = new Set([first]);
        const keyFrom = { kind: 'command', command } as const;
        await withConnection(
          [accepting(valid, status)],
          async (parley, service) => {
            await forgetConfirmed(parley);
            await prints(`${first}\n`);
            const asked = await answerQuestions(true, async () => {
              assert.equal((await send(parley.chat)).status, 'completed');
              assert.equal((await send(parley.chat)).status, 'completed');
              assert.equal(await runs(), 1);
              valid.clear();
              valid.add(second);
              await prints(JSON.stringify({ access_token: second, expires_in: 3600 }));
              assert.equal((await send(parley.chat)).status, 'completed');
              assert.equal(await runs(), 2);
              // Nothing that the command prints is accepted any more: one more run, and no third request.
              valid.clear();
              const reply = await send(parley.chat);
              assert.deepEqual(
                [reply.status, reply.error?.status, reply.error?.keySource],
                ['failed', status, 'command'],
              );
            });
            assert.equal(asked.length, 1);
            assert.match(asked[0]?.text ?? '', new RegExp(service.origin));
            assert.ok(asked[0]?.detail?.endsWith(`\n${command}`));
            const keys = [first, first, first, second, second].map((key) => `Bearer ${key}`);
            assert.deepEqual(sentKeys(service), keys);
            const { redactor } = parley.services;
            assert.equal(redactor.redact(`${first} ${second}`), '[key] [key]');
            const kept = JSON.stringify([
              parley.chat.session.conversation,
              parley.context.globalState.keys().map((name) => parley.context.globalState.get(name)),
            ]);
            assert.ok(!kept.includes(first) && !kept.includes(second));
          },
          { keyFrom },
        );
      });
    });
  }

  it('does not run, and nothing is sent, if the user does not confirm it', async () => {
    await withCommand(async ({ command, prints, runs }) => {
      await withConnection(
        [accepting(new Set([first]))],
        async (parley, service) => {
          await forgetConfirmed(parley);
          await prints(first);
          const { chat } = parley;
          const asked = await answerQuestions(false, async () =>
            chat.sender.send({ text: 'Hello', context: [] }),
          );
          assert.equal(asked.length, 1);
          assert.deepEqual([await runs(), service.requests.length], [0, 0]);
          assert.equal(chat.session.isRunning, false);
        },
        { keyFrom: { kind: 'command', command } },
      );
    });
  });

  it('is confirmed again when it changes, and for each address', async () => {
    await withCommand(async ({ command, prints }) => {
      const parley = await activated();
      await forgetConfirmed(parley);
      await prints(first);
      const { clients } = parley.services;
      const list = json({ object: 'list', data: [{ id: 'm' }] });
      const [one, two] = [await startScriptedService(list), await startScriptedService(list)];
      const connection = (baseUrl: string, text: string): Connection => ({
        id: 'moves',
        name: 'Moves',
        baseUrl,
        keyFrom: { kind: 'command', command: text },
      });
      const questions = async (...connections: readonly Connection[]) => {
        const asked = await answerQuestions(true, async () => {
          await Promise.all(connections.map(async (each) => (await clients(each)).listModels()));
        });
        return asked.length;
      };
      try {
        // Two requests at once are one question.
        const at = connection(one.origin, command);
        assert.equal(await questions(at, at), 1);
        assert.equal(await questions(at), 0);
        assert.equal(await questions(connection(one.origin, `${command} # changed`)), 1);
        assert.equal(await questions(connection(two.origin, command)), 1);
        assert.equal(await questions(connection(two.origin, command), at), 0);
        const asked = await answerQuestions(false, async () => {
          const elsewhere = await clients(connection('http://127.0.0.1:9', command));
          await assert.rejects(elsewhere.listModels(), { kind: 'aborted' });
        });
        assert.equal(asked.length, 1);
      } finally {
        await one.close();
        await two.close();
      }
    });
  });

  it('is not run for another computer without encryption before a second question', async () => {
    await withCommand(async ({ command, runs }) => {
      const parley = await activated();
      await forgetConfirmed(parley);
      const keyFrom = { kind: 'command', command } as const;
      const connection = { id: 'clear', name: 'Clear', baseUrl: 'http://command.invalid', keyFrom };
      const client = await parley.services.clients(connection);
      const { showWarningMessage } = vscode.window;
      const asked: string[] = [];
      Object.assign(vscode.window, {
        async showWarningMessage(text: string, _options: unknown, button: string) {
          asked.push(text);
          return asked.length === 1 ? button : undefined;
        },
      });
      try {
        await assert.rejects(client.listModels(), { kind: 'aborted' });
      } finally {
        Object.assign(vscode.window, { showWarningMessage });
      }
      assert.equal(asked.length, 2);
      assert.match(asked[1] ?? '', /not encrypted/);
      assert.equal(await runs(), 0);
    });
  });

  it('gives way to a key that is typed when connecting again, and stays without one', async () => {
    const keyFrom = { kind: 'command', command: 'give-key' } as const;
    await withConnection(
      [],
      async ({ services }, { origin }) => {
        const { keys } = services;
        const saved = () => findConnection(`scripted-${origin}`);
        const connection = saved();
        assert.ok(connection);
        await keys.set(origin, second);
        assert.equal(await keptKey(connection, keys), '');
        await saveWithKey(connection, '', keys);
        assert.deepEqual(saved()?.keyFrom, keyFrom);
        // Another connection may use it.
        assert.equal(await keys.get(origin), second);
        await saveWithKey(connection, first, keys);
        assert.equal(saved()?.keyFrom, undefined);
        assert.equal(saved()?.model, 'm1');
        assert.equal(await keptKey({ ...connection, keyFrom: undefined }, keys), first);
        await keys.forget(origin);
      },
      { keyFrom },
    );
  });

  it('that fails is an error with what it said, and no request', async () => {
    const keyFrom = { kind: 'command', command: 'echo "Please log in" >&2; exit 4' } as const;
    await withConnection(
      [accepting(new Set())],
      async (parley, service) => {
        await answerQuestions(true, async () => {
          const { error } = await send(parley.chat);
          assert.deepEqual(
            [error?.kind, error?.code, error?.detail, error?.keySource],
            ['auth', 'KEY_COMMAND_FAILED', 'Please log in', 'command'],
          );
          assert.match(error?.message ?? '', /exit code 4/);
        });
        assert.equal(service.requests.length, 0);
      },
      { keyFrom },
    );
  });
});

describe('a workspace that brings a command', () => {
  it('is not heard: its connections, keys and commands do not exist', async () => {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(folder);
    const marks = await mkdtemp(join(tmpdir(), 'parley-mark-'));
    const mark = join(marks, 'ran');
    const settingsFile = vscode.Uri.joinPath(folder, '.vscode', 'settings.json');
    const keyFrom = { kind: 'command', command: `printf ran > "${mark}"; echo ${first}` };
    await withConnection([eventStream(replyStream(['Hello']))], async (parley, service) => {
      const { connection } = parley.chat.target.current() ?? {};
      const own = { ...connection, keyFrom };
      const foreign = { id: 'foreign', name: 'F', baseUrl: service.origin, model: 'm', keyFrom };
      const written = { 'parley.connections': [own, foreign], 'editor.tabSize': 6 };
      const bytes = new TextEncoder().encode(JSON.stringify(written));
      await vscode.workspace.fs.writeFile(settingsFile, bytes);
      try {
        await until(
          "the workspace's settings are in force",
          () => vscode.workspace.getConfiguration('editor').get('tabSize') === 6,
        );
        const asked = await answerQuestions(true, async () => {
          assert.equal((await send(parley.chat)).status, 'completed');
          await parley.chat.target.choose('foreign', 'm');
          assert.notEqual(parley.chat.target.current()?.connection.id, 'foreign');
        });
        assert.deepEqual(asked, []);
        assert.deepEqual(sentKeys(service), [undefined]);
        await assert.rejects(access(mark));
      } finally {
        await vscode.workspace.fs.delete(settingsFile).then(undefined, () => {});
        await rm(marks, { recursive: true, force: true });
      }
    });
  });
});

describe('an environment variable', () => {
  const variable = 'PARLEY_TEST_KEY';
  after(() => delete process.env[variable]);

  it('gives the key after a question, to its origin only; without it nothing is sent', async () => {
    await withConnection(
      [accepting(new Set([first]))],
      async (parley, service) => {
        await forgetConfirmed(parley);
        const asked = await answerQuestions(true, async () => {
          const { error } = await send(parley.chat);
          assert.deepEqual(
            [error?.code, error?.keySource],
            ['KEY_VARIABLE_NOT_SET', 'environment'],
          );
          assert.equal(service.requests.length, 0);
          process.env[variable] = first;
          assert.equal((await send(parley.chat)).status, 'completed');
        });
        assert.deepEqual(
          asked.map(({ text }) => text),
          [`Send the environment variable ${variable} to ${service.origin} as the API key?`],
        );
        assert.deepEqual(sentKeys(service), [`Bearer ${first}`]);
        // A window that has not used it yet masks it as well.
        const node = { readVariable: (name: string) => process.env[name] };
        const fresh = createRedactor(async () => variableSecrets(() => node));
        await fresh.ready();
        assert.equal(fresh.redact(first), '[key]');
      },
      { keyFrom: { kind: 'environment', variable } },
    );
  });

  it('goes into the header that has a place for the key, and nowhere else', async () => {
    process.env[variable] = second;
    await withConnection(
      [json({ object: 'list', data: [{ id: 'm1' }] }), eventStream(replyStream(['Hello']))],
      async (parley, service) => {
        await forgetConfirmed(parley);
        const saved = findConnection(`scripted-${service.origin}`);
        assert.ok(saved);
        const connection = { ...saved, baseUrl: `${service.origin}/v1?api-version=1` };
        await updateConnections(() => [connection]);
        const draft = draftOf(connection);
        const ref = idRef(connection.id);
        const { check, diagnose, last } = openPage(parley.services);
        await answerQuestions(true, async () => {
          await diagnose(draft, ref);
          assert.equal((await send(parley.chat)).status, 'completed');
        });
        assert.deepEqual(
          service.requests.map(({ url, headers }) => [url, headers['api-key']]),
          [
            ['/list?api-version=1', second],
            ['/v1/chat/completions?api-version=1', second],
          ],
        );
        assert.deepEqual(sentKeys(service), [undefined, undefined]);
        assert.equal(last('form')?.diagnosis?.status, 'fine');
        // The key itself in a header is not saved.
        const plain = { ...draft, headers: `api-key: ${second}` };
        const checked = await check(plain);
        assert.deepEqual(Object.keys(checked?.problems ?? {}), ['headers']);
        assert.equal(await parley.services.keys.get(service.origin), undefined);
      },
      {
        keyFrom: { kind: 'environment', variable },
        headers: { 'api-key': '${key}' },
        paths: { models: '../list' },
      },
    );
  });
});

describe('a key with a name', () => {
  const keyFrom = { kind: 'stored', name: 'Work' } as const;

  it('is one of several of its origin, and known to the redactor', async () => {
    await withConnection(
      [accepting(new Set([first, second]))],
      async ({ chat, services, context }, service) => {
        const { keys, clients, redactor } = services;
        await keys.set(service.origin, first);
        await keys.set(service.origin, second, 'Work');
        await keys.set('https://other.example', first, 'Elsewhere');
        try {
          assert.deepEqual(keys.names(service.origin), ['Work']);
          assert.equal((await send(chat)).status, 'completed');
          const plain = { id: 'plain', name: 'Plain', baseUrl: service.origin };
          await assert.rejects((await clients(plain)).listModels());
          assert.deepEqual(sentKeys(service), [`Bearer ${second}`, `Bearer ${first}`]);
          // Another window stores one.
          const third = 'sk-third-0f9e8d7c6b5a4f3e2d';
          await context.secrets.store(`parley.key ${service.origin} Home`, third);
          await until('it is known', () => redactor.redact(third) === '[key]');
          await context.secrets.delete(`parley.key ${service.origin} Home`);
        } finally {
          await keys.forget(service.origin);
          await keys.forget(service.origin, 'Work');
          await keys.forget('https://other.example', 'Elsewhere');
        }
        assert.deepEqual(keys.names(service.origin), []);
        assert.equal(keys.hadKey(service.origin, 'Work'), false);
      },
      { keyFrom },
    );
  });

  it('is not replaced by another key: without it nothing is sent', async () => {
    await withConnection(
      [accepting(new Set([first]))],
      async ({ services }, service) => {
        const { keys, clients } = services;
        await keys.set(service.origin, first);
        const connection = { id: 'n', name: 'N', baseUrl: service.origin, keyFrom };
        await assert.rejects((await clients(connection)).listModels(), {
          kind: 'auth',
          code: 'KEY_NAME_UNKNOWN',
        });
        assert.equal(service.requests.length, 0);
        await keys.forget(service.origin);
      },
      { keyFrom },
    );
  });
});

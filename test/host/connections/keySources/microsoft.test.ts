import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventStream, json, replyStream } from '../../../support/service/scripts.ts';
import { until } from '../../../support/until.ts';
import { withConnection } from '../../withConnection.ts';
import { answerQuestions } from './answerQuestions.ts';

const token = 'eyJ0eXAiOiJKV1QifQ.c2VjcmV0LXRva2Vu.1a2b3c4d5e6f';
const defaultScope = 'https://cognitiveservices.azure.com/.default';
const keyFrom = { kind: 'microsoft' } as const;
const hello = { text: 'Hello', context: [] };

/** Puts an account in place of VS Code's Microsoft sign-in, which would ask in a dialog, while `work` runs. */
async function withAccount(
  session: (options: vscode.AuthenticationGetSessionOptions) => unknown,
  work: () => Promise<void>,
): Promise<readonly unknown[]> {
  const calls: unknown[] = [];
  const { getSession } = vscode.authentication;
  Object.assign(vscode.authentication, {
    async getSession(
      provider: string,
      scopes: readonly string[],
      options: vscode.AuthenticationGetSessionOptions,
    ) {
      calls.push([provider, ...scopes, options]);
      return session(options);
    },
  });
  try {
    await work();
  } finally {
    Object.assign(vscode.authentication, { getSession });
  }
  return calls;
}

describe('a Microsoft account', () => {
  it('is asked for before the first message, and gives its token silently from then on', async () => {
    await withConnection(
      [eventStream(replyStream(['Hello']))],
      async ({ chat, services, context }, service) => {
        await context.globalState.update('parley.confirmedKeySources', undefined);
        let isSignedIn = false;
        const calls = await withAccount(
          ({ createIfNone }) => {
            isSignedIn ||= createIfNone === true;
            return isSignedIn ? { accessToken: token } : undefined;
          },
          async () => {
            const asked = await answerQuestions(true, async () => {
              for (let count = 1; count <= 2; count += 1) {
                await chat.sender.send(hello);
                await until('the reply has ended', () => !chat.session.isRunning);
                assert.equal(chat.session.conversation.turns.at(-1)?.reply.status, 'completed');
              }
            });
            assert.deepEqual(
              asked.map(({ text }) => text),
              [`Send a Microsoft access token to ${service.origin}?`],
            );
          },
        );
        const silent = ['microsoft', defaultScope, { silent: true }];
        const asking = [
          'microsoft',
          defaultScope,
          { createIfNone: true, clearSessionPreference: false },
        ];
        assert.deepEqual(calls, [silent, asking, silent, silent, silent]);
        assert.deepEqual(
          service.requests.map(({ headers }) => headers['authorization']),
          [`Bearer ${token}`, `Bearer ${token}`],
        );
        assert.equal(services.redactor.redact(token), '[key]');
        assert.ok(!JSON.stringify(chat.session.conversation).includes(token));
      },
      { keyFrom },
    );
  });

  it('that the service rejects is an error that names it, without a second request', async () => {
    const rejected = json({ error: { message: 'PermissionDenied', code: '401' } }, 401);
    await withConnection(
      [rejected],
      async ({ chat }, service) => {
        await withAccount(
          () => ({ accessToken: token }),
          async () => {
            await answerQuestions(true, async () => chat.sender.send(hello));
            await until('the reply has ended', () => !chat.session.isRunning);
          },
        );
        const error = chat.session.conversation.turns.at(-1)?.reply.error;
        assert.deepEqual([error?.kind, error?.keySource], ['auth', 'microsoft']);
        assert.equal(service.requests.length, 1);
      },
      { keyFrom },
    );
  });

  // Here VS Code's own sign-in answers. It shows no dialog in a test, as if the user had closed it.
  it('is not there in a new VS Code: a list fails without a question, and a message is kept back', async () => {
    await withConnection(
      [json({ data: [] })],
      async ({ chat, services }, service) => {
        const { connection } = chat.target.current() ?? {};
        assert.ok(connection);
        await answerQuestions(true, async () => {
          const client = await services.clients(connection);
          await assert.rejects(client.listModels(), { kind: 'auth', code: 'KEY_SIGN_IN' });
          await chat.sender.send(hello);
        });
        assert.equal(chat.session.conversation.turns.length, 0);
        assert.equal(service.requests.length, 0);
      },
      { keyFrom },
    );
  });
});

import * as vscode from 'vscode';
import { isRecord } from '../../../src/shared/guards.ts';
import { chunk, eventStream, replyStream } from '../../support/service/scripts.ts';
import type { Script, ScriptedService } from '../../support/service/scriptedService.ts';
import { withConnection } from '../withConnection.ts';
import { answering, type OpenedRepository, type Said, withRepository } from './withRepository.ts';

/** Sends the first text, and the others when the test lets it. */
export function paced(first: string, ...others: readonly string[]): Script {
  return async (answer) => {
    await answer.head(200, { 'content-type': 'text/event-stream' });
    await answer.send(`data: ${chunk({ content: first })}\n\n`);
    await answer.request.goOn;
    await answer.send(replyStream(others));
  };
}

/** Replies with these pieces. */
export const reply = (...texts: readonly string[]) => eventStream(replyStream(texts));

/** The messages of a request. */
export function messagesOf(service: ScriptedService, index = 0): readonly string[] {
  const body: unknown = JSON.parse(service.requests[index]?.body ?? '{}');
  const messages: readonly unknown[] =
    isRecord(body) && Array.isArray(body['messages']) ? body['messages'] : [];
  return messages.map((message) => String(isRecord(message) ? message['content'] : ''));
}

/** Of a user who agrees that changes are sent. */
export const agree = { 'Generate commit messages': 'Generate' };

/** Runs a test with a repository, a service with these answers, and a user who gives these ones. */
export async function withAll(
  scripts: readonly Script[],
  answers: Readonly<Record<string, string>>,
  test: (repository: OpenedRepository, service: ScriptedService, said: Said) => Promise<void>,
): Promise<void> {
  await withRepository(async (repository) =>
    withConnection(scripts, async (_parley, service) =>
      answering(answers, async (said) => test(repository, service, said)),
    ),
  );
}

/** As the button in the title of the view does. */
export async function generate({ opened: { rootUri } }: OpenedRepository): Promise<void> {
  await vscode.commands.executeCommand('parley.generateCommitMessage', { rootUri });
}

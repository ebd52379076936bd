import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { chunk } from '../../support/service/scripts.ts';
import type { Script } from '../../support/service/scriptedService.ts';
import { until } from '../../support/until.ts';
import type { Activated } from '../activated.ts';
import { setUserSettings } from '../setUserSettings.ts';
import { withConnection } from '../withConnection.ts';

/** What a question showed. */
export interface Question {
  readonly title: string | undefined;
  readonly placeHolder: string | undefined;
  readonly items: readonly vscode.QuickPickItem[];
}

/** Gives the item of a question that is chosen; undefined closes it. */
export type Answer = (items: readonly vscode.QuickPickItem[]) => unknown;

export const choose =
  (words: string): Answer =>
  (items) =>
    items.find(({ label }) => label.includes(words)) ?? assert.fail(`no ${words}`);
export const sendAnyway = choose('Send Anyway');
export const cancel = choose('Cancel');

/** A reply that ends with `finishReason`, with three tokens that cost 1 each. */
function reply(finishReason = 'stop'): string {
  const usage = { prompt_tokens: 5, completion_tokens: 3 };
  const data = [chunk({ content: 'Said' }), chunk({}, finishReason, { usage }), '[DONE]'];
  return data.map((line) => `data: ${line}\n\n`).join('');
}

export const replies =
  (finishReason?: string): Script =>
  async (answer) => {
    await answer.head(200, { 'content-type': 'text/event-stream' });
    await answer.send(reply(finishReason));
  };

/** A reply that waits until the test lets it go on. */
export const held: Script = async (answer) => {
  await answer.head(200, { 'content-type': 'text/event-stream' });
  await answer.send(`data: ${chunk({ content: 'First' })}\n\n`);
  await answer.request.goOn;
  await answer.send(reply());
};

/** How many currencies there have been, in all test files: each is a bundle with modules of its own. */
const counted = globalThis as typeof globalThis & { currencies?: number };

/** Limits; those that are not named are the user's by default. */
export interface Limits {
  readonly perChat?: number;
  readonly perDay?: number;
}

/** What a test with limits sees and does. */
export interface Limited {
  readonly questions: readonly Question[];
  /** Answers the questions to come, in order. */
  readonly answer: (...answers: readonly Answer[]) => void;
  readonly requests: () => number;
  readonly letGoOn: () => void;
  readonly currency: string;
}

/** Runs `test` with limits and a model whose reply costs 1 for a token. The settings stay until the next test. */
export async function withLimits(
  scripts: readonly Script[],
  { perChat, perDay }: Limits,
  test: (parley: Activated, limited: Limited) => Promise<void>,
  price: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  if (perDay !== undefined) {
    // The costs of a day are those of all tests.
    counted.currencies = (counted.currencies ?? 0) + 1;
  }
  const currency = `XA${String.fromCodePoint(65 + (counted.currencies ?? 0))}`;
  const { showQuickPick } = vscode.window;
  const questions: Question[] = [];
  const answers: Answer[] = [];
  try {
    Object.assign(vscode.window, {
      showQuickPick: async (
        items: readonly vscode.QuickPickItem[],
        { title, placeHolder }: vscode.QuickPickOptions,
      ) => {
        questions.push({ title, placeHolder, items });
        return answers.shift()?.(items);
      },
    });
    await setUserSettings({
      prices: { m1: { prompt: 0, completion: 1_000_000, currency, ...price } },
      'costLimit.currency': currency,
      'costLimit.perChat': perChat,
      'costLimit.perDay': perDay,
    });
    await withConnection(scripts, async (parley, service) =>
      test(parley, {
        questions,
        answer: (...next) => void answers.push(...next),
        requests: () => service.requests.length,
        letGoOn: () => service.requests.at(-1)?.letGoOn(),
        currency,
      }),
    );
  } finally {
    Object.assign(vscode.window, { showQuickPick });
  }
}

export async function ended({ chat }: Pick<Activated, 'chat'>, replyCount: number): Promise<void> {
  await until('the reply has ended', () => {
    const { turns } = chat.session.conversation;
    return !chat.session.isRunning && turns.length === replyCount;
  });
}

export const message = (text: string) => ({ text, context: [] });

import assert from 'node:assert/strict';
import {
  createServiceClient,
  type ServiceClient,
} from '../../../src/service/client/serviceClient.ts';
import type { Completion } from '../../../src/service/reply/completion.ts';
import { withPiece } from '../../../src/shared/reasoning/reasoningReader.ts';
import type { ServiceEvent } from '../../../src/shared/service/chatCompletion.ts';
import { bodyOf } from './bodyOf.ts';
import { chunk } from './scripts.ts';

/** A request of a reply. */
export const request = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] } as const;

/** A delta, or a message. */
export type Fields = Readonly<Record<string, unknown>>;

/** A client of a service that answers with these pieces. */
function answering(type: string, ...pieces: readonly (string | Uint8Array)[]): ServiceClient {
  return createServiceClient({
    baseUrl: 'https://host/v1',
    fetch: async () => new Response(bodyOf(...pieces), { headers: { 'content-type': type } }),
  });
}

/** The stream of a reply with these deltas. */
export function streamOf(deltas: readonly Fields[], end: readonly string[] = ['[DONE]']): string {
  const data = [...deltas.map((delta) => chunk(delta)), chunk({}, 'stop'), ...end];
  return data.map((line) => `data: ${line}\n\n`).join('');
}

/** What a reply says. */
export interface Said {
  readonly text: string;
  readonly reasoning: string;
  readonly details?: unknown;
}

function withEvent(said: Said, event: ServiceEvent): Said {
  switch (event.kind) {
    case 'text':
    case 'reasoning':
    case 'textWasReasoning':
      return withPiece(said, event);
    case 'reasoningDetails':
      return { ...said, details: event.details };
    default:
      return said;
  }
}

/** What a streamed reply says that arrives cut at these places. */
export async function streamed(
  body: string,
  cuts: readonly number[] = [],
): Promise<Said & { error: unknown }> {
  const bytes = new TextEncoder().encode(body);
  const pieces = [0, ...cuts].map((start, index) => bytes.slice(start, cuts[index]));
  let said: Said = { text: '', reasoning: '' };
  let error: unknown;
  try {
    for await (const event of answering('text/event-stream', ...pieces).stream(request)) {
      said = withEvent(said, event);
    }
  } catch (thrown) {
    error = thrown;
  }
  return { ...said, error };
}

/** The reply with this message in standard mode. */
export async function whole(message: Fields): Promise<Completion> {
  const choices = [{ index: 0, message, finish_reason: 'stop' }];
  return answering('application/json', JSON.stringify({ choices })).complete(request);
}

/** Asserts that two replies say the same. */
export function assertSaid(said: Said, { text, reasoning, details }: Said, how: string): void {
  assert.deepEqual([said.text, said.reasoning, said.details], [text, reasoning, details], how);
}

import * as l10n from '@vscode/l10n';
import { isRecord, type WireObject } from '../../shared/guards.ts';
import type { Outcome, ServiceEvent, Usage } from '../../shared/service/chatCompletion.ts';
import { type ToolCall, withToolCall } from '../../shared/service/toolCall.ts';
import type { ByteSource } from '../http/byteSource.ts';
import { firstChoice, readUsage, startedEvent } from './chunkReader.ts';
import { outcomeOf, readFinishReason } from './finishReason.ts';
import { messageReasoning, messageText } from './messageText.ts';
import type { OpenResponse } from '../http/openResponse.ts';
import { readJson } from '../http/readJson.ts';
import { ServiceError } from '../serviceError.ts';
import { createToolCallReader } from './toolCalls.ts';

/** A whole reply. */
export interface Completion {
  /** The request ID of the response's headers, else the completion's `id`. */
  readonly requestId: string | undefined;
  /** The model that replied. */
  readonly model: string | undefined;
  /** Unix time in seconds. */
  readonly created: number | undefined;
  /** As in the event `started`. */
  readonly fingerprint?: string | undefined;
  readonly provider?: string | undefined;
  readonly text: string;
  readonly reasoning: string;
  /** Missing if the reply has none. */
  readonly toolCalls?: readonly ToolCall[] | undefined;
  readonly usage?: Usage | undefined;
  /** As the service sent it; `null` if it sent none. */
  readonly finishReason: string | null;
  readonly outcome: Outcome;
}

/**
 * Reads a reply in standard mode (`docs/service-interface.md`, "Chat completion object"). Throws
 * `ServiceError`: `protocol` if the body is not a completion, `server` or a clearer kind if it is an
 * error object.
 */
export async function readCompletion(
  opened: OpenResponse,
  source: ByteSource,
): Promise<Completion> {
  const reply = await readJson(opened, source);
  const choice = isRecord(reply) ? firstChoice(reply['choices']) : undefined;
  if (!isRecord(reply) || choice === undefined) {
    throw new ServiceError('protocol', l10n.t('The service sent JSON that is not a chat reply.'), {
      tried: opened.call.tried,
      status: opened.response.status,
    });
  }
  const { kind: _kind, ...started } = startedEvent(reply, opened.response.headers);
  const message = isRecord(choice['message']) ? choice['message'] : {};
  const finishReason = readFinishReason(choice);
  return {
    ...started,
    text: messageText(message),
    reasoning: messageReasoning(message),
    ...toolCallsOf(message),
    ...(isRecord(reply['usage']) ? { usage: readUsage(reply['usage']) } : {}),
    finishReason,
    outcome: outcomeOf(finishReason, true),
  };
}

function toolCallsOf(message: WireObject): Pick<Completion, 'toolCalls'> {
  const events: ServiceEvent[] = [];
  createToolCallReader().read(message, events);
  const deltas = events.filter((event) => event.kind === 'toolCall');
  const toolCalls = deltas.reduce<readonly ToolCall[]>(withToolCall, []);
  return toolCalls.length === 0 ? {} : { toolCalls };
}

/** The events of a stream with the same reply. */
export function completionEvents(completion: Completion): readonly ServiceEvent[] {
  const { requestId, model, created, text, reasoning, usage, finishReason, outcome } = completion;
  const { toolCalls = [], fingerprint, provider } = completion;
  return [
    {
      kind: 'started',
      requestId,
      model,
      created,
      ...(fingerprint === undefined ? {} : { fingerprint }),
      ...(provider === undefined ? {} : { provider }),
    },
    ...(reasoning === '' ? [] : [{ kind: 'reasoning', text: reasoning } as const]),
    ...(text === '' ? [] : [{ kind: 'text', text } as const]),
    ...toolCalls.map(
      ({ id, name, arguments: json }, index) =>
        ({ kind: 'toolCall', index, id, name, arguments: json }) as const,
    ),
    ...(usage === undefined ? [] : [{ kind: 'usage', usage } as const]),
    { kind: 'ended', finishReason, outcome },
  ];
}

/** The whole reply of a stream. Throws what `batches` throws. */
export async function collectCompletion(
  batches: AsyncIterable<readonly ServiceEvent[]>,
): Promise<Completion> {
  let completion: Completion = {
    requestId: undefined,
    model: undefined,
    created: undefined,
    text: '',
    reasoning: '',
    finishReason: null,
    outcome: 'truncated',
  };
  for await (const events of batches) {
    completion = events.reduce(withEvent, completion);
  }
  return completion;
}

function withEvent(completion: Completion, event: ServiceEvent): Completion {
  switch (event.kind) {
    case 'text':
      return { ...completion, text: completion.text + event.text };
    case 'reasoning':
      return { ...completion, reasoning: completion.reasoning + event.text };
    case 'toolCall':
      return { ...completion, toolCalls: withToolCall(completion.toolCalls, event) };
    case 'started':
    case 'usage':
    case 'ended': {
      const { kind: _kind, ...facts } = event;
      return { ...completion, ...facts };
    }
  }
}

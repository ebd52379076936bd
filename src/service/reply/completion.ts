import { withPiece } from '../../shared/reasoning/reasoningReader.ts';
import type { WireObject } from '../../shared/guards.ts';
import {
  type Outcome,
  type ReceivedToolCall,
  type ServiceEvent,
  type Usage,
  withToolCall,
} from '../../shared/service/chatCompletion.ts';

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
  /** The service's `reasoning_details`; missing if it sent none. */
  readonly reasoningDetails?: readonly WireObject[] | undefined;
  /** The images as Base64; missing if the reply has none. */
  readonly images?: readonly string[] | undefined;
  /** Missing if the reply has none. */
  readonly toolCalls?: readonly ReceivedToolCall[] | undefined;
  readonly usage?: Usage | undefined;
  /** As the service sent it; `null` if it sent none. */
  readonly finishReason: string | null;
  readonly outcome: Outcome;
}

const emptyCompletion: Completion = {
  requestId: undefined,
  model: undefined,
  created: undefined,
  text: '',
  reasoning: '',
  finishReason: null,
  outcome: 'truncated',
};

/** The whole reply of a stream. Throws what `batches` throws. */
export async function collectCompletion(
  batches: AsyncIterable<readonly ServiceEvent[]>,
): Promise<Completion> {
  let completion = emptyCompletion;
  for await (const events of batches) {
    completion = events.reduce(withEvent, completion);
  }
  return completion;
}

function withEvent(completion: Completion, event: ServiceEvent): Completion {
  switch (event.kind) {
    case 'text':
    case 'reasoning':
    case 'textWasReasoning':
      return withPiece(completion, event);
    case 'image':
      return { ...completion, images: [...(completion.images ?? []), event.data] };
    case 'toolCall':
      return { ...completion, toolCalls: withToolCall(completion.toolCalls, event) };
    case 'reasoningDetails':
      return { ...completion, reasoningDetails: event.details };
    case 'started':
    case 'usage':
    case 'ended': {
      const { kind: _kind, ...facts } = event;
      return { ...completion, ...facts };
    }
  }
}

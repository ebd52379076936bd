import type { Usage } from './chatCompletion.ts';

/** `completed`: the reply is whole. `truncated`: the service or something between cut it. */
export type Outcome = 'completed' | 'truncated';

/** What the client makes of one streamed reply, in order; `ended` is last and comes exactly once. */
export type ServiceEvent =
  | {
      readonly kind: 'started';
      /** The completion's `id`, or the response's request id header; for tracing in a log. */
      readonly requestId: string | undefined;
      /** The model that answers, which may differ from the one asked for. */
      readonly model: string | undefined;
      /** Unix time in seconds. */
      readonly created: number | undefined;
    }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string }
  | { readonly kind: 'usage'; readonly usage: Usage }
  | {
      readonly kind: 'ended';
      /** As the service gave it; `null` where it gave none. */
      readonly finishReason: string | null;
      readonly outcome: Outcome;
    };

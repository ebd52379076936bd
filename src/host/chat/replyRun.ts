import { replyEvent } from '../../conversation/events.ts';
import { delay } from '../../service/deadline.ts';
import type { ReplyError, ReplyWait } from '../../shared/conversation/conversation.ts';
import type { ConversationEvent } from '../../shared/conversation/conversationEvent.ts';
import type { ChatCompletionRequest, ServiceEvent } from '../../shared/service/chatCompletion.ts';
import type { Connection } from '../connections/connection.ts';

/** Waits shorter than this are not worth a word. */
const leastShownWaitMs = 1000;

/** What the running of a reply needs of the world. */
export interface ReplyServices {
  stream(
    connection: Connection,
    request: ChatCompletionRequest,
    signal: AbortSignal,
    wait: (retry: HeldBack) => Promise<void>,
  ): AsyncIterable<ServiceEvent>;
  describeError(error: unknown): ReplyError;
  /** Finds out more about a failure before it is shown. Throws nothing. */
  lookInto?(
    failure: ReplyError,
    request: Pick<ReplyRequest, 'connection' | 'request'>,
    signal: AbortSignal,
  ): Promise<ReplyError>;
}

/** The turn whose reply is asked for, and the request that asks for it. */
interface ReplyRequest {
  readonly turnId: string;
  readonly connection: Connection;
  readonly request: ChatCompletionRequest;
  /** Where it is not to be sent at once. */
  readonly heldBack?: HeldBack | undefined;
  /** Hears that the service has begun to reply. */
  readonly onAccepted: () => void;
}

/** One reply, from sending the request to its end. */
export class ReplyRun {
  readonly #services: ReplyServices;
  readonly #apply: (event: ConversationEvent) => void;
  readonly #abort = new AbortController();
  #wait: Wait | undefined;

  /** `apply` hears of everything that happens to the turn. */
  constructor(services: ReplyServices, apply: (event: ConversationEvent) => void) {
    this.#services = services;
    this.#apply = apply;
  }

  /** Sends the request; resolves when the reply has ended, however it ends. */
  async run(reply: ReplyRequest): Promise<void> {
    const { turnId, connection, request, heldBack } = reply;
    const { signal } = this.#abort;
    const hold = async (retry: HeldBack) => this.#hold(turnId, retry);
    try {
      if (heldBack !== undefined) {
        await hold(heldBack);
      }
      for await (const event of this.#services.stream(connection, request, signal, hold)) {
        if (event.kind === 'started') {
          reply.onAccepted();
        }
        this.#apply(replyEvent(turnId, event, Date.now()));
      }
    } catch (error) {
      // After a stop the turn has ended already, and this changes nothing.
      const at = Date.now();
      const described = this.#services.describeError(error);
      const failure =
        (await this.#services.lookInto?.(described, { connection, request }, signal)) ?? described;
      this.#apply({ kind: 'turnEnded', turnId, status: 'failed', error: failure, at });
    }
  }

  /** Sends a request that is held back at once. */
  sendNow(): void {
    this.#wait?.cutShort();
  }

  /** Closes the connection; nothing more is heard of the reply but that it failed. */
  close(): void {
    this.#abort.abort();
  }

  /** Shows the wait, so that the user can end it or leave. */
  async #hold(turnId: string, { delayMs, reason }: HeldBack): Promise<void> {
    const wait = startWait(delayMs, this.#abort.signal);
    if (delayMs < leastShownWaitMs) {
      return wait.over;
    }
    this.#wait = wait;
    const until = Date.now() + delayMs;
    this.#apply({ kind: 'replyWaiting', turnId, wait: { until, delayMs, reason }, at: Date.now() });
    await wait.over;
    this.#apply({ kind: 'replyWaiting', turnId, at: Date.now() });
  }
}

/** Why and for how long a request is held back. */
export type HeldBack = Pick<ReplyWait, 'delayMs' | 'reason'>;

/** Time that passes before a request is sent, unless the user cuts it short. */
interface Wait {
  /** Resolves when the time is over or cut short; rejects as soon as the signal aborts. */
  readonly over: Promise<void>;
  readonly cutShort: () => void;
}

/** Begins to wait at least `ms`. */
function startWait(ms: number, signal: AbortSignal): Wait {
  const cut = new AbortController();
  const waited = delay(ms, AbortSignal.any([signal, cut.signal]));
  const over = waited.catch((error: unknown) => {
    if (signal.aborted || !cut.signal.aborted) {
      throw error;
    }
  });
  return { over, cutShort: () => cut.abort() };
}

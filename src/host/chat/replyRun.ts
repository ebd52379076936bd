import * as vscode from 'vscode';
import { replyEvent } from '../../conversation/events.ts';
import { delay } from '../../service/http/deadline.ts';
import type { ServiceDiagnostic } from '../../service/endpoint.ts';
import type { ReplyError, ReplyWait, StreamFlaws } from '../../shared/conversation/conversation.ts';
import type { FormatCheck } from '../../shared/conversation/formatCheck.ts';
import type { Image } from '../../shared/images/image.ts';
import type { ConversationEvent } from '../../shared/conversation/conversationEvent.ts';
import type { ChatCompletionRequest, ServiceEvent } from '../../shared/service/chatCompletion.ts';
import { addAdjustments, type RequestAdjustment } from '../../shared/service/requestAdjustment.ts';
import type { Connection } from '../connections/connection.ts';

/** Shorter waits are not shown. */
const leastShownWaitMs = 1000;

/** What a stream tells beside its events. */
interface StreamWatch {
  /** Waits before the request is repeated. */
  readonly wait: (retry: HeldBack) => Promise<void>;
  readonly onDiagnostic: (diagnostic: ServiceDiagnostic) => void;
}

/** How a reply is requested and how its failures are described. */
export interface ReplyServices {
  stream(
    connection: Connection,
    request: ChatCompletionRequest,
    signal: AbortSignal,
    watch: StreamWatch,
  ): AsyncIterable<ServiceEvent>;
  describeError(error: unknown): ReplyError;
  /** Adds to a failure before it is shown. Never throws. */
  lookInto?(
    failure: ReplyError,
    request: Pick<ReplyRequest, 'connection' | 'request'>,
    signal: AbortSignal,
  ): Promise<ReplyError>;
}

/** A turn and the request for its reply. */
interface ReplyRequest {
  readonly turnId: string;
  readonly connection: Connection;
  readonly request: ChatCompletionRequest;
  /** Missing if the request is sent at once. */
  readonly heldBack?: HeldBack | undefined;
  /** Whether the text has the requested form; asked when the reply is complete. Never rejects. */
  readonly checkFormat?: (() => Promise<FormatCheck | undefined>) | undefined;
  /** Keeps an image of the reply, given as Base64; undefined if it cannot be shown. Never rejects. */
  readonly keepImage?: ((base64: string) => Promise<Image | undefined>) | undefined;
  /** Called with the adjustments of the request when the service starts to reply. */
  readonly onAccepted: (adjustments: readonly RequestAdjustment[]) => void;
}

/** One reply, from its request to its end. */
export class ReplyRun {
  readonly #services: ReplyServices;
  readonly #apply: (event: ConversationEvent) => void;
  readonly #abort = new AbortController();
  #wait: Wait | undefined;

  /** `apply` is called with every event of the turn, and must not throw. */
  constructor(services: ReplyServices, apply: (event: ConversationEvent) => void) {
    this.#services = services;
    this.#apply = apply;
  }

  /** Sends the request. Resolves when the reply has ended in any way; never rejects. */
  async run(reply: ReplyRequest): Promise<void> {
    const { turnId, connection, request, heldBack } = reply;
    const { signal } = this.#abort;
    const wait = async (retry: HeldBack) => this.#hold(turnId, retry);
    let flaws: StreamFlaws | undefined;
    let { adjustments = [] } = request;
    const watch: StreamWatch = {
      wait,
      onDiagnostic: (diagnostic) => {
        flaws = withFlaw(flaws, diagnostic);
        if (diagnostic.kind === 'leftOut') {
          adjustments = addAdjustments(adjustments, [{ field: diagnostic.field }]);
          this.#apply({ kind: 'replyAdjusted', turnId, adjustments });
        }
      },
    };
    try {
      if (heldBack !== undefined) {
        await wait(heldBack);
      }
      for await (const event of this.#services.stream(connection, request, signal, watch)) {
        if (event.kind === 'started') {
          reply.onAccepted(adjustments);
        }
        if (event.kind === 'image') {
          const image = await reply.keepImage?.(event.data);
          if (image === undefined) {
            flaws = withLostImages(flaws, 1);
          } else {
            this.#apply({ kind: 'replyImages', turnId, images: [image], at: Date.now() });
          }
          continue;
        }
        const happened = replyEvent(turnId, event, Date.now(), flaws);
        this.#apply(
          happened.kind === 'turnEnded' ? await withFormatCheck(happened, reply) : happened,
        );
      }
    } catch (error) {
      // After a stop the turn has already ended, and the event below has no effect.
      const at = Date.now();
      const failure = await this.#described(error, reply);
      const ended = { kind: 'turnEnded', turnId, status: 'failed', error: failure, at } as const;
      this.#apply(flaws === undefined ? ended : { ...ended, flaws });
    }
  }

  /** The failure as it is shown. Never rejects: a reply whose failure cannot be described ends as well. */
  async #described(
    error: unknown,
    { connection, request }: Pick<ReplyRequest, 'connection' | 'request'>,
  ): Promise<ReplyError> {
    let described: ReplyError | undefined;
    try {
      described = this.#services.describeError(error);
      const { signal } = this.#abort;
      const failure = await this.#services.lookInto?.(described, { connection, request }, signal);
      return failure ?? described;
    } catch (problem) {
      return (
        described ?? {
          kind: 'protocol',
          message: vscode.l10n.t('Parley failed: {0}', nameOf(problem)),
        }
      );
    }
  }

  /** Ends the wait before the request, if it is waiting. */
  sendNow(): void {
    this.#wait?.cutShort();
  }

  /** Closes the connection. The only event that can follow is the end as failed. */
  close(): void {
    this.#abort.abort();
  }

  /** Waits before the request. A wait that is long enough to notice is shown, with a way to end it. */
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

/** The name of an error, whose message has not been masked. */
function nameOf(problem: unknown): string {
  return problem instanceof Error ? problem.name : typeof problem;
}

type TurnEnded = Extract<ConversationEvent, { kind: 'turnEnded' }>;

/** The end of a reply, with the check of its format if it is complete and asked for one. */
async function withFormatCheck(
  ended: TurnEnded,
  { checkFormat }: Pick<ReplyRequest, 'checkFormat'>,
): Promise<TurnEnded> {
  const formatCheck = ended.status === 'completed' ? await checkFormat?.() : undefined;
  return formatCheck === undefined ? ended : { ...ended, formatCheck };
}

/** The flaws of a stream together with the one that is diagnosed, if it is one. */
function withFlaw(
  flaws: StreamFlaws | undefined,
  diagnostic: ServiceDiagnostic,
): StreamFlaws | undefined {
  switch (diagnostic.kind) {
    case 'skippedEvents':
      return diagnostic.damaged === 0 ? flaws : { ...flaws, damagedEvents: diagnostic.damaged };
    case 'endMarkMissing':
      return { ...flaws, endMark: diagnostic.isBroken ? 'broken' : 'missing' };
    case 'lostImages':
      return withLostImages(flaws, diagnostic.count);
    default:
      return flaws;
  }
}

function withLostImages(flaws: StreamFlaws | undefined, count: number): StreamFlaws {
  return { ...flaws, lostImages: (flaws?.lostImages ?? 0) + count };
}

/** Why and for how long a request is held back before it is sent. */
export type HeldBack = Pick<ReplyWait, 'delayMs' | 'reason'>;

/** A wait before a request, which the user can cut short. */
interface Wait {
  /** Resolves when the wait is over or cut short. Rejects as soon as the signal aborts. */
  readonly over: Promise<void>;
  readonly cutShort: () => void;
}

/** Starts a wait of at least `ms` milliseconds. */
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

import type {
  ChatCompletionRequest,
  ServiceEvent,
  Usage,
} from '../../shared/service/chatCompletion.ts';
import { isString } from '../../shared/guards.ts';
import { serviceAddress } from '../../service/serviceAddress.ts';
import type { StreamOptions } from '../../service/client/serviceClient.ts';
import type { CallOptions } from '../../service/endpoint.ts';
import { requestTokens, tokenEstimate } from '../../conversation/request/tokenEstimate.ts';
import type { Log } from '../base/log.ts';
import type { Redactor } from '../base/redactor.ts';
import type { ServiceClients } from '../connections/clients/serviceClients.ts';
import type { Connection } from '../connections/connection.ts';

/** What streaming uses. */
export interface StreamServices {
  readonly clients: ServiceClients;
  readonly log: Log;
  readonly redactor: Pick<Redactor, 'redact'>;
  /** Called when the stream seems to be buffered on its way. */
  readonly onHeldBack: (connection: Connection) => void;
  /**
   * Called as a request is sent. `end` is called once, before the last event is given: with the reply if something of it
   * arrived, however it ended.
   */
  readonly onSend?: ((request: BilledRequest) => { end(reply?: ArrivedReply): void }) | undefined;
}

/** What a request is billed by. */
export interface BilledRequest {
  readonly connection: Connection;
  /** The model that is requested. */
  readonly model: string;
  /** Estimates the tokens of the prompt. */
  readonly promptTokens: () => number;
}

/** What a reply is billed by. */
export interface ArrivedReply {
  readonly answeredBy: string | undefined;
  readonly usage: Usage | undefined;
  /** Estimates the tokens that have arrived, for a service that states no usage. */
  readonly receivedTokens: () => number;
}

/**
 * Reads a reply, requested in the mode of the connection. What is not text of the reply is masked: a service may
 * repeat a key anywhere. Logs address, model, end and usage; text of the conversation is logged at the level Trace
 * only. Throws ServiceError.
 */
export async function* streamLogged(
  { clients, log, redactor, onHeldBack, onSend }: StreamServices,
  connection: Connection,
  request: ChatCompletionRequest,
  signal: AbortSignal,
  watch: Omit<CallOptions, 'signal'> = {},
): AsyncGenerator<ServiceEvent> {
  const { chatCompletionsUrl } = serviceAddress(connection.baseUrl, connection.paths);
  log.info(`POST ${chatCompletionsUrl} model=${request.model} messages=${request.messages.length}`);
  const client = await clients(connection);
  log.trace(`${chatCompletionsUrl} ${JSON.stringify(request, shortImages)}`);
  const options: StreamOptions = {
    ...watch,
    mode: connection.mode,
    signal,
    onDiagnostic: (diagnostic) => {
      log.warn(`${chatCompletionsUrl} ${JSON.stringify(diagnostic)}`);
      if (diagnostic.kind === 'heldBack') {
        onHeldBack(connection);
      }
      watch.onDiagnostic?.(diagnostic);
    },
  };
  const { model } = request;
  const billed = createReplyReport(
    onSend?.({ connection, model, promptTokens: () => requestTokens(request) }),
  );
  try {
    for await (const received of client.stream(request, options)) {
      const event = withoutSecrets(received, redactor.redact);
      // Text of the conversation is not logged. Some services count with every chunk: the last count is logged below.
      if (event.kind === 'started' || event.kind === 'ended') {
        log.info(`${chatCompletionsUrl} ${JSON.stringify(event)}`);
      }
      billed.note(event);
      yield event;
    }
  } catch (error) {
    log.error(`${chatCompletionsUrl} ${String(error)}`);
    throw error;
  } finally {
    const { usage } = billed.end();
    if (usage !== undefined) {
      log.info(`${chatCompletionsUrl} ${JSON.stringify({ kind: 'usage', usage })}`);
    }
  }
}

/** Collects what a reply is billed by, and reports it once. */
function createReplyReport(sent: { end(reply?: ArrivedReply): void } | undefined) {
  let received = '';
  const receivedTokens = (): number => tokenEstimate(received);
  let reply: ArrivedReply = { answeredBy: undefined, usage: undefined, receivedTokens };
  let hasArrived = false;
  let isReported = false;
  const end = (): ArrivedReply => {
    if (!isReported) {
      isReported = true;
      sent?.end(hasArrived ? reply : undefined);
    }
    return reply;
  };
  return {
    note(event: ServiceEvent): void {
      if (event.kind === 'started') {
        reply = { ...reply, answeredBy: event.model };
        return;
      }
      hasArrived = true;
      if (event.kind === 'usage') {
        reply = { ...reply, usage: event.usage };
      } else if (event.kind === 'ended') {
        // Reported before the event is passed on: it can start the next request, which a cost limit may prevent.
        end();
      } else {
        received += receivedText(event);
      }
    },
    end,
  };
}

/** What of an event is counted as tokens of the reply; nothing of images, whose tokens each service counts in its way. */
function receivedText(event: ServiceEvent): string {
  switch (event.kind) {
    case 'text':
    case 'reasoning':
      return event.text;
    case 'toolCall':
      return `${event.name ?? ''}${event.arguments ?? ''}`;
    default:
      return '';
  }
}

function withoutSecrets(event: ServiceEvent, redact: Redactor['redact']): ServiceEvent {
  switch (event.kind) {
    case 'started': {
      const { requestId, model, fingerprint, provider } = event;
      return {
        ...event,
        requestId: requestId && redact(requestId),
        model: model && redact(model),
        ...(fingerprint === undefined ? {} : { fingerprint: redact(fingerprint) }),
        ...(provider === undefined ? {} : { provider: redact(provider) }),
      };
    }
    case 'usage': {
      const written = JSON.stringify(event.usage);
      const { prompt_tokens, completion_tokens, total_tokens } = event.usage;
      const counts = { prompt_tokens, completion_tokens, total_tokens };
      return redact(written) === written ? event : { ...event, usage: counts };
    }
    case 'ended':
      return { ...event, finishReason: event.finishReason && redact(event.finishReason) };
    case 'text':
    case 'reasoning':
    case 'textWasReasoning':
    case 'reasoningDetails':
    case 'toolCall':
    case 'image':
      return event;
  }
}

/** In characters. */
const maxLoggedUrlLength = 100;

/** The data of images is not logged. */
function shortImages(name: string, value: unknown): unknown {
  return name === 'url' && isString(value) && value.length > maxLoggedUrlLength
    ? `${value.slice(0, maxLoggedUrlLength)}…`
    : value;
}

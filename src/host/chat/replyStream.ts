import type {
  ChatCompletionRequest,
  ServiceEvent,
  Usage,
} from '../../shared/service/chatCompletion.ts';
import { isString } from '../../shared/guards.ts';
import { serviceAddress } from '../../service/serviceAddress.ts';
import type { StreamOptions } from '../../service/client.ts';
import type { CallOptions } from '../../service/endpoint.ts';
import type { Log } from '../base/log.ts';
import type { Redactor } from '../base/redactor.ts';
import type { ServiceClients } from '../connections/serviceClients.ts';
import type { Connection } from '../connections/connection.ts';

/** What streaming uses. */
export interface StreamServices {
  readonly clients: ServiceClients;
  readonly log: Log;
  readonly redactor: Pick<Redactor, 'redact'>;
  /** Called when the stream seems to be buffered on its way. */
  readonly onHeldBack: (connection: Connection) => void;
  /** Called once for each reply of which something arrived, however it ends, before its last event is given. */
  readonly onReply?: ((reply: ArrivedReply) => void) | undefined;
}

/** What a reply is billed by. */
export interface ArrivedReply {
  readonly connection: Connection;
  /** The model that was requested. */
  readonly model: string;
  readonly answeredBy: string | undefined;
  readonly usage: Usage | undefined;
}

/**
 * Reads a reply, requested in the mode of the connection. What is not text of the reply is masked: a service may
 * repeat a key anywhere. Logs address, model, end and usage; text of the conversation is logged at the level Trace
 * only. Throws ServiceError.
 */
export async function* streamLogged(
  { clients, log, redactor, onHeldBack, onReply }: StreamServices,
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
  const billed = createReplyReport({ connection, model: request.model }, onReply);
  try {
    for await (const received of client.stream(request, options)) {
      const event = withoutSecrets(received, redactor.redact);
      // Some services count with every chunk. Only the last count is logged, at the end.
      if (event.kind !== 'usage' && !hasContent(event)) {
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
function createReplyReport(
  request: Pick<ArrivedReply, 'connection' | 'model'>,
  onReply: StreamServices['onReply'],
) {
  let reply: ArrivedReply = { ...request, answeredBy: undefined, usage: undefined };
  let isUnreported = false;
  const end = (): ArrivedReply => {
    if (isUnreported) {
      isUnreported = false;
      onReply?.(reply);
    }
    return reply;
  };
  return {
    note(event: ServiceEvent): void {
      if (event.kind === 'started') {
        reply = { ...reply, answeredBy: event.model };
        return;
      }
      isUnreported = true;
      if (event.kind === 'usage') {
        reply = { ...reply, usage: event.usage };
      } else if (event.kind === 'ended') {
        // Reported before the event is passed on: it can start the next request, which a cost limit may prevent.
        end();
      }
    },
    end,
  };
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

/** Whether an event has text of the conversation, which is not logged. */
function hasContent({ kind }: ServiceEvent): boolean {
  return contentKinds.has(kind);
}

const contentKinds: ReadonlySet<ServiceEvent['kind']> = new Set([
  'text',
  'reasoning',
  'textWasReasoning',
  'reasoningDetails',
  'toolCall',
  'image',
] as const);

/** In characters. */
const maxLoggedUrlLength = 100;

/** The data of images is not logged. */
function shortImages(name: string, value: unknown): unknown {
  return name === 'url' && isString(value) && value.length > maxLoggedUrlLength
    ? `${value.slice(0, maxLoggedUrlLength)}…`
    : value;
}

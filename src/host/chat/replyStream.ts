import type { ChatCompletionRequest, ServiceEvent } from '../../shared/service/chatCompletion.ts';
import { serviceAddress } from '../../service/serviceAddress.ts';
import type { ServiceClient } from '../../service/client.ts';
import { completionEvents } from '../../service/completion.ts';
import type { CallOptions } from '../../service/endpoint.ts';
import type { Log } from '../base/log.ts';
import type { ServiceClients } from '../connections/serviceClients.ts';
import type { Connection } from '../connections/connection.ts';

/** What streaming uses. */
export interface StreamServices {
  readonly clients: ServiceClients;
  readonly log: Log;
  /** Called when the stream seems to be buffered on its way. */
  readonly onHeldBack: (connection: Connection) => void;
}

/** What happens during one request beside the events of the reply. */
interface StreamHooks extends Pick<CallOptions, 'wait'> {
  /** Called when the request is sent again without a field that the service rejected. */
  readonly onLeftOut?: ((field: string) => void) | undefined;
}

/**
 * Streams a reply. Logs address, model, end and usage; text of the conversation is logged at the level Trace
 * only. Throws ServiceError.
 */
export async function* streamLogged(
  { clients, log, onHeldBack }: StreamServices,
  connection: Connection,
  request: ChatCompletionRequest,
  signal: AbortSignal,
  { wait, onLeftOut }: StreamHooks = {},
): AsyncGenerator<ServiceEvent> {
  const { chatCompletionsUrl } = serviceAddress(connection.baseUrl);
  log.info(`POST ${chatCompletionsUrl} model=${request.model} messages=${request.messages.length}`);
  const client = await clients(connection);
  log.trace(`${chatCompletionsUrl} ${JSON.stringify(request)}`);
  const options: CallOptions = {
    signal,
    wait,
    onDiagnostic: (diagnostic) => {
      log.warn(`${chatCompletionsUrl} ${JSON.stringify(diagnostic)}`);
      if (diagnostic.kind === 'heldBack') {
        onHeldBack(connection);
      } else if (diagnostic.kind === 'leftOut') {
        onLeftOut?.(diagnostic.field);
      }
    },
  };
  const events =
    connection.mode === 'standard'
      ? wholeReply(client, request, options)
      : client.stream(request, options);
  try {
    for await (const event of events) {
      if (!hasContent(event)) {
        log.info(`${chatCompletionsUrl} ${JSON.stringify(event)}`);
      }
      yield event;
    }
  } catch (error) {
    log.error(`${chatCompletionsUrl} ${String(error)}`);
    throw error;
  }
}

/** Whether an event has text of the conversation, which is not logged. */
function hasContent({ kind }: ServiceEvent): boolean {
  return kind === 'text' || kind === 'reasoning' || kind === 'toolCall';
}

/** A reply in standard mode, as the events of a stream that delivers it in one piece. */
async function* wholeReply(
  client: ServiceClient,
  request: ChatCompletionRequest,
  options: CallOptions,
): AsyncGenerator<ServiceEvent> {
  yield* completionEvents(await client.complete(request, options));
}

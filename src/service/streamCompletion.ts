import type { ChatCompletionRequest } from '../shared/chatCompletion.ts';
import type { ServiceEvent } from '../shared/serviceEvent.ts';
import { answerFormat } from './answerFormat.ts';
import { chatCompletionCall } from './call.ts';
import { completionEvents, readCompletion } from './completion.ts';
import { openConnection, type CallOptions, type ServiceClientOptions } from './connection.ts';
import { openExchange, type Exchange } from './exchange.ts';
import { readReplyEvents } from './replyEvents.ts';
import { watchArrivals } from './watchArrivals.ts';

/**
 * Sends a request in streamed mode and gives the reply as it comes. Nothing is sent before the first
 * event is asked for; leaving the loop closes the connection. Throws `ServiceError`.
 */
export async function* streamCompletion(
  client: ServiceClientOptions,
  request: ChatCompletionRequest,
  options: CallOptions,
): AsyncGenerator<ServiceEvent, void, undefined> {
  const connection = openConnection(client);
  const call = chatCompletionCall(connection, request, true);
  const exchange = await openExchange(call, connection, options);
  try {
    for await (const events of readBatches(exchange, options)) {
      for (const event of events) {
        // The consumer may have aborted while it had the event before.
        if (exchange.deadline.failure?.kind === 'aborted') {
          throw exchange.deadline.failure;
        }
        if (event.kind === 'ended') {
          exchange.deadline.close();
        }
        yield event;
      }
    }
  } finally {
    exchange.deadline.close();
  }
}

async function* readBatches(
  exchange: Exchange,
  options: CallOptions,
): AsyncGenerator<readonly ServiceEvent[], void, undefined> {
  const { format, source } = await answerFormat(exchange);
  if (format === 'json') {
    yield completionEvents(await readCompletion(exchange, source));
  } else {
    const batches = readReplyEvents(exchange, source, options);
    yield* watchArrivals(batches, exchange.sentAtMs, options.onDiagnostic);
  }
}

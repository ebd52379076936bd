import type { ChatCompletionRequest } from '../shared/chatCompletion.ts';
import type { ServiceEvent } from '../shared/serviceEvent.ts';
import { answerFormat } from './answerFormat.ts';
import { chatCompletionCall } from './call.ts';
import { completionEvents, readCompletion } from './completion.ts';
import { openConnection, type CallOptions, type ServiceClientOptions } from './connection.ts';
import { eachItem } from './eachItem.ts';
import { openExchange } from './exchange.ts';
import { readReplyEvents } from './replyEvents.ts';
import { watchArrivals } from './watchArrivals.ts';

/**
 * Sends a request in streamed mode and gives the reply as it comes. Nothing is sent before the first
 * event is asked for; leaving the loop closes the connection. Throws `ServiceError`.
 */
export function streamCompletion(
  client: ServiceClientOptions,
  request: ChatCompletionRequest,
  options: CallOptions,
): AsyncIterable<ServiceEvent> {
  return eachItem(streamBatches(client, request, options), options.signal);
}

async function* streamBatches(
  client: ServiceClientOptions,
  request: ChatCompletionRequest,
  options: CallOptions,
): AsyncGenerator<readonly ServiceEvent[], void, undefined> {
  const connection = openConnection(client);
  const call = chatCompletionCall(connection, request, true);
  const exchange = await openExchange(call, connection, options);
  try {
    const { format, source } = await answerFormat(exchange);
    if (format === 'json') {
      const completion = await readCompletion(exchange, source);
      exchange.deadline.close();
      yield completionEvents(completion);
      return;
    }
    const noteArrival = watchArrivals(exchange.sentAtMs, options.onDiagnostic);
    for await (const events of readReplyEvents(exchange, source, options)) {
      noteArrival(events);
      if (events.at(-1)?.kind === 'ended') {
        exchange.deadline.close();
      }
      yield events;
    }
  } finally {
    exchange.deadline.close();
  }
}

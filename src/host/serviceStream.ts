import type { ChatCompletionRequest } from '../shared/chatCompletion.ts';
import type { ServiceEvent } from '../shared/serviceEvent.ts';
import { serviceAddress } from '../service/serviceAddress.ts';
import type { Log } from './log.ts';
import type { ServiceClients } from './serviceClients.ts';
import type { Connection } from './settings.ts';

/**
 * Streams a reply and logs what an administrator would ask for: address, model, end and usage, but
 * no word of the conversation. Throws ServiceError.
 */
export async function* streamLogged(
  clients: ServiceClients,
  log: Log,
  connection: Connection,
  request: ChatCompletionRequest,
  signal: AbortSignal,
): AsyncGenerator<ServiceEvent> {
  const { chatCompletionsUrl } = serviceAddress(connection.baseUrl);
  log.info(`POST ${chatCompletionsUrl} model=${request.model} messages=${request.messages.length}`);
  const client = await clients(connection);
  const events = client.stream(request, {
    signal,
    onDiagnostic: (diagnostic) => log.warn(`${chatCompletionsUrl} ${JSON.stringify(diagnostic)}`),
  });
  try {
    for await (const event of events) {
      if (event.kind !== 'text' && event.kind !== 'reasoning') {
        log.info(`${chatCompletionsUrl} ${JSON.stringify(event)}`);
      }
      yield event;
    }
  } catch (error) {
    log.error(`${chatCompletionsUrl} ${String(error)}`);
    throw error;
  }
}

import { errorCard } from '../chat/errorCard.ts';
import type { TestResult } from '../shared/connectionsProtocol.ts';
import { serviceAddress } from '../service/serviceAddress.ts';
import type { Connection } from './connection.ts';
import { isListMissing } from './isListMissing.ts';
import type { Models } from './models.ts';
import type { Redactor } from './redactor.ts';
import { toReplyError } from './replyError.ts';
import type { ServiceClients } from './serviceClients.ts';

/** What a test needs. */
export interface TestServices {
  readonly clients: ServiceClients;
  readonly models: Pick<Models, 'catalogue'>;
}

const withoutList =
  'Check the address. If it is right, the service has no list: type the id of a model in the model picker. Whether it replies shows when a message is sent.';

/** Asks the service once for its models and says what was tried and what came of it. */
export async function testDraft(
  connection: Connection,
  { clients, models: { catalogue } }: TestServices,
  redactor: Redactor,
  signal: AbortSignal,
): Promise<TestResult> {
  try {
    const models = await (await clients(connection)).listModels({ signal });
    catalogue.remember(connection, models);
    const { modelsUrl } = serviceAddress(connection.baseUrl);
    const tried = `GET ${modelsUrl} → 200, ${models.length} models`;
    return { works: true, tried, models: models.map(({ id }) => id) };
  } catch (error) {
    const { title, happened, said, advice } = errorCard(toReplyError(error, redactor));
    const words = said === undefined ? happened : `${happened} “${said}”`;
    return isListMissing(error)
      ? { works: false, title: 'No model list', happened: words, advice: withoutList }
      : { works: false, title, happened: words, advice };
  }
}

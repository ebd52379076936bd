import * as vscode from 'vscode';
import { errorCard } from '../../conversation/errors/errorCard.ts';
import { otherForm, serviceAddress } from '../../service/serviceAddress.ts';
import type { TestResult } from '../../shared/connectionsPage/protocol.ts';
import type { Redactor } from '../base/redactor.ts';
import { modelsText } from '../connections/connecting/localServers.ts';
import type { Connection } from '../connections/connection.ts';
import { failureText, isListMissing } from '../connections/listFailure.ts';
import type { ServiceClients } from '../connections/clients/serviceClients.ts';
import { toReplyError } from '../connections/toReplyError.ts';
import type { Models } from '../models/models.ts';

/** What a test of a connection uses. */
export interface TestServices {
  readonly clients: ServiceClients;
  readonly models: Pick<Models, 'catalogue' | 'onDidChange'>;
  readonly redactor: Redactor;
}

/** Requests the model list once, which the catalogue keeps, and describes the outcome. */
export async function testConnection(
  connection: Connection,
  { clients, models: { catalogue }, redactor }: TestServices,
): Promise<TestResult> {
  const { baseUrl, paths } = connection;
  try {
    const client = await clients(connection);
    const models = await client.listModels();
    catalogue.remember(connection, models);
    const tried = `GET ${serviceAddress(baseUrl, paths).modelsUrl} → 200`;
    return {
      works: true,
      lines: [tried, modelsText({ models })],
      models: models.map(({ id }) => id),
    };
  } catch (error) {
    return failedTest(error, connection, redactor);
  }
}

/** The result of a test whose request for the model list has failed. */
export function failedTest(error: unknown, connection: Connection, redactor: Redactor): TestResult {
  const { title, advice, more = '' } = errorCard(toReplyError(error, redactor));
  const happened = redactor.redact(failureText(error));
  const other = otherForm(connection.baseUrl);
  if (!isListMissing(error)) {
    return { works: false, lines: [title, happened, `${advice} ${more}`.trim()] };
  }
  return {
    works: false,
    lines: [
      vscode.l10n.t('No model list'),
      happened,
      vscode.l10n.t(
        'Check the address. If it is correct, the service has no model list: enter a model ID, which is not checked until you send a message.',
      ),
    ],
    ...(other !== undefined && {
      offer: {
        text: vscode.l10n.t('The service may be at {0} instead.', other),
        button: vscode.l10n.t('Use This Address'),
        change: { baseUrl: other },
      },
    }),
  };
}

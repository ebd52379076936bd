import * as vscode from 'vscode';
import { loadLater, loadMessageGuard } from './bundles.ts';
import { Log } from '../base/log.ts';
import { createRedactor } from '../base/redactor.ts';
import { createLastTarget } from '../chat/chatTarget.ts';
import { createRequestPreview } from '../chat/requestPreview.ts';
import { type Keys, createConsents, withoutQuestions } from '../connections/consents/consents.ts';
import { microsoftSession } from '../connections/keySources/sourceKeys.ts';
import { loadNodeKeys } from '../connections/keySources/loadNodeKeys.ts';
import { createSourceKeys } from '../connections/keySources/sourceKeys.ts';
import { createKeyStore } from '../connections/keys/keyStore.ts';
import {
  headerSecrets,
  learnNewSecrets,
  variableSecrets,
} from '../connections/keySources/knownSecrets.ts';
import { createServiceClients } from '../connections/clients/serviceClients.ts';
import { createCosts } from '../costs/costs.ts';
import { loadedGuard } from '../guard/messageGuard.ts';
import { keepingLists } from '../models/modelCatalogue.ts';
import { Models } from '../models/models.ts';

/** What the parts of Parley share in a window. */
export type Services = ReturnType<typeof createServices>;

/** Makes what they share. Reads nothing and sends no request. */
export function createServices(context: vscode.ExtensionContext) {
  const { secrets, globalState, subscriptions } = context;
  const redactor = createRedactor(async () => [
    ...(await keys.all()),
    ...headerSecrets(),
    ...variableSecrets(loadNodeKeys),
  ]);
  const log = new Log(redactor);
  const consents = createConsents(globalState);
  const keys: Keys = {
    ...createKeyStore(secrets, globalState, redactor, log),
    sources: createSourceKeys({ node: loadNodeKeys, session: microsoftSession, redactor, log }),
    consents,
  };
  const supply = { redactor, loadDemo: async () => (await loadLater('createDemoService'))() };
  const plainClients = createServiceClients({ ...supply, keys });
  const models = new Models(plainClients, globalState, log);
  const clients = keepingLists(plainClients, models.catalogue);
  // For requests of other extensions, in whose name the user is asked nothing.
  const quietKeys = { ...keys, consents: withoutQuestions(consents) };
  const quietClients = createServiceClients({ ...supply, keys: quietKeys });
  const lastTarget = createLastTarget(globalState);
  const guard = loadedGuard(async () => (await loadMessageGuard('createMessageGuard'))(redactor));
  const preview = createRequestPreview(clients, guard.check);
  const costs = createCosts(context, {
    lists: models.catalogue,
    log,
    loadDocument: async () => loadLater('costDocument'),
  });
  const disposed = [log, lastTarget, preview, models, costs, consents];
  subscriptions.push(...disposed, learnNewSecrets(redactor, keys));
  return {
    redactor,
    log,
    keys,
    clients,
    quietClients,
    lastTarget,
    preview,
    models,
    guard,
    costs,
  };
}

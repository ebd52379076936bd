import * as vscode from 'vscode';
import type { Redactor } from '../base/redactor.ts';
import type { Log } from '../base/log.ts';
import { streamLogged, type StreamServices } from '../chat/replyStream.ts';
import type { AdjustmentMemory } from '../chat/requestAdjustments.ts';
import type { ServiceClients } from '../connections/clients/serviceClients.ts';
import { toReplyError } from '../connections/toReplyError.ts';
import type { DiagnosisServices, KnownModel } from './diagnosisServices.ts';
import { loadNetworkTools } from './networkTools.ts';
import { knownPrices } from '../models/knownPrices.ts';
import { listedModel, type Models } from '../models/models.ts';
import type { Target } from '../connections/target.ts';

/** What the services of a diagnosis are made of. */
export interface DiagnosisSources {
  readonly redactor: Redactor;
  readonly clients: ServiceClients;
  readonly models: Pick<Models, 'catalogue'>;
  readonly adjustments: Pick<AdjustmentMemory, 'of'>;
  readonly log: Log;
  readonly onSend: StreamServices['onSend'];
}

/** What a diagnosis uses of the rest of Parley, as functions and data. */
export function createDiagnosisServices(
  { extension }: Pick<vscode.ExtensionContext, 'extension'>,
  { redactor, clients, models, adjustments, log, onSend }: DiagnosisSources,
): DiagnosisServices {
  const { remoteName } = vscode.env;
  return {
    redactor,
    clients,
    describeError: (error) => toReplyError(error, redactor),
    // The diagnosis itself says if a reply was held back.
    stream: (own, ...request) =>
      streamLogged({ clients: own, log, redactor, onSend, onHeldBack: () => {} }, ...request),
    known: (target) => knownModel(target, models, adjustments),
    get network() {
      return loadNetworkTools();
    },
    place: {
      remoteName,
      isRemote:
        remoteName !== undefined && extension.extensionKind === vscode.ExtensionKind.Workspace,
      isBrowser: vscode.env.uiKind === vscode.UIKind.Web,
      extensionId: extension.id,
    },
    setting: (name) => vscode.workspace.getConfiguration().get<unknown>(name),
  };
}

function knownModel(
  target: Target,
  models: Pick<Models, 'catalogue'>,
  adjustments: Pick<AdjustmentMemory, 'of'>,
): KnownModel {
  const { connection, model = '' } = target;
  const use = { answeredBy: undefined, connectionId: connection.id, model };
  const { user, listed = {} } = knownPrices([use], models.catalogue);
  const own = (prices: typeof user | undefined) =>
    prices !== undefined && Object.hasOwn(prices, model) ? prices[model] : undefined;
  return {
    facts: listedModel(target, models),
    price: own(user) ?? own(listed[connection.id]),
    adjustments: adjustments.of(target),
  };
}

import * as vscode from 'vscode';
import { isString } from '../../shared/guards.ts';
import { type Command, isMenuContext, isNone } from '../base/commands.ts';
import { loadOnce } from '../base/loadOnce.ts';
import type { Log } from '../base/log.ts';
import { openSettings } from '../base/settings.ts';
import type { Redactor } from '../base/redactor.ts';
import { labelText } from '../base/safeText.ts';
import type { Chat } from '../chat/chat.ts';
import { useStandardMode } from '../chat/heldBackNotice.ts';
import { streamLogged, type StreamServices } from '../chat/replyStream.ts';
import type { AdjustmentMemory } from '../chat/requestAdjustments.ts';
import type { ServiceClients } from '../connections/clients/serviceClients.ts';
import { type KeyServices, setKey } from '../connections/connecting/keyFlows.ts';
import type { Connection } from '../connections/connection.ts';
import {
  allConnections,
  demoConnection,
  findConnection,
  hasOwnTimeouts,
} from '../connections/connectionSettings.ts';
import { shownAddress } from '../connections/shownAddress.ts';
import type { Target } from '../connections/target.ts';
import { toReplyError } from '../connections/toReplyError.ts';
import { knownPrices, listedModel, type Models } from '../models/models.ts';
import type { createDiagnoses, DiagnosesServices } from './diagnoses.ts';
import type { Diagnosis, DiagnosisAction } from './diagnosis.ts';
import { diagnosisScheme, type DiagnosisServices, type KnownModel } from './diagnosisServices.ts';
import { loadNetworkTools } from './networkTools.ts';

/** What diagnosing uses of the rest of Parley. */
interface DiagnosingServices {
  /** Loads what diagnoses, when it is needed first. */
  readonly load: (
    uses: Omit<DiagnosesServices, 'diagnosis'>,
  ) => Promise<ReturnType<typeof createDiagnoses>>;
  /** Carries out what the user can do about a finding. */
  readonly act: DiagnosesServices['act'];
  readonly memory: Models['memory'];
  /** The chat of the active panel. */
  readonly chat: () => Chat;
}

/** Shows the diagnosis of connections. */
export interface Diagnosing extends vscode.Disposable {
  /** Takes the ID of a connection, and perhaps a button of its diagnosis; without one, the user chooses. */
  readonly command: Command;
  /** Diagnoses a connection, which need not be saved, with this key if one is given. */
  readonly open: (connection: Connection, apiKey?: string) => Promise<void>;
  /** Diagnoses a connection, which need not be saved, without showing the document. */
  readonly check: (connection: Connection) => Promise<Diagnosis>;
}

/** Loads nothing yet. */
export function createDiagnosing({ load, act, memory, chat }: DiagnosingServices): Diagnosing {
  const targetOf = (connection: Connection) => diagnosedTarget(connection, chat(), memory);
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const diagnoses = loadOnce(async () =>
    load({
      saved(id) {
        const connection = findConnection(id);
        return connection && targetOf(connection);
      },
      act,
      onChange: (uri) => changed.fire(uri),
    }),
  );
  const open: Diagnosing['open'] = async (connection, apiKey) =>
    (await diagnoses()).open(targetOf(connection), apiKey);
  const choose = async (): Promise<void> => {
    const connection = await pickDiagnosed(chat().target.current()?.connection.id);
    await (connection && open(connection));
  };
  const provider = vscode.workspace.registerTextDocumentContentProvider(diagnosisScheme, {
    onDidChange: changed.event,
    provideTextDocumentContent: async (uri) => (await diagnoses()).text(uri),
  });
  return {
    open,
    check: async (connection) => (await diagnoses()).check({ connection, model: connection.model }),
    command: {
      read(args) {
        const [id, button, ...others] = args;
        if (!isString(id)) {
          return isMenuContext(args) ? choose : undefined;
        }
        if (isString(button) && isNone(others)) {
          return async () => (await diagnoses()).press(id, button);
        }
        const named = findConnection(id);
        return named && isNone([button, ...others]) ? async () => open(named) : undefined;
      },
    },
    dispose: () => vscode.Disposable.from(provider, changed).dispose(),
  };
}

/** A connection with the model that is diagnosed: that of the current chat, its default, or the one used last. */
function diagnosedTarget(connection: Connection, chat: Chat, memory: Models['memory']): Target {
  const current = chat.target.current();
  const model = current?.connection.id === connection.id ? current.model : undefined;
  return { connection, model: model ?? connection.model ?? memory.of(connection).recent[0] };
}

/** Lets the user choose a connection, that of the current chat first; the only one is not asked for. */
async function pickDiagnosed(currentId: string | undefined): Promise<Connection | undefined> {
  const isCurrent = ({ id }: Connection) => id === currentId;
  const all = allConnections();
  const connections = [...all.filter(isCurrent), ...all.filter((each) => !isCurrent(each))];
  if (connections.length === 1) {
    return demoConnection;
  }
  const items = connections.map((connection) => ({
    label: isCurrent(connection)
      ? `$(check) ${labelText(connection.name)}`
      : labelText(connection.name),
    description: shownAddress(connection.baseUrl),
  }));
  const item = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Diagnose Connection'),
    placeHolder: vscode.l10n.t('Choose the connection to diagnose'),
    matchOnDescription: true,
  });
  return item && connections[items.indexOf(item)];
}

/** What the actions on findings use. */
interface ActionServices extends KeyServices {
  /** The chat of the active panel. */
  readonly chat: () => Chat;
  /** Opens the form of a connection, which need not be saved. */
  readonly edit: (connection: Connection) => Promise<void>;
}

/** Gives a function that carries out what the user can do about a finding. */
export function diagnosisActions({
  clients,
  keys,
  chat,
  edit,
}: ActionServices): DiagnosesServices['act'] {
  const actions: Readonly<
    Record<DiagnosisAction, (connection: Connection) => Promise<string | undefined>>
  > = {
    async setKey(connection) {
      await setKey(connection, { clients, keys });
      return undefined;
    },
    async editConnection(connection) {
      await edit(connection);
      return undefined;
    },
    async chooseModel(connection) {
      const { target } = chat();
      // The model of another connection's chat has nothing to do with this one.
      if (target.current()?.connection.id === connection.id) {
        await target.ask('chooseModel');
      } else {
        await edit(connection);
      }
      return undefined;
    },
    proxySettings: async () => shown(openSettings('proxy')),
    certificateSettings: async () => shown(openSettings('certificates')),
    async timeoutSettings(connection) {
      if (hasOwnTimeouts(connection)) {
        await edit(connection);
        return undefined;
      }
      return shown(openSettings('timeouts'));
    },
    placeSettings: async () => shown(openSettings('place')),
    useStandardMode: async ({ id }) => (await useStandardMode(id))?.text,
  };
  return async (action, connection) => actions[action](connection);
}

/** What opens can be seen, so that nothing has to be said. */
async function shown(opened: Promise<void>): Promise<undefined> {
  await opened;
  return undefined;
}

/** What the services of a diagnosis are made of. */
interface DiagnosisSources {
  readonly redactor: Redactor;
  readonly clients: ServiceClients;
  readonly models: Pick<Models, 'catalogue'>;
  readonly adjustments: Pick<AdjustmentMemory, 'of'>;
  readonly log: Log;
  readonly onSend: StreamServices['onSend'];
}

/** What a diagnosis uses of the rest of Parley, as functions and data. */
export function diagnosisServices(
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

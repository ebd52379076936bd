import * as vscode from 'vscode';
import { replyCost } from '../../conversation/cost.ts';
import type { CountedReply } from '../../conversation/costRows.ts';
import { usageCounts } from '../../shared/service/usageFacts.ts';
import { messageOf } from '../base/errorMessage.ts';
import type { Command } from '../base/commands.ts';
import type { Log } from '../base/log.ts';
import type { ArrivedReply } from '../chat/replyStream.ts';
import type { ComingMessage } from '../chat/sender.ts';
import { demoConnection } from '../connections/connectionSettings.ts';
import type { ReadyTarget } from '../connections/target.ts';
import { knownPrices } from '../models/knownPrices.ts';
import type { ModelCatalogue } from '../models/modelCatalogue.ts';
import { createWorkspaceFiles } from '../store/storeFiles.ts';
import type { costDocument } from './costDocument.ts';
import { createCostLedger } from './costLedger.ts';
import { createCostQuestion, createCostRefusal } from './costQuestion.ts';

/** What replies cost: counted, shown and limited. */
export interface Costs extends vscode.Disposable {
  /** Counts a reply. Throws nothing. */
  readonly count: (reply: ArrivedReply) => void;
  /** Asks the user if a message would exceed a limit; false if it is not to be sent. */
  readonly mayCost: (coming: ComingMessage) => Promise<boolean>;
  /** Why a request for another extension must not be sent, without asking the user: see `createCostRefusal`. */
  readonly refusal: (target: ReadyTarget, tokens: number) => Promise<string | undefined>;
  /** Opens the totals. Sends nothing. */
  readonly show: () => Promise<void>;
  /** Waits until everything counted is on disk, or could not be written. */
  readonly flush: () => Promise<void>;
}

/** What the costs are made with. */
interface CostServices {
  readonly lists: ModelCatalogue;
  readonly log: Log;
  /** Loads the function that writes the totals. */
  readonly loadDocument: () => Promise<typeof costDocument>;
}

const scheme = 'parley-costs';

/** Delay of the first summing up, so that it does not slow the start of the window, and the time between two. */
const sumUpInterval = { firstMs: 90_000, nextMs: 24 * 60 * 60 * 1000 };

/** Reads nothing yet. The counts are in the folder `costs` of the extension's storage. */
export function createCosts(
  {
    globalStorageUri,
    globalState,
  }: Pick<vscode.ExtensionContext, 'globalStorageUri' | 'globalState'>,
  { lists, log, loadDocument }: CostServices,
): Costs {
  const files = createWorkspaceFiles(vscode.Uri.joinPath(globalStorageUri, 'costs'));
  const ledger = createCostLedger(files, log);
  const limits = { ledger, lists, state: globalState };
  const uri = vscode.Uri.from({ scheme, path: `/${vscode.l10n.t('Costs')}.md` });
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const provider = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    onDidChange: changed.event,
    async provideTextDocumentContent() {
      const document = await loadDocument();
      return document(await ledger.all(), Date.now());
    },
  });
  const sumUp = (): void =>
    void ledger.sumUp().catch((error: unknown) => log.warn(messageOf(error)));
  const first = setTimeout(sumUp, sumUpInterval.firstMs);
  const daily = setInterval(sumUp, sumUpInterval.nextMs);
  return {
    count(reply) {
      if (reply.connection.id !== demoConnection.id) {
        ledger.count(countedReply(reply, lists));
        changed.fire(uri);
      }
    },
    mayCost: createCostQuestion(limits),
    refusal: createCostRefusal(limits),
    async show() {
      changed.fire(uri);
      await showPreview(uri);
    },
    flush: async () => ledger.flush(),
    dispose() {
      clearTimeout(first);
      clearInterval(daily);
      vscode.Disposable.from(provider, changed).dispose();
    },
  };
}

function countedReply(
  { connection: { id, name }, model, answeredBy, usage }: ArrivedReply,
  lists: ModelCatalogue,
): CountedReply {
  const reply = { connectionId: id, model, answeredBy, usage };
  const cost = replyCost(reply, knownPrices([reply], lists));
  return {
    connectionId: id,
    connection: name,
    model: answeredBy ?? model,
    ...usageCounts(usage),
    cost,
  };
}

/** The command that opens the totals. */
export function costCommands({ show }: Pick<Costs, 'show'>) {
  return { 'parley.showCosts': show } satisfies Record<string, Command>;
}

/** Opens Markdown in VS Code's preview, or as text where the extension with the preview is disabled. */
async function showPreview(uri: vscode.Uri): Promise<void> {
  try {
    await vscode.commands.executeCommand('markdown.showPreview', uri);
  } catch {
    await vscode.window.showTextDocument(uri, { preview: true });
  }
}

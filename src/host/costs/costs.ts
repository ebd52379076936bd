import * as vscode from 'vscode';
import { messageOf } from '../base/errorMessage.ts';
import type { Command } from '../base/commands.ts';
import type { Log } from '../base/log.ts';
import type { BilledRequest } from '../chat/replyStream.ts';
import type { ModelCatalogue } from '../models/modelCatalogue.ts';
import { createWorkspaceFiles } from '../store/storeFiles.ts';
import type { costDocument } from './costDocument.ts';
import { createCostLedger } from './costLedger.ts';
import { costLimits, createCostQuestion, createCostRefusal } from './costQuestion.ts';
import { createSpending, type SentRequest } from './spending.ts';

/** What replies cost: counted, shown and limited. */
export type Costs = ReturnType<typeof createCosts>;

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
) {
  const files = createWorkspaceFiles(vscode.Uri.joinPath(globalStorageUri, 'costs'));
  const ledger = createCostLedger(files, log);
  const spending = createSpending(ledger, lists, () => costLimits().perDay.amount > 0);
  const limits = { ledger, spending, lists, state: globalState };
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
    /** A request is sent: its reply is counted when it has ended. Throws nothing. */
    begin: (request: BilledRequest): SentRequest => {
      const sent = spending.begin(request);
      return {
        end(reply): void {
          sent.end(reply);
          changed.fire(uri);
        },
      };
    },
    mayCost: createCostQuestion(limits),
    /** Permits a request for another extension, or says why it must not be sent. */
    mayCostElsewhere: createCostRefusal(limits),
    /** Opens the totals. Sends nothing. */
    show: async (): Promise<void> => {
      changed.fire(uri);
      await showPreview(uri);
    },
    /** Waits until everything counted is on disk, or could not be written. */
    flush: async () => ledger.flush(),
    dispose(): void {
      clearTimeout(first);
      clearInterval(daily);
      vscode.Disposable.from(provider, changed).dispose();
    },
  };
}

/** The command that opens the totals. */
export function costCommands({ show }: Pick<Costs, 'show'>) {
  return { 'parley.showCosts': show } satisfies Record<string, Command>;
}

/**
 * Opens Markdown in VS Code's preview, or as text where the extension with the preview is disabled. The preview is
 * locked: it would otherwise turn into that of the Markdown that is in front next, such as a request.
 */
async function showPreview(uri: vscode.Uri): Promise<void> {
  try {
    await vscode.commands.executeCommand('markdown.showPreview', uri, undefined, { locked: true });
  } catch {
    await vscode.window.showTextDocument(uri, { preview: true });
  }
}

import * as vscode from 'vscode';
import { formatNumber } from '../../shared/language.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { labelText } from '../base/safeText.ts';

/** More extensions than ask for replies. Further ones are counted together. */
const maxInitiators = 50;

/**
 * Counts the replies that other extensions asked for in this window, and shows the counts in the status bar. Shows
 * nothing before the first request.
 */
export function createRequestCounts() {
  const counts = new Map<string, number>();
  let running = 0;
  let item: vscode.StatusBarItem | undefined;
  const show = (): void => {
    item ??= createItem();
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    item.text = `$(${running > 0 ? 'loading~spin' : 'plug'}) ${formatNumber(total)}`;
    item.tooltip = tooltip(counts, total);
    item.accessibilityInformation = { label: `Parley, ${item.tooltip}`, role: 'button' };
    item.show();
  };
  return {
    /** Counts a request that is about to be sent. The function that it gives is called when the request has ended. */
    begin(initiator: string): () => void {
      const name =
        counts.has(initiator) || counts.size < maxInitiators ? initiator : unknownInitiator();
      counts.set(name, (counts.get(name) ?? 0) + 1);
      running += 1;
      show();
      return () => {
        running -= 1;
        show();
      };
    },
    dispose: () => item?.dispose(),
  };
}

function createItem(): vscode.StatusBarItem {
  // The lower priority puts it to the right of the item with the model.
  const item = vscode.window.createStatusBarItem(
    'parley.languageModels',
    vscode.StatusBarAlignment.Right,
    99,
  );
  item.name = vscode.l10n.t('Parley: Replies for Other Extensions');
  item.command = 'parley.manageLanguageModels';
  return item;
}

function tooltip(counts: ReadonlyMap<string, number>, total: number): string {
  const words = vscode.l10n.t(
    'Replies requested by VS Code or other extensions in this window: {0}',
    formatNumber(total),
  );
  return [
    words,
    ...Array.from(counts, ([name, count]) => `${labelText(name)}: ${formatNumber(count)}`),
    vscode.l10n.t('Click to open the log, or to switch this off.'),
  ].join('\n');
}

/** In characters. An ID of an extension is shorter. */
const maxNameLength = 100;

/** Who asks for a reply, as VS Code says in an option that its types do not have. */
export function initiatorOf(options: vscode.ProvideLanguageModelChatResponseOptions): string {
  const initiator: unknown = Reflect.get(options, 'requestInitiator');
  if (typeof initiator !== 'string' || initiator.trim() === '') {
    return unknownInitiator();
  }
  return initiator === 'core' ? 'VS Code' : visibleText(initiator.slice(0, maxNameLength));
}

function unknownInitiator(): string {
  return vscode.l10n.t('unknown extension');
}

import * as vscode from 'vscode';
import type { ContextItem } from '../../../shared/conversation/conversation.ts';
import { labelText } from '../../base/safeText.ts';
import type { ContextSource, PickedContext } from '../contextSource.ts';
import { wholeText } from '../largeItems.ts';

/** Longer searches are cut in lists. In characters. */
const maxName = 100;

/** Results in search editors, those of the Search view, or those of a new search. */
export const searchSource: ContextSource = {
  name: 'search',
  icon: 'search',
  label: () => vscode.l10n.t('Search Results…'),
  isOffered: () => true,
  async pick(signal) {
    const rows: readonly SearchRow[] = [
      ...searchEditors().map(editorRow),
      {
        label: `$(search) ${vscode.l10n.t('Search for Text…')}`,
        find: async () => newSearch(signal),
      },
      {
        label: `$(list-tree) ${vscode.l10n.t('Results of the Search View')}`,
        description: vscode.l10n.t('opens them in an editor'),
        find: async () => resultsOf('search.action.openInEditor', undefined, signal),
      },
    ];
    const row = await vscode.window.showQuickPick(rows, {
      title: vscode.l10n.t('Add to Chat'),
      placeHolder: vscode.l10n.t('Choose what to add to your message. Nothing is sent yet.'),
    });
    return row?.find();
  },
};

interface SearchRow extends vscode.QuickPickItem {
  readonly find: () => Promise<PickedContext | undefined>;
}

/** VS Code has the results of a search editor as text, under this language. */
function searchEditors(): readonly vscode.TextDocument[] {
  return vscode.workspace.textDocuments.filter(
    (document) => document.languageId === 'search-result' && !document.isClosed,
  );
}

function editorRow(document: vscode.TextDocument): SearchRow {
  const name = searchNameOf(document.getText());
  return {
    label: `$(search) ${labelText(name.slice(0, maxName))}`,
    description: vscode.l10n.t('in a search editor'),
    find: async () => picked(document),
  };
}

async function newSearch(signal: vscode.CancellationToken): Promise<PickedContext | undefined> {
  const query = await vscode.window.showInputBox({
    title: vscode.l10n.t('Add to Chat'),
    prompt: vscode.l10n.t('VS Code searches for this text in the workspace.'),
  });
  return query === undefined || query === ''
    ? undefined
    : resultsOf('search.action.openNewEditor', { query, triggerSearch: true }, signal);
}

/** The results in the search editor that a command of VS Code opens. Undefined if the user cancels. */
async function resultsOf(
  command: string,
  argument: unknown,
  signal: vscode.CancellationToken,
): Promise<PickedContext | undefined> {
  return vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t('Searching…'),
      cancellable: true,
    },
    async (_progress, token) => {
      const before = new Set(searchEditors());
      await vscode.commands.executeCommand(command, ...(argument === undefined ? [] : [argument]));
      return new Promise((resolve) => {
        const look = (): void => {
          const document = searchEditors().find((one) => !before.has(one));
          if (document !== undefined && searchResults(document.getText()) !== undefined) {
            end(picked(document));
          }
        };
        const end = (result: PickedContext | undefined): void => {
          vscode.Disposable.from(...subscriptions).dispose();
          resolve(result);
        };
        const subscriptions = [
          vscode.workspace.onDidOpenTextDocument(look),
          vscode.workspace.onDidChangeTextDocument(look),
          token.onCancellationRequested(() => end(undefined)),
          signal.onCancellationRequested(() => end(undefined)),
        ];
        look();
      });
    },
  );
}

function picked(document: vscode.TextDocument): PickedContext {
  const item = resultsItem(document);
  return item === undefined
    ? { items: [], problems: [vscode.l10n.t('The search has no results.')] }
    : {
        items: [
          {
            item,
            renew: async () => (document.isClosed ? undefined : resultsItem(document)),
          },
        ],
      };
}

function resultsItem(document: vscode.TextDocument): ContextItem | undefined {
  const text = searchResults(document.getText());
  return text === undefined || text === ''
    ? undefined
    : wholeText({ kind: 'search', path: 'search results', languageId: 'plaintext', text });
}

/** A line with a match, in the results of a search editor: its number stands before it. */
const match = /^ {1,20}\d{1,10}: /m;

/** Results are not looked at further, in UTF-16 code units. */
const maxLength = 16 * 1024 * 1024;

/**
 * The results in the text of a search editor, without the lines that say how was searched. Empty if nothing was found;
 * undefined while the search is running.
 */
export function searchResults(text: string): string | undefined {
  const results = text.slice(headLength(text), maxLength).trim();
  if (results === '') {
    return undefined;
  }
  return match.test(results) ? results : '';
}

/** What names the results of a search editor: what was searched for or, where that is not known, their first line. */
export function searchNameOf(text: string): string {
  const query = /^# Query: (.{1,1000})$/m.exec(text.slice(0, headLength(text)))?.[1];
  const start = text.slice(headLength(text), headLength(text) + 1000).trimStart();
  return query ?? start.split('\n')[0] ?? '';
}

/** A saved search begins with lines such as `# Query: x`. */
function headLength(text: string): number {
  let end = 0;
  while (text[end] === '#') {
    const next = text.indexOf('\n', end) + 1;
    if (next === 0) {
      return text.length;
    }
    end = next;
  }
  return end;
}

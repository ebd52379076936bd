import * as vscode from 'vscode';
import { visibleText } from '../../../shared/visibleText.ts';

const scheme = 'parley-context';

/** So many texts that were shown last are kept. */
const maxTexts = 50;

/** In characters. */
const maxName = 100;

/** Texts that are shown in read-only editors. */
export interface FrozenTexts extends vscode.Disposable {
  /** The address of a text under a name. It shows where the text is from. */
  address(name: string, text: string): vscode.Uri;
}

export function createFrozenTexts(): FrozenTexts {
  const texts = new Map<string, string>();
  let count = 0;
  const provider = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: ({ query }) => texts.get(query),
  });
  return {
    address(name, text) {
      count += 1;
      // A tab with the name of a file that is open as well also shows its folder.
      const folder = vscode.l10n.t('As Sent');
      const query = `${count}`;
      texts.set(query, text);
      const [oldest] = texts.keys();
      if (texts.size > maxTexts && oldest !== undefined) {
        texts.delete(oldest);
      }
      return vscode.Uri.from({ scheme, path: `/${folder}/${fileName(name)}`, query });
    },
    dispose() {
      provider.dispose();
      texts.clear();
    },
  };
}

/** The end of a path as a name for a tab. */
function fileName(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).slice(-maxName);
  return visibleText(name).replaceAll('\\', '_');
}

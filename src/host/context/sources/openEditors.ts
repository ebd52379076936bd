import * as vscode from 'vscode';
import { labelText } from '../../base/safeText.ts';
import type { ContextSource } from '../contextSource.ts';
import { foundFile, openFiles } from '../files/openFiles.ts';
import { pickFiles } from './files.ts';

/** Files that are open in editor tabs. */
export const openEditorsSource: ContextSource = {
  name: 'editors',
  icon: 'files',
  label: () => vscode.l10n.t('Open Editors…'),
  isOffered: () => openFiles().length > 0,
  async pick() {
    const items = openFiles().map((uri) => {
      const { name, folder } = foundFile(uri);
      return { label: labelText(name), description: labelText(folder), uri };
    });
    const picked = await vscode.window.showQuickPick(items, {
      title: vscode.l10n.t('Add to Chat'),
      placeHolder: vscode.l10n.t('Choose what to add to your message. Nothing is sent yet.'),
      canPickMany: true,
      matchOnDescription: true,
    });
    return (
      picked &&
      pickFiles(
        picked.map(({ uri }) => uri),
        true,
      )
    );
  },
};

import * as vscode from 'vscode';
import { newPromptFile, promptFileEnd, promptName } from '../../promptFiles/promptName.ts';
import { shortened } from '../../shared/visibleText.ts';
import { messageOf } from '../base/errorMessage.ts';
import { isThere } from '../base/files/fileAccess.ts';
import { labelText, notificationText } from '../base/safeText.ts';
import { askInput } from '../base/inputs/quickInput.ts';
import { type OwnFolders, type PromptFolder, promptFolders } from './promptFolders.ts';

/** In characters. */
const maxDescription = 79;
const maxLine = 1000;

interface FolderItem extends vscode.QuickPickItem {
  readonly folder: PromptFolder;
}

/**
 * Asks for a folder and a name, creates a prompt file there and opens it. A file that exists is not replaced.
 * `body` is what the prompt says.
 */
export async function createPrompt(own: OwnFolders, title: string, body: string): Promise<void> {
  const folder = await askFolder(own, title);
  const uri = folder && (await askName(folder, title));
  if (uri === undefined) {
    return;
  }
  const edit = new vscode.WorkspaceEdit();
  const contents = new TextEncoder().encode(newPromptFile(descriptionOf(body), body));
  // It fails if somebody has created the file meanwhile.
  edit.createFile(uri, { overwrite: false, ignoreIfExists: false, contents });
  try {
    if (!(await vscode.workspace.applyEdit(edit))) {
      throw new Error(uri.path);
    }
    await vscode.window.showTextDocument(uri);
  } catch (error) {
    void vscode.window.showErrorMessage(
      notificationText(vscode.l10n.t('The prompt could not be created: {0}', messageOf(error))),
    );
  }
}

async function askFolder(own: OwnFolders, title: string): Promise<PromptFolder | undefined> {
  const folders = (await promptFolders(own)).filter(({ isWritable }) => isWritable);
  if (folders.length < 2) {
    return folders[0];
  }
  const items: readonly FolderItem[] = folders.map((folder) => ({
    label: labelText(folder.label),
    description:
      folder.root === undefined
        ? vscode.l10n.t('for all workspaces')
        : vscode.l10n.t('in this workspace'),
    folder,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title,
    placeHolder: vscode.l10n.t('Choose where the prompt is saved.'),
  });
  return picked?.folder;
}

async function askName({ uri }: PromptFolder, title: string): Promise<vscode.Uri | undefined> {
  return askInput<vscode.Uri>({
    title,
    prompt: vscode.l10n.t('Name of the prompt. You type it after “/”.'),
    check: async (typed) => {
      if (typed.trim() === '') {
        return { problem: vscode.l10n.t('Enter a name.') };
      }
      const name = promptName(typed.trim()).replaceAll(':', '-');
      const file = vscode.Uri.joinPath(uri, `${name}${promptFileEnd}`);
      return (await isThere(file))
        ? { problem: vscode.l10n.t('There is a prompt with this name already.') }
        : { result: file };
    },
  });
}

/** The first line of the text, shortened. */
function descriptionOf(body: string): string {
  const line = (body.trim().split('\n', 1)[0] ?? '').slice(0, maxLine);
  return shortened(line.replaceAll(/\s+/g, ' ').trim(), maxDescription);
}

import * as vscode from 'vscode';
import { labelText } from '../base/safeText.ts';
import type { Prompt } from './promptList.ts';

interface PromptItem extends vscode.QuickPickItem {
  readonly prompt?: Prompt;
}

/** Lets the user choose a prompt, or else to create one or to open their folder. Opens the file of a prompt on request. */
export async function pickPrompt(
  load: () => Promise<readonly Prompt[]>,
): Promise<Prompt | 'new' | 'folder' | undefined> {
  const edit = { iconPath: new vscode.ThemeIcon('edit'), tooltip: vscode.l10n.t('Edit Prompt') };
  const folder = {
    iconPath: new vscode.ThemeIcon('folder-opened'),
    tooltip: vscode.l10n.t('Open Prompts Folder'),
  };
  const list = vscode.window.createQuickPick<PromptItem>();
  list.title = vscode.l10n.t('Run Prompt');
  list.placeholder = vscode.l10n.t('The prompt is put into the input box. Nothing is sent yet.');
  list.matchOnDescription = true;
  list.matchOnDetail = true;
  list.buttons = [folder];
  list.busy = true;
  list.show();
  try {
    return await new Promise((resolve, reject) => {
      list.onDidAccept(() => {
        const [item] = list.selectedItems;
        if (item !== undefined) {
          resolve(item.prompt ?? 'new');
        }
      });
      list.onDidTriggerItemButton(({ item: { prompt } }) => {
        resolve(undefined);
        if (prompt !== undefined) {
          void vscode.window.showTextDocument(prompt.uri);
        }
      });
      list.onDidTriggerButton(() => resolve('folder'));
      list.onDidHide(() => resolve(undefined));
      const show = (prompts: readonly Prompt[]): void => {
        list.items = [
          ...prompts.map((prompt) => promptItem(prompt, edit)),
          { label: `$(add) ${vscode.l10n.t('New Prompt…')}`, alwaysShow: true },
        ];
        list.busy = false;
      };
      load().then(show, reject);
    });
  } finally {
    list.dispose();
  }
}

function promptItem(prompt: Prompt, edit: vscode.QuickInputButton): PromptItem {
  const { name, description, place } = prompt;
  return {
    label: labelText(name),
    description: labelText(place),
    detail: labelText(description),
    buttons: [edit],
    prompt,
  };
}

import * as vscode from 'vscode';
import { isArrayOf, isRecord, isString } from '../../shared/guards.ts';
import type { PanelNotice } from '../../shared/panel/panelProtocol.ts';

/** Puts code in place of what is selected in the editor that was used last, as one step to undo. */
export async function insertCode(
  code: string,
  notice: (notice: PanelNotice) => void,
): Promise<void> {
  const editor = vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0];
  if (editor === undefined) {
    notice({ severity: 'info', text: vscode.l10n.t('Open a file to insert the code into.') });
    return;
  }
  const isDone = await editor.edit((edit) => {
    for (const selection of editor.selections) {
      edit.replace(selection, code);
    }
  });
  if (!isDone) {
    notice({ severity: 'warning', text: vscode.l10n.t('The file cannot be changed.') });
    return;
  }
  await vscode.window.showTextDocument(editor.document, { viewColumn: editor.viewColumn });
}

/** Opens code as a document that is not saved, in the language that a fence calls `language`. */
export async function newFile(code: string, language: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({
    content: code,
    language: languageId(language) ?? 'plaintext',
  });
  await vscode.window.showTextDocument(document);
}

/** The id of a language that an extension knows by this id, name or file extension. */
function languageId(name: string): string | undefined {
  const wanted = name.toLowerCase();
  const languages = vscode.extensions.all.flatMap(({ packageJSON }) => languagesOf(packageJSON));
  const found =
    languages.find(({ id }) => id === wanted) ??
    languages.find(({ names }) => names.includes(wanted));
  return found?.id;
}

interface KnownLanguage {
  readonly id: string;
  readonly names: readonly string[];
}

function languagesOf(manifest: unknown): readonly KnownLanguage[] {
  const contributes = isRecord(manifest) ? manifest['contributes'] : undefined;
  const languages = isRecord(contributes) ? contributes['languages'] : undefined;
  return (Array.isArray(languages) ? languages : []).flatMap((language: unknown) => {
    if (!isRecord(language) || !isString(language['id'])) {
      return [];
    }
    const { id, aliases, extensions } = language;
    const names = [aliases, extensions].filter(isArrayOf(isString)).flat();
    return [{ id, names: names.map((name) => name.toLowerCase().replace(/^\./, '')) }];
  });
}

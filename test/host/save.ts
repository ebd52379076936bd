import type * as vscode from 'vscode';
import { until } from '../support/until.ts';

/**
 * Saves a document. Before VS Code writes it, other extensions may change it (its events and actions on save). If one of
 * them is interrupted, as on a busy computer, VS Code gives up the save and says nothing: then it is asked again.
 */
export async function save(document: vscode.TextDocument): Promise<void> {
  await until(`${document.fileName} is saved`, async () => await document.save());
}

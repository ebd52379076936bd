import * as vscode from 'vscode';
import { formatNumber, plural } from '../../shared/language.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { showLines } from '../editor/lines.ts';
import type { ReviewedFile } from './reviewedFile.ts';

/** The title of the diff of a file. */
export function titleOf({ kind, name }: ReviewedFile): string {
  const shown = visibleText(name.slice(name.lastIndexOf('/') + 1));
  switch (kind) {
    case 'create':
      return vscode.l10n.t('{0} (New File)', shown);
    case 'remove':
      return vscode.l10n.t('{0} (Deleted)', shown);
    default:
      return vscode.l10n.t('{0} ↔ Proposed Changes', shown);
  }
}

/** Words about files, and how many parts the reply leaves out of them. */
export function withLeftOut(words: string, files: readonly ReviewedFile[]): string {
  const leftOut = files.flatMap(({ parts }) => parts).length;
  return leftOut === 0 ? words : vscode.l10n.t('{0}, {1} left out', words, formatNumber(leftOut));
}

/** Offers what the user has typed into proposals that are dropped. */
export async function offerText(text: string): Promise<void> {
  const copy = vscode.l10n.t('Copy Proposed Text');
  const words = vscode.l10n.t('The changes were rejected, including yours to them.');
  if ((await vscode.window.showInformationMessage(words, copy)) === copy) {
    await vscode.env.clipboard.writeText(text);
  }
}

/** Says how many parts are kept that the reply leaves out. */
export function tellKept(leftOut: number): void {
  if (leftOut > 0) {
    const count = formatNumber(leftOut);
    const words = plural(leftOut, {
      one: vscode.l10n.t('{0} left-out part kept', count),
      other: vscode.l10n.t('{0} left-out parts kept', count),
    });
    vscode.window.setStatusBarMessage(`$(check) ${words}`, shownMs);
  }
}

/** Shows the file that was written, if it is only one. */
export async function showWritten(
  [file, other]: readonly ReviewedFile[],
  line: number,
): Promise<void> {
  if (file !== undefined && other === undefined && file.kind !== 'remove') {
    await showLines(file.uri, { from: line, to: line }, { preview: false });
  }
}

const shownMs = 5000;

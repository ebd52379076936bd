import * as vscode from 'vscode';
import { createStoreCopy, type StoreCopy } from './copyStore.ts';
import type { StoreFiles } from './storeFiles.ts';

/** More rounds than this are needed only where another window never stops writing. */
const mostRounds = 5;

/** Two stores, and what makes the second the one that is used. */
export interface Bringing {
  readonly from: StoreFiles;
  readonly to: StoreFiles;
  /** Called once everything is there and was read back. */
  readonly use: () => Promise<void>;
  /** Where the chats were and where they are then, for the user. */
  readonly fromName: string;
  readonly toName: string;
}

/**
 * Copies all chats, reads each file back, has the copy used, and offers to delete the first ones. Until
 * then nothing of them is changed, so that it may be cut short at any time. Throws what a file system
 * throws; then the chats are where they were.
 */
export async function bringChats(bringing: Bringing): Promise<void> {
  const { from, to, use, toName } = bringing;
  const copy = createStoreCopy(from, to);
  const isCopied = await withProgress(vscode.l10n.t('Copying chats to {0}', toName), copy);
  if (isCopied) {
    await use();
    // What another window has written before it heard of that.
    await copy.run(() => {});
    await offerRemoval(copy, bringing);
  }
}

/** False where the user has ended it. */
async function withProgress(title: string, copy: StoreCopy): Promise<boolean> {
  const location = vscode.ProgressLocation.Notification;
  return vscode.window.withProgress(
    { location, title, cancellable: true },
    async (progress, token) => {
      const stopIfCancelled = (): void => {
        if (token.isCancellationRequested) {
          throw new vscode.CancellationError();
        }
      };
      const onFile = (done: number, count: number): void => {
        stopIfCancelled();
        progress.report({ message: `${done}/${count}`, increment: 100 / count });
      };
      try {
        for (let round = 0; round < mostRounds && (await copy.run(onFile)) > 0; round += 1) {
          stopIfCancelled();
        }
        return true;
      } catch (error) {
        if (error instanceof vscode.CancellationError) {
          return false;
        }
        throw error;
      }
    },
  );
}

async function offerRemoval(copy: StoreCopy, { fromName, toName }: Bringing): Promise<void> {
  const remove = vscode.l10n.t('Delete the Old Copies');
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t(
      'Your chats are in {0} now; every file was read back and compared. {1} still has them.',
      toName,
      fromName,
    ),
    remove,
    vscode.l10n.t('Keep Them'),
  );
  if (answer !== remove) {
    return;
  }
  const left = await copy.removeCopied();
  if (left > 0) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t(
        '{0} files are still in {1}: they are not the same in the copy.',
        left,
        fromName,
      ),
    );
  }
}

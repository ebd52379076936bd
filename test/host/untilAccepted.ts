import * as vscode from 'vscode';
import { until } from '../support/until.ts';

/** Accepts the list that is shown until the work is over. */
export async function untilAccepted<T>(work: Promise<T>): Promise<T> {
  let isOver = false;
  const over = work.finally(() => (isOver = true));
  await until('the list is accepted', async () => {
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    return isOver;
  });
  return over;
}

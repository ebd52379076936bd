import type { HostRunner } from '../../launch/vscode/hostRunner.ts';
import { until } from '../../support/until.ts';

/** Closes all editors of a window and discards what is not saved. */
export async function closeEditors({ run }: Pick<HostRunner, 'run'>): Promise<void> {
  await until('all editors are closed', async () =>
    run(async (vscode) => {
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
      return vscode.window.tabGroups.all.every(({ tabs }) => tabs.length === 0);
    }),
  );
}

import * as vscode from 'vscode';

/** The scheme of texts that are proposed for files. */
export const proposalScheme = 'parley-changes';

/** Closes the diffs of an earlier session, and editors with one of their sides: the texts of this scheme are gone. */
export async function closeStaleDiffs(scheme: string): Promise<void> {
  const stale = vscode.window.tabGroups.all.flatMap(({ tabs }) =>
    tabs.filter(({ input }) => uriOf(input)?.scheme === scheme),
  );
  await vscode.window.tabGroups.close(stale);
}

function uriOf(input: unknown): vscode.Uri | undefined {
  if (input instanceof vscode.TabInputTextDiff) {
    return input.modified;
  }
  return input instanceof vscode.TabInputText ? input.uri : undefined;
}

import * as vscode from 'vscode';
import { isRecord } from '../../shared/guards.ts';

/** The scheme of texts that are proposed for files. */
export const proposalScheme = 'parley-changes';

/** Something with a text that tabs show, alone or in a diff. */
interface Proposed {
  readonly proposal: vscode.Uri;
}

/** Those of the files that the active tab shows. */
export function shownOf<T extends Proposed>(files: readonly T[]): readonly T[] {
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  return files.filter(isIn(activeTab === undefined ? [] : [activeTab]));
}

/** Those of the files that were shown in tabs which are closed, and are shown in no other. */
export function closedOf<T extends Proposed>(
  files: readonly T[],
  closed: readonly vscode.Tab[],
): readonly T[] {
  const isOpen = isIn(allTabs());
  return files.filter(isIn(closed)).filter((file) => !isOpen(file));
}

/** The tabs that show some of the files and none of the others. */
export function tabsOf(
  files: readonly Proposed[],
  others: readonly Proposed[],
): readonly vscode.Tab[] {
  return allTabs().filter((tab) => files.some(isIn([tab])) && !others.some(isIn([tab])));
}

/** Closes the tabs of an earlier session: the texts of this scheme are gone. */
export async function closeStaleDiffs(scheme: string): Promise<void> {
  const stale = allTabs().filter((tab) => textsIn(tab).some((uri) => uri.scheme === scheme));
  await vscode.window.tabGroups.close(stale);
}

function isIn(tabs: readonly vscode.Tab[]): (file: Proposed) => boolean {
  const shown = new Set(tabs.flatMap(textsIn).map(String));
  return ({ proposal }) => shown.has(proposal.toString());
}

/** The texts that a tab shows. The input of an editor of several diffs is not in VS Code's stable API. */
function textsIn({ input }: vscode.Tab): readonly vscode.Uri[] {
  const editors: readonly unknown[] =
    isRecord(input) && Array.isArray(input['textDiffs']) ? input['textDiffs'] : [input];
  return editors
    .flatMap((one) => (isRecord(one) ? [one['uri'], one['original'], one['modified']] : []))
    .filter((uri) => uri instanceof vscode.Uri);
}

function allTabs(): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
}

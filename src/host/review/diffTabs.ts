import * as vscode from 'vscode';
import { isRecord } from '../../shared/guards.ts';

/** The scheme of texts that are proposed for files. */
export const proposalScheme = 'parley-changes';

/** Something with a diff, whose right side is its proposal. */
interface Proposed {
  readonly proposal: vscode.Uri;
}

/** Those of the files that the active diff shows. */
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

/** The tabs of editors that show a single text, at one of these addresses. */
export function singleTabs(isWanted: (uri: vscode.Uri) => boolean): readonly vscode.Tab[] {
  return allTabs().filter(
    ({ input }) => input instanceof vscode.TabInputText && isWanted(input.uri),
  );
}

/** Closes the diffs of an earlier session, and editors with one of their sides: the texts of this scheme are gone. */
export async function closeStaleDiffs(scheme: string): Promise<void> {
  const isStale = (uri: vscode.Uri): boolean => uri.scheme === scheme;
  const diffs = allTabs().filter((tab) => proposalsIn(tab).some(isStale));
  await vscode.window.tabGroups.close([...diffs, ...singleTabs(isStale)]);
}

function isIn(tabs: readonly vscode.Tab[]): (file: Proposed) => boolean {
  const shown = new Set(tabs.flatMap(proposalsIn).map(String));
  return ({ proposal }) => shown.has(proposal.toString());
}

/** The right sides of the diffs that a tab shows. The input of an editor of several diffs is not in VS Code's stable API. */
function proposalsIn({ input }: vscode.Tab): readonly vscode.Uri[] {
  const diffs: readonly unknown[] =
    isRecord(input) && Array.isArray(input['textDiffs']) ? input['textDiffs'] : [input];
  return diffs.flatMap((diff) => {
    const modified = isRecord(diff) ? diff['modified'] : undefined;
    return modified instanceof vscode.Uri ? [modified] : [];
  });
}

function allTabs(): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
}

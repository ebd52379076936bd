import * as vscode from 'vscode';
import type { ChatSummary } from '../chatSummary.ts';
import { timeText } from './dayGroups.ts';
import { isolatedLabelText, labelText } from '../../base/safeText.ts';

/** Lets the user choose several of the conversations; none where the user has left. */
export async function chooseChats(
  summaries: readonly ChatSummary[],
  words: { readonly title: string; readonly placeHolder: string },
): Promise<readonly ChatSummary[]> {
  const now = Date.now();
  const items = summaries.map((summary) => ({
    summary,
    label: isolatedLabelText(summary.title),
    description: [timeText(summary.changedAt, now), labelText(summary.model)].join(' · '),
  }));
  const options = { ...words, canPickMany: true, matchOnDescription: true } as const;
  const picked = await vscode.window.showQuickPick(items, options);
  return (picked ?? []).map(({ summary }) => summary);
}

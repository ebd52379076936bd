import * as vscode from 'vscode';
import type { ContextSource } from '../context/contextSource.ts';
import { hasRepository } from './gitApi.ts';
import { pickChanges } from './pickChanges.ts';

/** What Git says has changed: staged or not, in a commit, or since a branch. */
export const changesSource: ContextSource = {
  name: 'changes',
  icon: 'git-compare',
  label: () => vscode.l10n.t('Changes…'),
  isOffered: hasRepository,
  pick: pickChanges,
};

import * as vscode from 'vscode';
import { isString } from '../../shared/guards.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { labelText } from '../base/safeText.ts';
import type { ContextSource } from '../context/contextSource.ts';
import { findInstructions, type InstructionFile, readInstructions } from './instructionFiles.ts';

/** Instructions as something that is attached to one message, chosen each time. */
export const instructionsSource: ContextSource = {
  name: 'instructions',
  icon: 'book',
  label: () => vscode.l10n.t('Instructions…'),
  isOffered: () => vscode.workspace.isTrusted && vscode.workspace.workspaceFolders !== undefined,
  async pick() {
    const files = await findInstructions();
    if (files.length === 0) {
      return { items: [], problems: [noInstructions()] };
    }
    const picked = await pickInstructions(
      files,
      [],
      vscode.l10n.t('Add to Chat'),
      vscode.l10n.t('Choose what to add to your message. Nothing is sent yet.'),
    );
    if (picked === undefined) {
      return undefined;
    }
    const read = await Promise.all(picked.map(readInstructions));
    return {
      items: read.filter((one) => typeof one !== 'string'),
      problems: read.filter(isString).map(visibleText),
    };
  },
};

/** What the user is told where there are none. */
export function noInstructions(): string {
  return vscode.l10n.t(
    'There are no instructions here. Parley looks for AGENTS.md, CLAUDE.md, .github/copilot-instructions.md and .github/instructions/*.instructions.md in trusted workspaces.',
  );
}

function descriptionOf({ isOwn, appliesTo = '' }: InstructionFile) {
  if (isOwn) {
    return { description: vscode.l10n.t('from your settings') };
  }
  return appliesTo === '' ? {} : { detail: vscode.l10n.t('For {0}', labelText(appliesTo)) };
}

/** Lets the user choose among instructions, of which some are chosen already. */
export async function pickInstructions(
  files: readonly InstructionFile[],
  chosen: readonly InstructionFile[],
  title: string,
  placeHolder: string,
): Promise<readonly InstructionFile[] | undefined> {
  const items = files.map((file) => ({
    label: labelText(file.name),
    ...descriptionOf(file),
    picked: chosen.includes(file),
    file,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title,
    placeHolder,
    canPickMany: true,
  });
  return picked?.map(({ file }) => file);
}

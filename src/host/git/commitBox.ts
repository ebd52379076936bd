import * as vscode from 'vscode';
import type { GitRepository } from './gitApi.ts';

/** The box of a repository for the message of the next commit, while a message is written into it. */
export interface CommitBox {
  /** Shows more of the message. False if the text in the box is no longer the one shown last: it stays. */
  readonly show: (text: string) => boolean;
  /** Whether the text in the box is the one shown last. */
  readonly isOwn: () => boolean;
  /** Puts back what was in the box at the start, unless the user has typed. */
  readonly reset: () => void;
}

/** `before` is what was in the box when the user was last asked about it. */
export function createCommitBox(box: { value: string }, before = box.value): CommitBox {
  let last = before;
  const isOwn = () => box.value === last;
  const show = (text: string): boolean => {
    if (!isOwn()) {
      return false;
    }
    if (text !== last) {
      box.value = text;
      last = text;
    }
    return true;
  };
  return { show, isOwn, reset: () => void show(before) };
}

/** What was in a box and what was written into it, by the root of the repository. */
export interface BoxMemory {
  /** What was there before. */
  readonly replaced: Map<string, string>;
  readonly generated: Map<string, string>;
}

/** The roots of the repositories in whose box a message took the place of another text. */
const replacedKey = 'parley.replacedCommitMessages';

export function createBoxMemory(): BoxMemory {
  return { replaced: new Map(), generated: new Map() };
}

/** After a message has taken the place of what was in the box before. */
export function remember(
  { rootUri }: GitRepository,
  before: string,
  message: string,
  { generated, replaced }: BoxMemory,
): void {
  const root = rootUri.toString();
  // What the user wrote can be brought back after several messages, too.
  if (before.trim() !== '' && before !== generated.get(root)) {
    replaced.set(root, before);
    // As objects, like those of the repositories in which a message is being generated.
    const roots = [...replaced.keys()].map((one) => vscode.Uri.parse(one));
    void vscode.commands.executeCommand('setContext', replacedKey, roots);
  }
  generated.set(root, message);
}

/** True if the box is empty or has the message that was generated last, or the user agrees to replace its text. */
export async function mayReplace(
  { inputBox, rootUri }: GitRepository,
  { generated }: BoxMemory,
): Promise<boolean> {
  const { value } = inputBox;
  if (value.trim() === '' || generated.get(rootUri.toString()) === value) {
    return true;
  }
  const replace = vscode.l10n.t('Replace');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('The commit message box already has text. Replace it?'),
    {
      modal: true,
      detail: vscode.l10n.t(
        'The command “Parley: Restore Previous Commit Message” brings it back.',
      ),
    },
    replace,
  );
  // They may have typed on while they were asked.
  return answer === replace && inputBox.value === value;
}

/** Puts back what was in the box, and remembers what is in it now. */
export function restore({ inputBox, rootUri }: GitRepository, { replaced }: BoxMemory): void {
  const root = rootUri.toString();
  const before = replaced.get(root);
  if (before === undefined) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('Parley has not replaced a commit message in this repository.'),
    );
    return;
  }
  replaced.set(root, inputBox.value);
  inputBox.value = before;
}

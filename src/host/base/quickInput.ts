import * as vscode from 'vscode';

/** The verdict on what was typed: what comes of it, or what is wrong with it. */
export type Checked<T> = { readonly result: T } | { readonly problem: string };

/** One question in an input box. */
interface InputStep<T> {
  readonly title: string;
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value?: string;
  readonly password?: boolean;
  /** Shown under the box from the start. */
  readonly problem?: string | undefined;
  /** Tries what was typed when Enter is pressed; aborted when the user leaves meanwhile. */
  check(typed: string, signal: AbortSignal): Promise<Checked<T>>;
}

/** Asks until the check is content; nothing where the user left. */
export async function askInput<T>(step: InputStep<T>): Promise<T | undefined> {
  const box = vscode.window.createInputBox();
  const left = new AbortController();
  box.title = step.title;
  box.prompt = step.prompt;
  box.placeholder = step.placeholder;
  box.value = step.value ?? '';
  box.password = step.password === true;
  box.validationMessage = step.problem;
  // The key or the address is often fetched from another window.
  box.ignoreFocusOut = true;
  try {
    return await new Promise<T | undefined>((resolve) => {
      box.onDidChangeValue(() => {
        box.validationMessage = undefined;
      });
      box.onDidAccept(async () => {
        const checked = await checkIn(box, step, left.signal);
        if (checked !== undefined) {
          resolve(checked.result);
        }
      });
      box.onDidHide(() => resolve(undefined));
      box.show();
    });
  } finally {
    left.abort();
    box.dispose();
  }
}

async function checkIn<T>(
  box: vscode.InputBox,
  step: InputStep<T>,
  signal: AbortSignal,
): Promise<{ readonly result: T } | undefined> {
  if (box.busy) {
    return undefined;
  }
  box.busy = true;
  box.enabled = false;
  try {
    const checked = await step.check(box.value, signal);
    if ('result' in checked) {
      return checked;
    }
    box.validationMessage = checked.problem;
  } catch (error) {
    box.validationMessage = String(error);
  } finally {
    box.busy = false;
    box.enabled = true;
  }
  return undefined;
}

/**
 * Calls `take` with the row that Enter chooses in a list whose rows are replaced while the user types.
 * A row that was replaced while Enter was on its way is nobody's: then the first of the new ones is meant.
 */
export function onAccepted<T extends vscode.QuickPickItem>(
  quickPick: vscode.QuickPick<T>,
  take: (item: T) => void,
): void {
  let isWaiting = false;
  const accept = (item: T | undefined): void => {
    isWaiting = item === undefined;
    if (item !== undefined) {
      take(item);
    }
  };
  quickPick.onDidAccept(() => accept(quickPick.selectedItems[0] ?? quickPick.activeItems[0]));
  quickPick.onDidChangeActive(([item]) => isWaiting && accept(item));
  quickPick.onDidChangeValue(() => (isWaiting = false));
}

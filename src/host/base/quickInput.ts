import * as vscode from 'vscode';

/** The outcome of checking what the user typed: a result, or a problem to show below the input box. */
export type Checked<T> = { readonly result: T } | { readonly problem: string };

/** One question, asked in an input box. */
interface InputStep<T> {
  readonly title: string;
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value?: string;
  readonly password?: boolean;
  /** Shown below the input box from the start. */
  readonly problem?: string | undefined;
  /** Called when the user presses Enter; `signal` aborts when the input box is closed. */
  check(typed: string, signal: AbortSignal): Promise<Checked<T>>;
}

/** Asks until `check` gives a result, which is returned; `undefined` if the user closes the input box. */
export async function askInput<T>(step: InputStep<T>): Promise<T | undefined> {
  const box = vscode.window.createInputBox();
  const left = new AbortController();
  box.title = step.title;
  box.prompt = step.prompt;
  box.placeholder = step.placeholder;
  box.value = step.value ?? '';
  box.password = step.password === true;
  box.validationMessage = step.problem;
  // The user often copies the key or the address from another window.
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
 * Calls `take` with the item that the user accepts, in a list whose items are replaced while the user types.
 * If the items are replaced while the event is on its way, no item is selected or active when it arrives;
 * the next item that becomes active is then the accepted one, unless the user types on.
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

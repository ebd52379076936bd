import * as vscode from 'vscode';
import { inputMessageText } from '../safeText.ts';

/** The outcome of checking what the user typed: a result, or a problem to show below the input box. */
export type Checked<T> = { readonly result: T } | { readonly problem: string };

/** A button above an input box, which answers the question in place of what is typed. */
export interface AnsweringButton<T> {
  readonly button: vscode.QuickInputButton;
  readonly result: T;
}

/** What is typed without what does not belong to it, and a sentence that says what was removed. */
export interface Tidied {
  readonly value: string;
  readonly remark: string;
}

/** One question, asked in an input box. */
export interface InputStep<T> {
  readonly title: string;
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value?: string;
  /** The text is not shown. It is selected after a problem, so that typing or pasting replaces it. */
  readonly password?: boolean;
  /** The value is checked at once, as if the user had pressed Enter. */
  readonly isEntered?: boolean | undefined;
  readonly buttons?: readonly AnsweringButton<T>[];
  /** Tidies what was pasted or is to be checked; undefined if there is nothing to remove. */
  readonly tidy?: (typed: string) => Tidied | undefined;
  /** Called with the text after each change, and again before it is checked. */
  readonly onTyped?: (typed: string) => void;
  /** Called when the user presses Enter; `signal` aborts when the input box is closed. */
  check(typed: string, signal: AbortSignal): Promise<Checked<T>>;
}

/**
 * Asks until `check` or a button gives a result, which is returned; `undefined` if the user closes the input
 * box. Problems may contain text of a service.
 */
export async function askInput<T>(step: InputStep<T>): Promise<T | undefined> {
  const box = createBox(step);
  const left = new AbortController();
  let before = box.value;
  try {
    return await new Promise<T | undefined>((resolve) => {
      box.onDidChangeValue((value) => {
        // What was set here comes back as a change.
        if (value === before) {
          return;
        }
        const isPasted = addedLength(before, value) > 1;
        box.validationMessage = undefined;
        before = isPasted ? tidied(box, step) : value;
        step.onTyped?.(before);
      });
      const enter = async (): Promise<void> => {
        if (!box.busy) {
          before = tidied(box, step);
          step.onTyped?.(before);
          const checked = await checkIn(box, step, left.signal);
          if (checked !== undefined) {
            resolve(checked.result);
          }
        }
      };
      box.onDidAccept(enter);
      box.onDidTriggerButton((pressed) => {
        const known = step.buttons?.find(({ button }) => button === pressed);
        if (known !== undefined) {
          resolve(known.result);
        }
      });
      box.onDidHide(() => resolve(undefined));
      box.show();
      if (step.isEntered === true) {
        void enter();
      }
    });
  } finally {
    left.abort();
    box.dispose();
  }
}

/** How many characters of a text are new, in place of others or beside them. */
function addedLength(before: string, now: string): number {
  const most = Math.min(before.length, now.length);
  let start = 0;
  while (start < most && before[start] === now[start]) {
    start += 1;
  }
  let end = 0;
  while (end < most - start && before.at(-1 - end) === now.at(-1 - end)) {
    end += 1;
  }
  return now.length - start - end;
}

function createBox<T>(step: InputStep<T>): vscode.InputBox {
  const box = vscode.window.createInputBox();
  box.title = step.title;
  box.prompt = step.prompt;
  box.placeholder = step.placeholder;
  box.value = step.value ?? '';
  box.password = step.password === true;
  box.buttons = step.buttons?.map(({ button }) => button) ?? [];
  // The user often copies the key or the address from another window.
  box.ignoreFocusOut = true;
  return box;
}

/** Removes from the text in the box what does not belong to it, and says so. Gives what is left. */
function tidied<T>(box: vscode.InputBox, { tidy }: InputStep<T>): string {
  const result = tidy?.(box.value);
  if (result !== undefined) {
    box.value = result.value;
    box.validationMessage = {
      message: result.remark,
      severity: vscode.InputBoxValidationSeverity.Info,
    };
  }
  return box.value;
}

async function checkIn<T>(
  box: vscode.InputBox,
  step: InputStep<T>,
  signal: AbortSignal,
): Promise<{ readonly result: T } | undefined> {
  box.busy = true;
  box.enabled = false;
  let problem: string;
  try {
    const checked = await step.check(box.value, signal);
    if ('result' in checked) {
      return checked;
    }
    ({ problem } = checked);
  } catch (error) {
    problem = String(error);
  }
  box.busy = false;
  box.enabled = true;
  box.validationMessage = inputMessageText(problem);
  if (step.password === true) {
    box.valueSelection = [0, box.value.length];
  }
  return undefined;
}

/**
 * Replaces the rows of a list. VS Code tells rows by their places alone, so that Enter on a row that was replaced while
 * the event was on its way would be for another one. So no place is used twice: the new rows come after those before,
 * which stay as separators without a text. VS Code does not show these, and they say what was accepted.
 */
export function replaceRows<T extends vscode.QuickPickItem>(
  list: vscode.QuickPick<T>,
  rows: readonly T[],
): void {
  const kind = vscode.QuickPickItemKind.Separator;
  list.items = [...list.items.map((row) => ({ ...row, label: '', kind })), ...rows];
}

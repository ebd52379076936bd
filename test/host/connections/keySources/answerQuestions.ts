import * as vscode from 'vscode';

/** A question that was asked in a dialog or a notification. */
interface Asked {
  readonly text: string;
  readonly detail: string | undefined;
}

/**
 * Answers every question of a dialog with its first button, or with none, while `work` runs. Gives the questions.
 */
export async function answerQuestions(
  agrees: boolean,
  work: () => Promise<void>,
): Promise<readonly Asked[]> {
  const asked: Asked[] = [];
  const { showWarningMessage } = vscode.window;
  Object.assign(vscode.window, {
    async showWarningMessage(text: string, options: vscode.MessageOptions, button: string) {
      asked.push({ text, detail: options.detail });
      return agrees ? button : undefined;
    },
  });
  try {
    await work();
  } finally {
    Object.assign(vscode.window, { showWarningMessage });
  }
  return asked;
}

import * as vscode from 'vscode';

/** Answers every warning during `work`; gives its result and what was asked. */
export async function answering<T>(
  answer: string | undefined,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const original = vscode.window.showWarningMessage;
  Object.assign(vscode.window, {
    showWarningMessage: async (text: string) => {
      asked.push(text);
      return answer;
    },
  });
  try {
    return { result: await work(), asked };
  } finally {
    Object.assign(vscode.window, { showWarningMessage: original });
  }
}

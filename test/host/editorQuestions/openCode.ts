import * as vscode from 'vscode';

/** What the document says. */
export const code = 'function one() {\n  return 1;\n}\n\nfunction two() {\n  return 2;\n}\n';

/** Shows a JavaScript document with two functions of three lines each, and an empty line between them. */
export async function openCode(): Promise<vscode.TextEditor> {
  const document = await vscode.workspace.openTextDocument({
    language: 'javascript',
    content: code,
  });
  return vscode.window.showTextDocument(document);
}

import * as vscode from 'vscode';

/** Keeps a drawing as a file where the user says; gives whether it was kept. */
export async function saveDiagram(svg: string): Promise<boolean> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Save Diagram'),
    filters: { SVG: ['svg'] },
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, 'diagram.svg') }),
  });
  if (target === undefined) {
    return false;
  }
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(svg));
  return true;
}

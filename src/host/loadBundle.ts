import * as vscode from 'vscode';
import { isRecord } from '../shared/guards.ts';

/**
 * What a bundle of `dist` exports, which is not part of the main one. It may import what `modules`
 * holds. The same way works in every extension host; that of a browser has no `require` for an
 * extension's own files.
 */
export async function loadBundle(
  extensionUri: vscode.Uri,
  name: string,
  modules: Readonly<Record<string, unknown>> = {},
): Promise<Readonly<Record<string, unknown>>> {
  const file = vscode.Uri.joinPath(extensionUri, 'dist', `${name}.js`);
  const source = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  const module: { exports: unknown } = { exports: {} };
  // oxlint-disable-next-line typescript/no-implied-eval -- a file of this extension, as VS Code loads its main one
  new Function('module', 'exports', 'require', source)(
    module,
    module.exports,
    (id: string) => modules[id],
  );
  if (!isRecord(module.exports)) {
    throw new Error(`${file.path} is not what it should be.`);
  }
  return module.exports;
}

import * as vscode from 'vscode';

/** What has been loaded or is about to be, by its file. */
const loaded = new Map<string, Promise<unknown>>();

/**
 * What a bundle of `dist` exports, which is not part of the main one, where it is what `isExpected` wants;
 * throws where it is not. It is read once, again after a failure, and may import what `modules` holds.
 */
export async function loadBundle<T>(
  extensionUri: vscode.Uri,
  name: string,
  isExpected: (exported: unknown) => exported is T,
  modules: Readonly<Record<string, unknown>> = {},
): Promise<T> {
  const file = vscode.Uri.joinPath(extensionUri, 'dist', `${name}.js`);
  const key = file.toString();
  const loading = loaded.get(key) ?? load(file, modules);
  loaded.set(key, loading);
  try {
    const exported = await loading;
    if (!isExpected(exported)) {
      throw new Error(`${file.path} is not of this version of Parley. Install it again.`);
    }
    return exported;
  } catch (error) {
    loaded.delete(key);
    throw error;
  }
}

/**
 * The same way works in every extension host; that of a browser has no `require` for an extension's own
 * files.
 */
async function load(
  file: vscode.Uri,
  modules: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const source = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  const module: { exports: unknown } = { exports: {} };
  // For the debugger and in stack traces it is that file.
  const named = `${source}\n//# sourceURL=${file.toString()}`;
  // oxlint-disable-next-line typescript/no-implied-eval -- a file of this extension, as VS Code loads its main one
  new Function('module', 'exports', 'require', named)(
    module,
    module.exports,
    (id: string) => modules[id],
  );
  return module.exports;
}

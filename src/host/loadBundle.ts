import * as vscode from 'vscode';

/** What has been loaded or is being loaded, by file. */
const loaded = new Map<string, Promise<unknown>>();

/**
 * Gives what a bundle of `dist` other than the main one exports. It is read once, and again after a failure.
 * Throws where the file cannot be read or its exports are not what `isExpected` accepts.
 */
export async function loadBundle<T>(
  extensionUri: vscode.Uri,
  name: string,
  isExpected: (exported: unknown) => exported is T,
): Promise<T> {
  const file = vscode.Uri.joinPath(extensionUri, 'dist', `${name}.js`);
  const key = file.toString();
  const loading = loaded.get(key) ?? load(file);
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

/** Works in every extension host; the browser's has no `require` for an extension's own files. */
async function load(file: vscode.Uri): Promise<unknown> {
  const source = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  const module: { exports: unknown } = { exports: {} };
  // Names the file in the debugger and in stack traces.
  const named = `${source}\n//# sourceURL=${file.toString()}`;
  // oxlint-disable-next-line typescript/no-implied-eval -- a file of this extension, as VS Code loads its main one
  new Function('module', 'exports', named)(module, module.exports);
  return module.exports;
}

import * as vscode from 'vscode';

/**
 * Gives a function that loads what `read` finds in the exports of a bundle of this extension, once; after a
 * failure, again. For what few users need. Throws if the bundle cannot be read, or if `read` finds nothing.
 */
export function bundleLoader<T>(
  file: vscode.Uri,
  read: (exported: unknown) => T | undefined,
): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return async () => {
    loading ??= load(file, read);
    try {
      return await loading;
    } catch (error) {
      loading = undefined;
      throw error;
    }
  };
}

/** Works in every extension host; the browser's has no `require` for an extension's own files. */
async function load<T>(file: vscode.Uri, read: (exported: unknown) => T | undefined): Promise<T> {
  const source = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  const module: { exports: unknown } = { exports: {} };
  // Names the file in the debugger and in stack traces.
  const named = `${source}\n//# sourceURL=${file.toString()}`;
  // oxlint-disable-next-line typescript/no-implied-eval -- a file of this extension, as VS Code loads its main one
  new Function('module', 'exports', named)(module, module.exports);
  const found = read(module.exports);
  if (found === undefined) {
    throw new Error(
      vscode.l10n.t('{0} does not belong to this version of Parley. Reinstall Parley.', file.path),
    );
  }
  return found;
}

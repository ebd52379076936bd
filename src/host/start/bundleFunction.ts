import * as vscode from 'vscode';
import { isRecord } from '../../shared/guards.ts';
import { loadOnce } from '../base/loadOnce.ts';

/**
 * Gives a function that loads the bundle `dist/<name>.js` once, after a failure again, and gives its function of that
 * name. It throws if the bundle cannot be read.
 */
export function bundleFunction<F>(name: string): (extensionUri: vscode.Uri) => Promise<F> {
  let loaded: (() => Promise<F>) | undefined;
  return async (extensionUri) => {
    loaded ??= loadOnce(async () =>
      load<F>(vscode.Uri.joinPath(extensionUri, 'dist', `${name}.js`), name),
    );
    return loaded();
  };
}

/** What VS Code gives to each file that it loads; in a browser it knows `vscode` only. */
declare const require: (path: string) => unknown;

/** Works in every extension host; the browser's has no `require` for an extension's own files. */
async function load<F>(file: vscode.Uri, name: string): Promise<F> {
  const source = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  // A bundle loads those of Node by `module.require`.
  const module: { exports: unknown; readonly require: unknown } = { exports: {}, require };
  // Names the file in the debugger and in stack traces.
  const named = `${source}\n//# sourceURL=${file.toString()}`;
  // oxlint-disable-next-line typescript/no-implied-eval -- a file of this extension, as VS Code loads its main one
  new Function('module', 'exports', 'require', named)(module, module.exports, require);
  const isBundle = (exported: unknown): exported is Readonly<Record<string, F>> =>
    isRecord(exported) && typeof exported[name] === 'function';
  const found = isBundle(module.exports) ? module.exports[name] : undefined;
  if (found === undefined) {
    throw new Error(
      vscode.l10n.t('{0} does not belong to this version of Parley. Reinstall Parley.', file.path),
    );
  }
  return found;
}

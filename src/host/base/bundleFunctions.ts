import * as vscode from 'vscode';
import { isRecord } from '../../shared/guards.ts';
import { loadOnce } from './loadOnce.ts';

/** Of CommonJS. VS Code gives it to the file that it loads, and `load` to all others. */
declare const require: (path: string) => unknown;

/**
 * Gives what gives the functions of a bundle by their names. Each of `files` is `dist/<name>.js`, the bundle is the last,
 * and each may require those before it. They are loaded with the first call, once, after a failure again. A call throws
 * if a file cannot be read, or if the bundle lacks the function.
 */
export function bundleFunctions<Functions>(...files: readonly [string, ...string[]]) {
  const loaded = loadOnce(async () => load(files));
  return async <Name extends keyof Functions & string>(name: Name): Promise<Functions[Name]> => {
    const has = (bundle: unknown): bundle is Pick<Functions, Name> =>
      isRecord(bundle) && typeof bundle[name] === 'function';
    const bundle = await loaded();
    if (!has(bundle)) {
      throw new Error(
        vscode.l10n.t(
          '{0} does not belong to this version of Parley. Reinstall Parley.',
          `dist/${files.at(-1)}.js`,
        ),
      );
    }
    return bundle[name];
  };
}

/**
 * Evaluates files as VS Code does the one of the manifest, and gives what the last exports. Node's `require` would do it,
 * but that of the browser's extension host has `vscode` and no files, and a module of `import()` has no `vscode` there.
 */
async function load(names: readonly string[]): Promise<unknown> {
  const files = await Promise.all(
    names.map(async (name) => {
      const file = vscode.Uri.joinPath(extensionFolder(), 'dist', `${name}.js`);
      const code = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
      // Names the file in the debugger and in stack traces.
      return { path: `./${name}.js`, code: `${code}\n//# sourceURL=${file.toString()}` };
    }),
  );
  const loaded = new Map<string, unknown>();
  const requireOne = (path: string) => (loaded.has(path) ? loaded.get(path) : require(path));
  let last: unknown;
  for (const { path, code } of files) {
    // A bundle loads that of Node by `module.require`.
    const module: { exports: unknown; readonly require: unknown } = {
      exports: {},
      require: requireOne,
    };
    // oxlint-disable-next-line typescript/no-implied-eval -- a file of this extension, as VS Code loads its main one
    new Function('module', 'exports', 'require', code)(module, module.exports, requireOne);
    last = module.exports;
    loaded.set(path, last);
  }
  return last;
}

function extensionFolder(): vscode.Uri {
  const id = 'parley-chat.parley';
  const extension = vscode.extensions.getExtension(id);
  if (extension === undefined) {
    throw new Error(`There is no ${id}.`);
  }
  return extension.extensionUri;
}

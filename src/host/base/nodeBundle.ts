import * as vscode from 'vscode';
import type { Guard } from '../../shared/guards.ts';

/** Of CommonJS in Node. The bundler does not follow this `require`; a browser has none. */
declare const module: { readonly require: (path: string) => unknown };

/** Whether this extension host is Node: that of the desktop or of a remote computer, and not of a browser. */
export function isNodeHost(): boolean {
  return Reflect.get(globalThis, 'process') !== undefined;
}

/**
 * Gives a part of what only Node has (`src/host/node/node.ts`), which is beside the bundle that this file becomes a
 * part of. Call it in an extension host that is Node only. Throws an error for the user if the file is not the one
 * that belongs to this version of Parley.
 */
export function loadNodeBundle<T>(hasPart: Guard<T>): T {
  const loaded = module.require('./node.js');
  if (!hasPart(loaded)) {
    throw new Error(
      vscode.l10n.t(
        '{0} does not belong to this version of Parley. Reinstall Parley.',
        'dist/node.js',
      ),
    );
  }
  return loaded;
}

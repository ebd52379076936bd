import * as vscode from 'vscode';
import * as client from '../service/client.ts';
import * as serviceError from '../service/serviceError.ts';
import { isRecord } from '../shared/guards.ts';
import { loadBundle } from './loadBundle.ts';
import type * as later from './later.ts';
import * as settings from './settings.ts';

type Later = typeof later;

/** Gives the bundle of what only some need, which it loads when it is asked for the first time. */
export type LoadLater = () => Promise<Later>;

/**
 * The modules of the main bundle that the other one must not have a copy of, since they hold state
 * or a class that is asked for. `esbuild.mjs` sees to it that there are no more of them.
 */
const shared = {
  vscode,
  'parley:client': client,
  'parley:serviceError': serviceError,
  'parley:settings': settings,
};

/** Looks for the bundle in the extension's folder. A failed attempt is repeated at the next call. */
export function createLoadLater(extensionUri: vscode.Uri): LoadLater {
  let loaded: Promise<Later> | undefined;
  return async () => {
    loaded ??= load(extensionUri).catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}

async function load(extensionUri: vscode.Uri): Promise<Later> {
  const exported: unknown = await loadBundle(extensionUri, 'later', shared);
  if (!isLater(exported)) {
    throw new Error('The bundle is not of this version of Parley. Install it again.');
  }
  return exported;
}

function isLater(value: unknown): value is Later {
  return isRecord(value) && typeof value['createDemoService'] === 'function';
}

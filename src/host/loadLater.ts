import * as vscode from 'vscode';
import * as client from '../service/client.ts';
import * as serviceError from '../service/serviceError.ts';
import { isRecord } from '../shared/guards.ts';
import * as loadBundle from './loadBundle.ts';
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
  'parley:loadBundle': loadBundle,
  'parley:client': client,
  'parley:serviceError': serviceError,
  'parley:settings': settings,
};

/** Looks for the bundle in the extension's folder. */
export function createLoadLater(extensionUri: vscode.Uri): LoadLater {
  return async () => loadBundle.loadBundle(extensionUri, 'later', isLater, shared);
}

function isLater(value: unknown): value is Later {
  return isRecord(value) && typeof value['createDemoService'] === 'function';
}

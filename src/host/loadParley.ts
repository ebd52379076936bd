import * as vscode from 'vscode';
import { isRecord } from '../shared/guards.ts';
import * as loadBundle from './loadBundle.ts';
import type * as parley from './parley.ts';

/** Gives the bundle with all that is not in the entry. */
export async function loadParley(extensionUri: vscode.Uri): Promise<typeof parley> {
  return loadBundle.loadBundle(extensionUri, 'parley', isParley, {
    vscode,
    'parley:loadBundle': loadBundle,
  });
}

function isParley(value: unknown): value is typeof parley {
  return isRecord(value) && typeof value['startParley'] === 'function';
}

import * as vscode from 'vscode';
import { isSafeId } from '../shared/safeId.ts';
import type { StorePlace } from './storePlace.ts';

/** Calls `touch` with the id of each conversation that changes on disk, whoever changes it. */
export function watchStore(
  place: StorePlace,
  touch: (id: string) => void,
  onFailure: (error: unknown) => void,
): vscode.Disposable {
  let watcher = startWatch(place, touch, onFailure);
  const subscription = place.onDidChange(() => {
    watcher.dispose();
    watcher = startWatch(place, touch, onFailure);
  });
  return new vscode.Disposable(() => {
    subscription.dispose();
    watcher.dispose();
  });
}

/** A folder that is not there yet could only be polled for: Parley's own is made first. */
function startWatch(
  { chosen, folder }: StorePlace,
  touch: (id: string) => void,
  onFailure: (error: unknown) => void,
): vscode.Disposable {
  let watcher: vscode.Disposable | undefined;
  let isOver = false;
  const start = async (): Promise<void> => {
    if (chosen === undefined) {
      await vscode.workspace.fs.createDirectory(folder);
    }
    if (!isOver) {
      watcher = watchFolder(folder, touch);
    }
  };
  start().catch(onFailure);
  return new vscode.Disposable(() => {
    isOver = true;
    watcher?.dispose();
  });
}

function watchFolder(folder: vscode.Uri, touch: (id: string) => void): vscode.Disposable {
  const watcher = vscode.workspace.createFileSystemWatcher(
    new vscode.RelativePattern(folder, '**'),
  );
  const onFile = ({ path }: vscode.Uri): void => {
    const [id = ''] = path.slice(folder.path.length + 1).split('/');
    if (isSafeId(id)) {
      touch(id);
    }
  };
  watcher.onDidCreate(onFile);
  watcher.onDidChange(onFile);
  watcher.onDidDelete(onFile);
  return watcher;
}

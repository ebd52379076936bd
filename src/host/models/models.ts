import * as vscode from 'vscode';
import type { Log } from '../base/log.ts';
import { messageOf } from '../base/errorMessage.ts';
import { createModelCatalogue, createModelLists, type ModelCatalogue } from './modelCatalogue.ts';
import { createModelMemory, type ModelMemory } from './modelPreferences.ts';
import type { ServiceClients } from '../connections/serviceClients.ts';

/** What is known of the models of all connections. */
export interface Models extends vscode.Disposable {
  readonly catalogue: ModelCatalogue;
  readonly memory: ModelMemory;
  /** After a list has been fetched or something has been noted. */
  readonly onDidChange: vscode.Event<void>;
}

/** Kept in `state`. Nothing is asked of a service before somebody wants it. */
export function createModels(clients: ServiceClients, state: vscode.Memento, log: Log): Models {
  const changed = new vscode.EventEmitter<void>();
  const onChange = () => changed.fire();
  const onFailure = (error: unknown) => log.error(messageOf(error));
  return {
    catalogue: createModelCatalogue(clients, createModelLists(state, onFailure), onChange),
    memory: createModelMemory(state, onChange, onFailure),
    onDidChange: changed.event,
    dispose: () => changed.dispose(),
  };
}

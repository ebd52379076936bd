import * as vscode from 'vscode';

/** What steps of the walkthrough wait for, and the events after which that may have happened. */
interface StepFacts {
  /** Whether a connection and a model are chosen. */
  readonly isConnected: () => boolean;
  /** Whether a reply is running. */
  readonly hasAsked: () => boolean;
  readonly onDidChange: readonly vscode.Event<void>[];
}

/** Completes steps of the walkthrough, which wait for context keys. A completed step stays completed. */
export function completeSteps(facts: StepFacts): vscode.Disposable {
  const steps = { 'parley.isConnected': facts.isConnected, 'parley.hasAsked': facts.hasAsked };
  const done = new Set<string>();
  const update = () => {
    for (const [key, isDone] of Object.entries(steps)) {
      if (!done.has(key) && isDone()) {
        done.add(key);
        void vscode.commands.executeCommand('setContext', key, true);
      }
    }
  };
  update();
  return vscode.Disposable.from(...facts.onDidChange.map((onDidChange) => onDidChange(update)));
}

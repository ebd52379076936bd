import * as vscode from 'vscode';
import type { Redactor } from './redactor.ts';

/** The log channel, behind the redactor. Prompt and reply text goes to no level but `trace`. */
export interface Log extends vscode.Disposable {
  /** Only where the user has chosen the level Trace; the default is Info. */
  trace(message: string): void;
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
  show(): void;
}

/** Opens the channel "Parley". */
export function createLog(redactor: Redactor): Log {
  const channel = vscode.window.createOutputChannel('Parley', { log: true });
  return {
    trace: (message) => channel.trace(redactor.redact(message)),
    debug: (message) => channel.debug(redactor.redact(message)),
    info: (message) => channel.info(redactor.redact(message)),
    warn: (message) => channel.warn(redactor.redact(message)),
    error: (message) => channel.error(redactor.redact(message)),
    show: () => channel.show(),
    dispose: () => channel.dispose(),
  };
}

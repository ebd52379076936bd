import * as vscode from 'vscode';
import type { Redactor } from './redactor.ts';

/** The log channel, behind the redactor. Callers never pass prompt or reply text. */
export interface Log extends vscode.Disposable {
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
    debug: (message) => channel.debug(redactor.redact(message)),
    info: (message) => channel.info(redactor.redact(message)),
    warn: (message) => channel.warn(redactor.redact(message)),
    error: (message) => channel.error(redactor.redact(message)),
    show: () => channel.show(),
    dispose: () => channel.dispose(),
  };
}

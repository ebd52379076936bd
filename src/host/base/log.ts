import * as vscode from 'vscode';
import type { Redactor } from './redactor.ts';

/** A longer line is cut. In characters. */
const maxLineLength = 100_000;

type Level = 'trace' | 'info' | 'warn' | 'error';

/**
 * The log channel "Parley". Lines are written after all stored secrets are known, and never contain them; a line
 * that cannot be masked is left out. The text of messages and replies goes to the level `trace` only, which is
 * written only if the user has chosen it.
 */
export class Log implements vscode.Disposable {
  readonly #channel: vscode.LogOutputChannel;
  readonly #redactor: Pick<Redactor, 'redact' | 'ready'>;
  /** Resolves when all lines so far are written. */
  #written: Promise<void> = Promise.resolve();
  #isDisposed = false;

  constructor(
    redactor: Pick<Redactor, 'redact' | 'ready'>,
    channel = vscode.window.createOutputChannel('Parley', { log: true }),
  ) {
    this.#redactor = redactor;
    this.#channel = channel;
  }

  trace(message: string): void {
    this.#write('trace', message);
  }

  info(message: string): void {
    this.#write('info', message);
  }

  warn(message: string): void {
    this.#write('warn', message);
  }

  error(message: string): void {
    this.#write('error', message);
  }

  show(): void {
    this.#channel.show();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#channel.dispose();
  }

  #write(level: Level, message: string): void {
    this.#written = this.#writeAfter(this.#written, level, cut(message));
  }

  async #writeAfter(before: Promise<void>, level: Level, line: string): Promise<void> {
    await before;
    try {
      await this.#redactor.ready();
      if (!this.#isDisposed) {
        this.#channel[level](this.#redactor.redact(line));
      }
    } catch {
      // A line that cannot be masked is left out; those after it are not.
    }
  }
}

function cut(message: string): string {
  const more = message.length - maxLineLength;
  return more > 0 ? `${message.slice(0, maxLineLength)}… (${more} more characters)` : message;
}

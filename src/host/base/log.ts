import * as vscode from 'vscode';

/**
 * The log channel "Parley". Each line passes the redactor. The text of messages and replies goes to the
 * level `trace` only, which is written only if the user has chosen it.
 */
export class Log implements vscode.Disposable {
  readonly #channel = vscode.window.createOutputChannel('Parley', { log: true });
  readonly #redactor: Redactor;

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  trace(message: string): void {
    this.#channel.trace(this.#redactor.redact(message));
  }

  debug(message: string): void {
    this.#channel.debug(this.#redactor.redact(message));
  }

  info(message: string): void {
    this.#channel.info(this.#redactor.redact(message));
  }

  warn(message: string): void {
    this.#channel.warn(this.#redactor.redact(message));
  }

  error(message: string): void {
    this.#channel.error(this.#redactor.redact(message));
  }

  show(): void {
    this.#channel.show();
  }

  dispose(): void {
    this.#channel.dispose();
  }
}

/** Masks known secrets in text before it reaches a log, a message or a file. */
export interface Redactor {
  /** Adds a secret. It is known until the window closes. */
  readonly learn: (secret: string) => void;
  /** The text with `[key]` in place of each known secret, also where it is percent-encoded. */
  readonly redact: (text: string) => string;
}

/** Creates a redactor that knows no secret yet. A window has one for all its output. */
export function createRedactor(): Redactor {
  const secrets = new Set<string>();
  return {
    learn(secret) {
      if (secret !== '') {
        secrets.add(secret);
        secrets.add(encodeURIComponent(secret));
      }
    },
    redact(text) {
      // Longest first: if one secret is the start of another, the rest of the longer one must go too.
      const longestFirst = [...secrets].toSorted((a, b) => b.length - a.length);
      return longestFirst.reduce((safe, secret) => safe.replaceAll(secret, '[key]'), text);
    },
  };
}

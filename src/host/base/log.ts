import * as vscode from 'vscode';

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

/** Takes known secrets out of text before it reaches a log, a message or a file. */
export interface Redactor {
  /** Remembers a secret for as long as the window lives. */
  readonly learn: (secret: string) => void;
  /** The text with every known secret replaced. */
  readonly redact: (text: string) => string;
}

/** Makes the one redactor that stands in front of every sink. */
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
      // Longest first, so that a secret which begins with another leaves nothing of itself behind.
      const longestFirst = [...secrets].toSorted((a, b) => b.length - a.length);
      return longestFirst.reduce((safe, secret) => safe.replaceAll(secret, '[key]'), text);
    },
  };
}

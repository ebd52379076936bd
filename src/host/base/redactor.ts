import { createFindSecrets, createRedact, type Redact } from '../../service/redactSecrets.ts';
import { isRecord, isString, type WireObject } from '../../shared/guards.ts';

/** Masks the keys and secret headers of all connections in text before it reaches a log, a message or a file. */
export interface Redactor {
  /** Adds a secret. It is known until the window closes. */
  readonly learn: (secret: string) => void;
  /** The text with `[key]` in place of each known secret; see `createRedact`. */
  readonly redact: (text: string) => string;
  /** Where known secrets stand in a text. */
  readonly find: ReturnType<typeof createFindSecrets>;
  /** Resolves when every stored secret is known, also those that nothing has used in this window. Never rejects. */
  readonly ready: () => Promise<void>;
}

/**
 * Creates a redactor; a window has one for all its output. `stored` reads the stored secrets, which happens
 * before the first line of the log or the first export, and must not reject.
 */
export function createRedactor(stored: () => Promise<readonly string[]>): Redactor {
  const secrets = new Set<string>();
  let redactKnown: Redact | undefined;
  let findKnown: Redactor['find'] | undefined;
  let reading: Promise<void> | undefined;
  const learn = (secret: string): void => {
    if (!secrets.has(secret)) {
      secrets.add(secret);
      redactKnown = undefined;
      findKnown = undefined;
    }
  };
  return {
    learn,
    redact(text) {
      redactKnown ??= createRedact([...secrets]);
      return redactKnown(text);
    },
    find(text) {
      findKnown ??= createFindSecrets([...secrets]);
      return findKnown(text);
    },
    ready() {
      reading ??= stored().then((found) => found.forEach(learn));
      return reading;
    },
  };
}

/**
 * What a service says in an object, without any known secret in its texts, however deep they lie. The names of
 * fields stay. Most objects have none and are looked through once.
 */
export function maskedFields(fields: WireObject, { redact }: Pick<Redactor, 'redact'>): WireObject {
  const written = JSON.stringify(fields);
  return redact(written) === written ? fields : maskedObject(fields, redact);
}

function maskedObject(fields: WireObject, redact: Redactor['redact']): WireObject {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, masked(value, redact)]),
  );
}

function masked(value: unknown, redact: Redactor['redact']): unknown {
  if (isString(value)) {
    return redact(value);
  }
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    return list.map((one) => masked(one, redact));
  }
  return isRecord(value) ? maskedObject(value, redact) : value;
}

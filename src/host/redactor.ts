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

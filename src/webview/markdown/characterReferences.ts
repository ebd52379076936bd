/**
 * What the names of HTML's character references stand for, as the browser knows it. The build puts this file in
 * place of the package `entities`, which markdown-it uses and whose table would be an eighth of the panel's page.
 */

/** References such as `&amp;`. */
interface CharacterReferences {
  /** Decodes a named reference that is whole; any other text stays as it is. */
  readonly decode: (text: string) => string;
  /** Looks up all references in a source at once: one by one takes a hundred times as long. */
  readonly learn: (source: string) => void;
}

/** A character for private use, which no reference stands for. */
const separator = '\uE000';

/** References beyond the first `most` different ones stay as they are written. */
export function createCharacterReferences(most: number): CharacterReferences {
  /** By the whole reference; what is no name stands for itself. */
  const decoded = new Map<string, string>();
  const lookUp = (unknown: readonly string[]): void => {
    const texts = unknown.slice(0, most - decoded.size);
    if (texts.length > 0) {
      // White space at the start of a document would be left out.
      const html = separator + texts.join(separator);
      const { body } = new DOMParser().parseFromString(html, 'text/html');
      const [, ...contents] = body.textContent.split(separator);
      for (const [index, text] of texts.entries()) {
        const content = contents[index] ?? text;
        // A name stands for one or two code units. More is the beginning of the text, and its rest: `&notit;`.
        decoded.set(text, content.length <= 2 ? content : text);
      }
    }
  };
  return {
    decode(text) {
      if (!decoded.has(text) && /^&[a-z][a-z0-9]{1,31};$/i.test(text)) {
        lookUp([text]);
      }
      return decoded.get(text) ?? text;
    },
    learn(source) {
      if (source.includes('&')) {
        const found = new Set(source.match(/&[a-z][a-z0-9]{1,31};/gi));
        lookUp([...found].filter((text) => !decoded.has(text)));
      }
    },
  };
}

/** HTML has 2,231 names. */
const { decode, learn } = createCharacterReferences(100_000);

/** Called by markdown-it. */
export const decodeHTMLStrict = decode;

/** Called for a source before markdown-it parses it. */
export const learnReferences = learn;

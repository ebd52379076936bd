/** A text that names another file has no more words in a sentence. */
const maxWords = 20;

/** A text that only points to another file is shorter, in characters. */
const maxLength = 1000;

/**
 * Whether a text of instructions only points to the file `name`: what a link of Git is where there are no links, an
 * import such as `@AGENTS.md`, or a few sentences that all name the file. Headings and comments say nothing themselves.
 */
export function pointsTo(text: string, name: string): boolean {
  if (text.length > maxLength) {
    return false;
  }
  const sentences = withoutComments(text)
    .replaceAll(/^#{1,6}\s.*$/gm, '')
    .split(/\n|[.!?。](?=\s|$)/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
  return (
    sentences.length > 0 &&
    sentences.every(
      (sentence) => sentence.includes(name) && sentence.split(/\s+/).length <= maxWords,
    )
  );
}

function withoutComments(text: string): string {
  const [first = '', ...comments] = text.split('<!--');
  return [first, ...comments.map((one) => one.split('-->').slice(1).join('-->'))].join('');
}

/**
 * Gives a function that finds the first of `characters` in a text, from an index on; -1 if there is none. On the pieces of
 * a reply, which are short, a regular expression takes several times as long.
 */
export function createCharacterFinder(characters: string): (text: string, from?: number) => number {
  const codes = Array.from(characters, (character) => character.charCodeAt(0));
  const isWanted = new Uint8Array(Math.max(...codes) + 1);
  for (const code of codes) {
    isWanted[code] = 1;
  }
  return (text, from = 0) => {
    for (let index = from; index < text.length; index += 1) {
      if (isWanted[text.charCodeAt(index)] === 1) {
        return index;
      }
    }
    return -1;
  };
}

import { isComment } from '../significance.ts';
import { importedNames } from './mergedImport.ts';

/** What an import brings is called in its file; empty if that cannot be told, or if it brings everything of something. */
export function broughtNames(lines: readonly string[]): readonly string[] {
  const code = lines.filter((line) => !isComment(line, undefined));
  const text = code.join('\n').slice(0, 10_000);
  const named = importedNames(text);
  return named.length > 0 ? named : lastNames(text);
}

/** The name of a variable in a list of such. */
const bound =
  /(?:^\s{0,20}(?:const|let|var|local)|,)\s{1,80}([\p{L}_$][\p{L}\p{N}_$]{0,200})\s{0,80}=(?!=)/gu;

/** In most languages it is the last word: after `as`, or else of the path. */
function lastNames(text: string): readonly string[] {
  if (/^\s*(?:const|let|var|local)\s/.test(text)) {
    return Array.from(text.matchAll(bound), ([, name = '']) => name);
  }
  // A file that is read as it is brings whatever it has.
  if (/^\s*(?:#|require|source\b|\.\s)/.test(text)) {
    return [];
  }
  const names = text.split('\n').flatMap((line) => {
    const own = line.replace(/(?:\/\/|#).*$/, '').trim();
    const quoted = /^(?:import\s)?\s{0,20}([\w.]+\s+)?["']([^"'\n]{1,300})["']/.exec(own);
    if (quoted !== null) {
      return [
        quoted[1]?.trim() ??
          quoted[2]?.split('/').findLast((word) => /^(?!v\d+$)\w+$/.test(word)) ??
          '',
      ];
    }
    const words = own.match(/[\p{L}\p{N}_$*]+/gu) ?? [];
    return words.length < 2 ? [] : [words.at(-1) ?? ''];
  });
  return names.includes('*') ? [] : names.filter((name) => name !== '');
}

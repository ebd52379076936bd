import { isRecord, isString } from '../shared/guards.ts';
import { firstChoice } from './chunkReader.ts';
import { parseJson } from './parseJson.ts';

/**
 * What the chunks of a reply have in common around their text. Most services send the same JSON
 * again and again with another `content`; then only that string has to be parsed.
 */
export interface TextFrame {
  /** The content of a chunk that is the learnt one but for this string; `undefined` for any other. */
  textOf(data: string): string | undefined;
  /** Learns from the data of a chunk what stands around `text`, its content. */
  learn(data: string, text: string): void;
}

const contentStart = /"content"\s*:\s*(?=")/;
const stringLiteral = /"(?:[^"\\]|\\.)*"/y;

/** A service that adds something new to every chunk has no frame; it is not looked for forever. */
const mostVainFrames = 4;

/** Makes one for one reply. */
export function createTextFrame(): TextFrame {
  let before = '';
  let after = '';
  let vainFrames = 0;
  return {
    textOf(data) {
      const end = data.length - after.length;
      // Measured: `startsWith` takes five times as long as comparing slices, as long as parsing.
      if (before === '' || data.slice(0, before.length) !== before || data.slice(end) !== after) {
        return undefined;
      }
      // Only one whole string literal parses to a string: the rest of the data is as learnt.
      const content = parseJson(data.slice(before.length, end));
      if (!isString(content)) {
        return undefined;
      }
      vainFrames = 0;
      return content;
    },
    learn(data, text) {
      if (vainFrames < mostVainFrames) {
        [before, after] = partsAround(data, text);
        vainFrames += 1;
      }
    },
  };
}

/** What stands before and after the content of the first choice; two empty strings if unsure. */
function partsAround(data: string, text: string): [before: string, after: string] {
  const start = contentStart.exec(data);
  if (start === null) {
    return ['', ''];
  }
  const before = data.slice(0, start.index + start[0].length);
  stringLiteral.lastIndex = before.length;
  const after = data.slice(before.length + (stringLiteral.exec(data)?.[0].length ?? 0));
  // The first "content" may be another one, in text or in another choice: a change must show.
  const other = `${text}.`;
  const changed = parseJson(`${before}${JSON.stringify(other)}${after}`);
  return isRecord(changed) && contentOf(changed) === other ? [before, after] : ['', ''];
}

function contentOf(chunk: Readonly<Record<string, unknown>>): unknown {
  const delta = firstChoice(chunk['choices'])?.['delta'];
  return isRecord(delta) ? delta['content'] : undefined;
}

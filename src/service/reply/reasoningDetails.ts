import { isRecord, isString, type WireObject } from '../../shared/guards.ts';
import { canBeKept, sizeOf } from '../../shared/service/reasoningDetail.ts';

/** Collects the `reasoning_details` of one reply (`docs/service-interface.md`, "Chat completion object" 3). */
export interface ReasoningDetails {
  /** Reads those of a message or delta. Gives the words in them that are new. */
  read(details: readonly unknown[]): string;
  /** All of them, in order; undefined if there are none, or more than can be kept. */
  all(): readonly WireObject[] | undefined;
}

/** The fields with words, by type. The data of others is encrypted. */
const wordFields: ReadonlyMap<unknown, string> = new Map([
  ['reasoning.text', 'text'],
  ['reasoning.summary', 'summary'],
]);

/** Starts with none. */
export function createReasoningDetails(): ReasoningDetails {
  // Maps, because to copy a detail with each piece of it would take quadratic time.
  let list: Map<string, unknown>[] = [];
  let size = 0;
  function add(piece: WireObject): string {
    const last = list.at(-1);
    const field = wordFields.get(piece['type']);
    const words = field === undefined ? '' : textOf(piece[field]);
    if (last === undefined || field === undefined || !continues(last, piece)) {
      list.push(new Map(Object.entries(piece)));
      return words;
    }
    const before = textOf(last.get(field));
    const added = isRepeated(before, words) ? words.slice(before.length) : words;
    const news = Object.entries(piece).filter(([, value]) => value !== null && value !== '');
    news.forEach(([name, value]) => last.set(name, value));
    last.set(field, before + added);
    return added;
  }
  return {
    read(details) {
      size += sizeOf(details);
      const words = details.filter(isRecord).map(add);
      if (!canBeKept(list.length, size)) {
        list = [];
        size = Infinity;
      }
      return words.join('');
    },
    all: () => (list.length === 0 ? undefined : list.map((detail) => Object.fromEntries(detail))),
  };
}

function textOf(words: unknown): string {
  return isString(words) ? words : '';
}

/** Whether a piece belongs to the detail before it, as the pieces of a stream do. */
function continues(last: ReadonlyMap<string, unknown>, piece: WireObject): boolean {
  return ['type', 'index', 'id'].every(
    (name) => last.get(name) === piece[name] || (name === 'id' && !isString(piece[name])),
  );
}

/** Some services send all words so far with every piece; that a new piece begins with them is no chance. */
function isRepeated(before: string, words: string): boolean {
  return before.length >= 4 && words.length > before.length && words.startsWith(before);
}

import { isRecord, isString, type WireObject } from '../../shared/guards.ts';
import { canBeKept } from '../../shared/service/chatCompletion.ts';
import { jsonLength } from '../../shared/service/extraFields.ts';

/** The fields with words, by type. The data of others is encrypted. */
const wordFields: ReadonlyMap<unknown, string> = new Map([
  ['reasoning.text', 'text'],
  ['reasoning.summary', 'summary'],
]);

/** Collects the `reasoning_details` of one reply (`docs/service-interface.md`, "Chat completion object" 3). */
export class ReasoningDetails {
  // Maps, because to copy a detail with each piece of it would take quadratic time.
  #list: Map<string, unknown>[] = [];
  #size = 0;

  /** Reads those of a message or delta. Gives the words in them that are new. */
  read(details: readonly unknown[]): string {
    this.#size += jsonLength(details);
    const words = details.filter(isRecord).map((piece) => this.#add(piece));
    if (!canBeKept(this.#list.length, this.#size)) {
      this.#list = [];
      this.#size = Infinity;
    }
    return words.join('');
  }

  /** All of them, in order; undefined if there are none, or more than can be kept. */
  all(): readonly WireObject[] | undefined {
    return this.#list.length === 0
      ? undefined
      : this.#list.map((detail) => Object.fromEntries(detail));
  }

  #add(piece: WireObject): string {
    const last = this.#list.at(-1);
    const field = wordFields.get(piece['type']);
    const words = field === undefined ? '' : textOf(piece[field]);
    if (last === undefined || field === undefined || !continues(last, piece)) {
      this.#list.push(new Map(Object.entries(piece)));
      return words;
    }
    const before = textOf(last.get(field));
    const added = isRepeated(before, words) ? words.slice(before.length) : words;
    const news = Object.entries(piece).filter(([, value]) => value !== null && value !== '');
    news.forEach(([name, value]) => last.set(name, value));
    last.set(field, before + added);
    return added;
  }
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

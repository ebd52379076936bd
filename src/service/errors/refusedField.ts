import { firstFields, isRecord, isString } from '../../shared/guards.ts';
import {
  isAdjustable,
  otherNameOf,
  type RefusedField,
} from '../../shared/service/requestAdjustment.ts';
import { parseJson } from '../parseJson.ts';

/**
 * Finds the field that the service rejected among the fields that were `sent`, in any spelling. `answer` is the body of
 * an error with status 400, 422 or 500: JSON or text of any shape (`docs/service-interface.md`, "Errors" 6).
 * Read are `param`, the `loc` of validation errors, and sentences that name a field, also in JSON that
 * a gateway has put into a text. `undefined` if the error is about the messages or the model, or if it
 * names no field that was sent and may be changed.
 */
export function refusedField(answer: unknown, sent: readonly string[]): RefusedField | undefined {
  const clues: Clues = { named: [], words: [] };
  collect(answer, clues);
  const changeable = sent.filter(isAdjustable);
  const names = [...changeable, ...changeable.flatMap(innerNames)];
  const text = clues.words.join('\n').slice(0, limits.textLength);
  const byParam = new Map(names.toReversed().map((name) => [joined(name), name]));
  const named = clues.named.some((clue) => clue === 'messages' || clue === 'model')
    ? undefined
    : (clues.named.map((clue) => byParam.get(joined(clue))).find((name) => name !== undefined) ??
      firstMentioned(text, names));
  const name = changeable.find(
    (field) => field === named || (named !== undefined && innerNames(field).includes(named)),
  );
  if (name === undefined) {
    return undefined;
  }
  const isValue = !words.field.test(text) || (words.value.test(text) && !words.unknown.test(text));
  const otherName = otherNameOf(name);
  const offersOther = !isValue && otherName !== undefined && !sent.includes(otherName);
  const values = isValue && effortFields.has(name) ? namedValues(text, sent) : [];
  return {
    name,
    isValue,
    ...(offersOther ? { otherName } : {}),
    ...(values.length === 0 ? {} : { values }),
  };
}

/**
 * Fields inside another one, what they are called in sentences, and what gateways make of them, by the outer one. Only
 * that can be left out.
 */
const innerFields: Readonly<Record<string, readonly string[]>> = {
  stream_options: ['include_usage'],
  reasoning_effort: ['reasoning.effort', 'reasoning effort', 'reasoning value'],
  reasoning: ['reasoning.effort', 'reasoning effort'],
  thinking: ['thinking.type', 'thinking type', 'budget_tokens'],
  max_tokens: ['max_output_tokens'],
  stop: ['stop_sequences'],
};

function innerNames(field: string): readonly string[] {
  return Object.hasOwn(innerFields, field) ? (innerFields[field] ?? []) : [];
}

/** The fields for a thinking effort, whose values have names. */
const effortFields: ReadonlySet<string> = new Set(['reasoning_effort', 'reasoning', 'thinking']);

/** After one of these, an error names the values that are accepted. */
const beforeValues =
  /(?:supported|allowed|valid|accepted|possible|available) (?:values|options|efforts)|one of|must be|should be|expected|permitted|only supports?/i;

/** The end of a sentence, or of a text in an object, after which its next field begins. */
const endOfValues = /\.\s|\n|, ?["']\w{1,40}["']:/;

/** In characters. */
const maxValuesLength = 400;
const maxValues = 12;

/** Efforts that services know; only these are found where the text does not quote them. */
const knownValues =
  /\b(?:none|minimal|low|medium|high|xhigh|max|default|auto|enabled|disabled|adaptive)\b/gi;

/** The values that an error says are accepted, in its order; empty if it names none. */
function namedValues(text: string, sent: readonly string[]): readonly string[] {
  const mark = beforeValues.exec(text);
  if (mark === null) {
    return [];
  }
  const from = mark.index + mark[0].length;
  const [sentence = ''] = text.slice(from, from + maxValuesLength).split(endOfValues, 1);
  const quoted = [...sentence.matchAll(/["'`“‘]([A-Za-z][\w-]{0,30})["'`”’]/g)].map(
    ([, value = '']) => value,
  );
  const named =
    quoted.length > 0 ? quoted : [...sentence.matchAll(knownValues)].map(([word]) => word);
  return [...new Set(named)].filter((value) => !sent.includes(value)).slice(0, maxValues);
}

const words = {
  /** Something was rejected. */
  refused:
    /unsupported|support|unknown|unrecogni[sz]ed|unexpected|extra[ _]|not |n't |cannot|can't|invalid|illegal|deprecated|reject|instead|must |should |too |range|less|greater|exceed|minimum|maximum|between|\bonly\b|不支持|不允许|无效|非法|未知|必须|范围/i,
  /** A field was rejected, whatever its value. */
  field:
    /unsupported|not supported|(?:not|n't) (?:\w+ )?support|unknown|unrecogni[sz]ed|unexpected|extra[ _](?:inputs?|fields?|forbidden)|not (?:permitted|allowed|available|recogni[sz]ed|accepted)|cannot find field|deprecated|only the default|不支持|不允许|未知/i,
  /** No such field is known. What follows in the sentence is a list of fields. */
  unknown: /\bunknown field/i,
  /** The value was rejected. */
  value:
    /supported values|one of|\bboth\b|\brange\b|between|at (?:most|least)|too (?:large|high|long)/i,
};

/** What an answer says about fields, anywhere in it. */
interface Clues {
  /** Names of fields: from `param`, and from the `loc` of a validation error without `body`. */
  readonly named: string[];
  /** Codes and sentences. */
  readonly words: string[];
}

/** An answer may be of any size; no more than this is read. */
const limits = { depth: 8, values: 500, textLength: 2000 };

/** Reads an answer breadth first, within the limits. */
function collect(answer: unknown, clues: Clues): void {
  const queue = [{ value: answer, key: '', depth: 0 }];
  for (let index = 0; index < Math.min(queue.length, limits.values); index += 1) {
    const { value, key, depth } = queue[index] ?? {};
    const inner = isString(value) ? readText(value, key, clues) : value;
    if (depth === undefined || depth === limits.depth) {
      continue;
    }
    if (key === 'loc' && Array.isArray(inner)) {
      clues.named.push(
        ...inner.slice(0, limits.values).filter(isString).filter(isNotBody).slice(0, 1),
      );
    } else if (Array.isArray(inner) || isRecord(inner)) {
      const fields = firstFields(inner, limits.values);
      queue.push(...fields.map(([name, value]) => ({ value, key: name, depth: depth + 1 })));
    }
  }
}

/** Adds a text to the clues. If the text is JSON, gives its value instead. */
function readText(text: string, key: string | undefined, clues: Clues): unknown {
  if (key === 'input' || key === 'url') {
    // These repeat what was sent, or link to the documentation of a framework.
    return undefined;
  }
  if (key === 'param') {
    clues.named.push(text.replace(/^body\./, '').split(/[.[]/)[0] ?? '');
    return undefined;
  }
  const parsed = /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
  if (parsed === undefined) {
    clues.words.push(text.slice(0, limits.textLength));
  }
  return parsed;
}

function isNotBody(name: string): boolean {
  return name !== 'body';
}

/** The name that a text mentions first, if the text says that something was rejected. */
function firstMentioned(text: string, names: readonly string[]): string | undefined {
  if (!words.refused.test(text)) {
    return undefined;
  }
  const spelt = withoutSeparators(text);
  const places = names.map((name) => ({ name, at: placeOf(name, text, spelt) }));
  return places.filter(({ at }) => at >= 0).toSorted((a, b) => a.at - b.at)[0]?.name;
}

/** A name in lower case without separators: services also write `reasoningEffort` or `reasoning-effort`. */
function joined(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '');
}

/** A text like a joined name, and where its characters stand in the text. */
interface Joined {
  readonly letters: string;
  readonly places: readonly number[];
}

function withoutSeparators(text: string): Joined {
  const places: number[] = [];
  let letters = '';
  for (let at = 0; at < text.length; at += 1) {
    if (!/[-_]/.test(text.charAt(at))) {
      places.push(at);
      letters += text.charAt(at);
    }
  }
  // Where that changes the length, places would be wrong.
  const lower = letters.toLowerCase();
  return { letters: lower.length === letters.length ? lower : letters, places };
}

/** The names "stop" and "user" are also common words. They count only after one of these words … */
const beforeName =
  /(?:param(?:eter)?|argument|field|property|input|option)s?["']?(?: supplied)?\W{1,4}$/i;
/** … in a list that such a word begins, as in “Argument not supported on this model: seed, stop” … */
const beforeList =
  /(?:param(?:eter)?|argument|field|property|option)s?\b(?:[^.:;\n]|\.(?=\w)){0,60}: ?(?:\w{1,40}, ?){0,8}$/i;
/** … or in quotes or brackets. */
const quote = /["'`[(]/;

/** In characters, before a name. */
const maxBefore = 120;

/** A word that is no word of a sentence. */
const compound = /[-_ .]|[a-z][A-Z]/;

/** The place in `text` where the field is mentioned; -1 if it is not. */
function placeOf(name: string, text: string, { letters, places }: Joined): number {
  const wanted = joined(name);
  if (wanted === '') {
    return -1;
  }
  for (let at = letters.indexOf(wanted); at >= 0; at = letters.indexOf(wanted, at + 1)) {
    const start = places[at] ?? 0;
    const end = (places[at + wanted.length - 1] ?? 0) + 1;
    if (isMention(name, text, start, end)) {
      return start;
    }
  }
  return -1;
}

function isMention(name: string, text: string, start: number, end: number): boolean {
  const found = text.slice(start, end);
  const before = text.slice(Math.max(0, start - maxBefore), start);
  const after = text.charAt(end);
  const isWhole = !/[\w-]$/.test(before) && !/[\w-]/.test(after);
  const isUnmistakable = compound.test(name)
    ? compound.test(found)
    : joined(name) === 'temperature';
  const isQuoted = quote.test(before.slice(-1)) && /["'`\])]/.test(after);
  const isNamed =
    isUnmistakable ||
    isQuoted ||
    beforeName.test(before.slice(-20)) ||
    beforeList.test(before) ||
    after === '=';
  const isFirst = start === 0 && found === name && /[: ]/.test(after);
  return isWhole && (isNamed || isFirst);
}

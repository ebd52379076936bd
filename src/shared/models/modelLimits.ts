import { isRecord, type WireObject } from '../guards.ts';
import type { Model } from '../service/chatCompletion.ts';
import { countOf, elementsOf, fieldsOf, recordIn } from './modelEntry.ts';

/** The context length of a model in tokens, as the model list states it; undefined if it does not. */
export function contextLength(model: Model): number | undefined {
  const entry = recordIn(model);
  return (
    servedLength(entry) ?? lengthIn(limitsIn(placesIn(entry, maxLevels))) ?? providersLength(entry)
  );
}

/** The most tokens of a reply, as the model list states it; undefined if it does not. */
export function outputLimit(model: Model): number | undefined {
  const entry = recordIn(model);
  const { output } = limitsIn(placesIn(entry, maxLevels));
  // Beside a length of another kind, `max_tokens` is that of a reply; alone, some lists mean the context by it.
  const hasOther = lengthIn(limitsIn(placesIn(entry, 0))) !== undefined;
  return output ?? (hasOther ? countOf(entry['max_tokens']) : undefined);
}

function lengthIn({ context, trained, input }: Limits): number | undefined {
  return context ?? trained ?? input;
}

/** What a field limits: all tokens, those for which the model was trained, those of a prompt, or of a reply. */
type Limited = 'context' | 'trained' | 'input' | 'output';

type Limits = Partial<Record<Limited, number>>;

/** Words in names of limits that do not say what is limited. */
const measures = new Set(
  'n num max maximum total available supported length len size window limit count token tokens'.split(
    ' ',
  ),
);

/** What is limited, by the other words in the name. */
const subjects: Readonly<Record<string, Limited>> = {
  context: 'context',
  ctx: 'context',
  model: 'context',
  seq: 'context',
  sequence: 'context',
  'ctx train': 'trained',
  'position embeddings': 'trained',
  input: 'input',
  prompt: 'input',
  output: 'output',
  completion: 'output',
  response: 'output',
  new: 'output',
};

/** In characters. */
const maxNameLength = 60;

/** Most names have none of these words, and are not taken apart. */
const anySubject = /context|ctx|model|seq|embeddings|input|prompt|output|completion|response|new/i;

/**
 * What a field limits by its name ("Model object" 4), as `maxContextWindowTokens`, `n_ctx`, `llama.context_length`, or
 * `output` in an object `limit`. Undefined if it is another fact, such as `prompt_tokens` in a price.
 */
function limited(name: string, isInLimits: boolean): Limited | undefined {
  if (name.length > maxNameLength || !anySubject.test(name)) {
    return undefined;
  }
  const words = name
    .slice(name.lastIndexOf('.') + 1)
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_')
    .toLowerCase()
    .split(/[^a-z]+/);
  const subject = words.filter((word) => !measures.has(word)).join(' ');
  const of = Object.hasOwn(subjects, subject) ? subjects[subject] : undefined;
  const isLength = words.some((word) => /^(?:len|length|tokens?|limit)$/.test(word));
  if (
    /^(?:context|ctx)$/.test(subject) ||
    of === 'trained' ||
    (isLength && subject.startsWith('seq'))
  ) {
    return of;
  }
  const isMost = words.some((word) => /^(?:max|maximum|limit)$/.test(word));
  return isInLimits || (isLength && isMost) ? of : undefined;
}

/** An object in which limits may stand: the entry itself, or one within it. */
interface Place {
  readonly fields: ReturnType<typeof fieldsOf>;
  readonly isLimits: boolean;
}

/** Objects within an entry, and within these. */
const maxLevels = 2;

/** In an object with one of these names, a limit is another matter. */
const otherMatters = /rate|pric|cost/i;

/** A model, then the objects within it, then those within these, as far as `levels`. */
function placesIn(entry: WireObject, levels: number): readonly Place[] {
  let places: readonly Place[] = [{ fields: fieldsOf(entry), isLimits: false }];
  const found = [...places, { fields: propertiesIn(entry), isLimits: false }];
  for (let level = 0; level < levels; level += 1) {
    places = places.flatMap(({ fields }) =>
      fields
        .filter(([name, field]) => isRecord(field) && !otherMatters.test(name))
        .map(([name, field]) => ({ fields: fieldsOf(field), isLimits: /limit/i.test(name) })),
    );
    found.push(...places);
  }
  return found;
}

/** Cloudflare lists the facts of a model as elements with name and value. */
function propertiesIn(entry: WireObject): Place['fields'] {
  return elementsOf(entry['properties'])
    .filter(isRecord)
    .map(({ property_id: name, value }) => [String(name).slice(0, maxNameLength), value]);
}

/** The limits, each in the first place that has it: if it stands there twice, the smaller one, which all agree on. */
function limitsIn(places: readonly Place[]): Limits {
  const found: Limits = {};
  for (const { fields, isLimits } of places) {
    const here: Limits = {};
    for (const [name, value] of fields) {
      const count = countOf(value);
      const of = count === undefined ? undefined : limited(name, isLimits);
      if (count !== undefined && of !== undefined) {
        here[of] = Math.min(count, here[of] ?? count);
      }
    }
    Object.assign(found, { ...here, ...found });
  }
  return found;
}

/** LM Studio and Lemonade state the length with which a model is loaded, which is less than what the model can take. */
function servedLength(entry: WireObject): number | undefined {
  const [loaded] = elementsOf(entry['loaded_instances']);
  return (
    countOf(entry['loaded_context_length']) ??
    countOf(recordIn(loaded, 'config')['context_length']) ??
    countOf(recordIn(entry, 'recipe_options')['ctx_size'])
  );
}

/** The router of Hugging Face chooses among providers: what fits into the smallest context fits into all. */
function providersLength(entry: WireObject): number | undefined {
  const lengths = elementsOf(entry['providers'])
    .filter(isRecord)
    .filter(({ status }) => status === undefined || status === 'live')
    .map((provider) => countOf(provider['context_length']))
    .filter((length) => length !== undefined);
  return lengths.length === 0 ? undefined : Math.min(...lengths);
}

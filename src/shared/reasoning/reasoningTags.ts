/**
 * How models mark reasoning in the text of a reply (`docs/service-interface.md`, "Reasoning in the text" 1).
 * Tags are matched exactly: upper and lower case differ.
 */
export interface TagFamily {
  readonly opening: readonly string[];
  /** The first of them ends the reasoning. */
  readonly closing: readonly string[];
  /** Marks around the answer, which are left out of the text. */
  readonly dropped: readonly string[];
  /** Whether templates open the reasoning, so that only its end is in the text. */
  readonly closesAlone?: true;
  /** Special tokens of a model, which may stand anywhere once one of them was used. */
  readonly isToken?: true;
  /** Plain words: they only count once both are there, because any reply may contain the first. */
  readonly isPhrase?: true;
}

function markup(name: string, closesAlone?: true): TagFamily {
  const family = { opening: [`<${name}>`], closing: [`</${name}>`], dropped: [] };
  return closesAlone === undefined ? family : { ...family, closesAlone };
}

/** The header of a message of gpt-oss; the first one of a reply may lack its role. */
function harmonyHeader(channel: string): readonly string[] {
  const header = `<|channel|>${channel}<|message|>`;
  return [header, `<|start|>assistant${header}`];
}

const answerHeaders = [...harmonyHeader('final'), ...harmonyHeader('commentary')];

const families: readonly TagFamily[] = [
  markup('think', true),
  markup('thinking', true),
  markup('reason'),
  markup('reasoning'),
  markup('thought'),
  markup('Thought'),
  // Seed
  markup('seed:think', true),
  {
    opening: ['<|begin_of_thought|>'],
    closing: ['<|end_of_thought|>'],
    dropped: ['<|begin_of_solution|>', '<|end_of_solution|>'],
    closesAlone: true,
    isToken: true,
  },
  // Kimi
  { opening: ['◁think▷'], closing: ['◁/think▷'], dropped: [], closesAlone: true, isToken: true },
  // Mistral
  { opening: ['[THINK]'], closing: ['[/THINK]'], dropped: [], closesAlone: true },
  // gpt-oss
  {
    opening: harmonyHeader('analysis'),
    closing: ['<|end|>', ...answerHeaders],
    dropped: ['<|end|>', '<|return|>', ...answerHeaders],
    isToken: true,
  },
  // Gemma
  {
    opening: ['<|channel>thought'],
    closing: ['<channel|>'],
    dropped: [],
    closesAlone: true,
    isToken: true,
  },
  // Cohere
  {
    opening: ['<|START_THINKING|>'],
    closing: ['<|END_THINKING|>'],
    dropped: ['<|START_RESPONSE|>', '<|END_RESPONSE|>', '<|START_TEXT|>', '<|END_TEXT|>'],
    closesAlone: true,
    isToken: true,
  },
  // Apertus
  {
    opening: ['<|inner_prefix|>'],
    closing: ['<|inner_suffix|>'],
    dropped: [],
    closesAlone: true,
    isToken: true,
  },
  // Granite
  {
    opening: ['Here is my thought process:', "Here's my thought process:"],
    closing: ['Here is my response:', "Here's my response:"],
    dropped: [],
    isPhrase: true,
  },
];

/** What a tag does where it counts. */
export interface ReasoningTag {
  readonly text: string;
  readonly role: 'open' | 'close' | 'drop';
  readonly family: TagFamily;
}

function tagsOf(family: TagFamily): readonly ReasoningTag[] {
  const tag = (role: ReasoningTag['role']) => (text: string) => ({ text, role, family });
  return [
    ...family.opening.map(tag('open')),
    // Outside of reasoning, what ends it and introduces the answer only introduces the answer.
    ...family.closing.filter((text) => !family.dropped.includes(text)).map(tag('close')),
    ...family.dropped.map(tag('drop')),
  ];
}

/** Tags by their first two characters, so that a text is compared with few of them. */
export type TagTable = ReadonlyMap<string, readonly ReasoningTag[]>;

function tableOf(tags: readonly ReasoningTag[]): TagTable {
  const table = new Map<string, readonly ReasoningTag[]>();
  for (const tag of tags) {
    const start = tag.text.slice(0, 2);
    table.set(start, [...(table.get(start) ?? []), tag]);
  }
  return table;
}

/** The tags that matter in the text of a reply. */
export const textTags = tableOf(families.flatMap(tagsOf));

/** By family, the tags that matter in its reasoning. */
export const closingTags: ReadonlyMap<TagFamily, TagTable> = new Map(
  families.map((family) => [
    family,
    tableOf(family.closing.map((text) => ({ text, role: 'close', family }))),
  ]),
);

const [angle, bracket, triangle, phraseStart] = [0x3c, 0x5b, 0x25c1, 0x48];
const [lineFeed, carriageReturn, backtick] = [0x0a, 0x0d, 0x60];

/**
 * Whether no tag, line break or backtick is in a text. Most pieces of a reply are like this, and on these a
 * regular expression takes several times as long.
 */
export function isOrdinary(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (
      code === angle ||
      code === bracket ||
      code === triangle ||
      code === phraseStart ||
      code === lineFeed ||
      code === carriageReturn ||
      code === backtick
    ) {
      return false;
    }
  }
  return true;
}

/**
 * The first index from `from` on at which a tag may begin, or with `hasPhrases` a phrase; -1 if there is none.
 */
export function nextTagStart(text: string, from: number, hasPhrases: boolean): number {
  for (let index = from; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (
      code === angle ||
      code === bracket ||
      code === triangle ||
      (hasPhrases && code === phraseStart)
    ) {
      return index;
    }
  }
  return -1;
}

/**
 * The tag at `index` of `text`; `partial` if the text ends within what may be one; undefined if there is
 * none. Takes the same time for every text.
 */
export function tagAt(
  text: string,
  index: number,
  table: TagTable,
): ReasoningTag | 'partial' | undefined {
  const left = text.length - index;
  if (left === 1) {
    return 'partial';
  }
  const candidates = table.get(text.slice(index, index + 2)) ?? [];
  const tag = candidates.find((candidate) => text.startsWith(candidate.text, index));
  if (tag !== undefined) {
    return tag;
  }
  const isPartial = candidates.some(
    (candidate) => candidate.text.length > left && candidate.text.startsWith(text.slice(index)),
  );
  return isPartial ? 'partial' : undefined;
}

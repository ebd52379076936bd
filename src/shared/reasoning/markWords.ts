/** What a mark does where it counts: it begins or ends the reasoning, the answer, or the whole message. */
export type MarkRole = 'think' | 'endThink' | 'answer' | 'endAnswer' | 'turn' | 'endTurn';

/** What the words in the name of a special token say. Between them stand `_`, `▁` and the like. */
const words = {
  end: setOf('end endoftext eos eot eom eod suffix return'),
  /** Some models end their message with the mark of the next one. */
  next: setOf('user observation'),
  thought: setOf('think thinking thought thoughts reasoning inner'),
  answer: setOf('answer response solution box'),
  turn: setOf(
    'begin start bos im turn assistant message content header sentence text document generation of id token',
  ),
};

function setOf(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

/** The role of a special token such as `<|end_of_thought|>`, by its name; undefined if it is none of these. */
export function tokenRole(name: string): MarkRole | undefined {
  const said = name.toLowerCase().match(/[a-z]+/g) ?? [];
  const has = (those: ReadonlySet<string>): boolean => said.some((word) => those.has(word));
  const isEnd = name.startsWith('/') || has(words.end);
  if (has(words.thought)) {
    return isEnd ? 'endThink' : 'think';
  }
  if (has(words.answer)) {
    return isEnd ? 'endAnswer' : 'answer';
  }
  const isOfTurn = said.every(
    (word) => words.end.has(word) || words.next.has(word) || words.turn.has(word),
  );
  if (said.length === 0 || !isOfTurn) {
    return undefined;
  }
  return isEnd || has(words.next) ? 'endTurn' : 'turn';
}

/** Tags in the form of markup. As any markup may have such names, they are few. */
const tagRoles: ReadonlyMap<string, MarkRole> = new Map([
  ...pair(['think', 'thinking', 'thought', 'reason', 'reasoning'], 'think', 'endThink'),
  ...pair(['answer', 'response', 's'], 'answer', 'endAnswer'),
  ['eos', 'endTurn'],
  ['end_of_turn', 'endTurn'],
]);

function pair(
  names: readonly string[],
  opening: MarkRole,
  closing: MarkRole,
): readonly (readonly [string, MarkRole])[] {
  return names.flatMap((name) => [[name, opening] as const, [`/${name}`, closing] as const]);
}

const tagNames = [...tagRoles.keys()];

/** Some models have a namespace in their tags, as in `<seed:think>`. */
const maxNamespaceLength = 12;

/** The role of a tag in the form of markup, by its name with a slash and a namespace, such as `/mm:think`. */
export function tagRole(name: string): MarkRole | undefined {
  return tagRoles.get(withoutNamespace(name).toLowerCase());
}

/** Whether the name of a tag with a role may begin like this. */
export function mayBeTag(start: string): boolean {
  const local = withoutNamespace(start).toLowerCase();
  const isNamespace = !start.includes(':') && start.replace('/', '').length <= maxNamespaceLength;
  return isNamespace || tagNames.some((name) => name.startsWith(local));
}

function withoutNamespace(name: string): string {
  return name.replace(/^(\/?)[a-z]\w{0,11}:/i, '$1');
}

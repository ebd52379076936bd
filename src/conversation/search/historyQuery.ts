import { searchForm } from './searchText.ts';

/** The fields of a query, written as `field:value`. */
export const queryFields = [
  'model',
  'connection',
  'workspace',
  'tag',
  'after',
  'before',
  'is',
] as const;

/** The name of a field of a query. */
export type QueryField = (typeof queryFields)[number];

/** A query of the chat search. A chat matches if it meets all words and all conditions. */
export interface HistoryQuery {
  /** In the form of `searchForm`. A text in quotes is one word. */
  readonly words: readonly string[];
  readonly conditions: readonly QueryCondition[];
}

/** A field with its required value, in the form of `searchForm`. */
export interface QueryCondition {
  readonly field: QueryField;
  readonly value: string;
}

/** The properties of a chat that conditions apply to. */
export interface QuerySubject {
  readonly model: string;
  readonly connection: string;
  /** All models that replied; missing if there is only one. `connections` likewise. */
  readonly models?: readonly string[] | undefined;
  readonly connections?: readonly string[] | undefined;
  readonly workspace?: string | undefined;
  readonly tags: readonly string[];
  readonly pinned: boolean;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
}

/** In characters. Of a longer text, which a user may paste, only the beginning is searched for. */
const maxQueryLength = 1000;

const token = /(?:(?<field>[a-z]+):)?"(?<quoted>[^"]*)"?|(?<bare>\S+)/giu;

/**
 * Reads a query as it was typed; of a long text only its beginning. An unknown field, such as the scheme of a
 * URL, is part of a word.
 */
export function parseHistoryQuery(typed: string): HistoryQuery {
  const words: string[] = [];
  const conditions: QueryCondition[] = [];
  for (const [whole, name, quoted] of beginning(typed).matchAll(token)) {
    const colon = whole.indexOf(':');
    const field = fieldNamed(name ?? whole.slice(0, Math.max(colon, 0)));
    const value = searchForm(quoted ?? (field === undefined ? whole : whole.slice(colon + 1)));
    if (field === undefined) {
      words.push(quoted !== undefined && name !== undefined ? searchForm(whole) : value);
    } else {
      conditions.push({ field, value });
    }
  }
  return {
    words: words.filter((word) => word.trim() !== ''),
    conditions: conditions.filter(({ value }) => value !== ''),
  };
}

/** The part of a query that is read. A word that is cut is left out: a short one is found as a whole word only. */
function beginning(typed: string): string {
  if (typed.length <= maxQueryLength) {
    return typed;
  }
  const start = typed.slice(0, maxQueryLength);
  const words = start.slice(0, lastWordStart(start));
  return words.trim() === '' ? start : words;
}

/** The offset at which the last word of a text begins; its length if it ends with white space. */
function lastWordStart(text: string): number {
  let start = text.length;
  while (start > 0 && !/\s/u.test(text[start - 1] ?? '')) {
    start -= 1;
  }
  return start;
}

/** The condition at the end of a query that is still being typed, and the text before it. */
export function openField(
  typed: string,
): { readonly field: QueryField; readonly value: string; readonly before: string } | undefined {
  if (typed.length > maxQueryLength) {
    return undefined;
  }
  const start = lastWordStart(typed);
  const [, name = '', value = ''] = /^([a-z]+):"?([^\s"]*)$/iu.exec(typed.slice(start)) ?? [];
  const field = fieldNamed(name);
  return field && { field, value: searchForm(value), before: typed.slice(0, start) };
}

/** All models or all connections that replied in a chat. */
export function namesIn(
  subject: Pick<QuerySubject, 'model' | 'connection' | 'models' | 'connections'>,
  field: 'model' | 'connection',
): readonly string[] {
  return subject[`${field}s`] ?? [subject[field]];
}

/** Whether a chat meets all conditions. `here` is the name of the current workspace. */
export function meetsConditions(
  subject: QuerySubject,
  conditions: readonly QueryCondition[],
  here: string | undefined,
): boolean {
  return conditions.every((condition) => meets(subject, condition, here));
}

function meets(
  subject: QuerySubject,
  { field, value }: QueryCondition,
  here: string | undefined,
): boolean {
  switch (field) {
    case 'model':
    case 'connection':
      return namesIn(subject, field).some((name) => searchForm(name).includes(value));
    case 'workspace':
      return value === 'here'
        ? subject.workspace !== undefined && subject.workspace === here
        : searchForm(subject.workspace ?? '').includes(value);
    case 'tag':
      return subject.tags.some((tag) => searchForm(tag).includes(value));
    case 'after':
      return subject.changedAt >= (dayStart(value) ?? -Infinity);
    case 'before':
      return subject.changedAt < (dayStart(value) ?? Infinity);
    case 'is':
      return !isProperty(value) || subject.pinned;
  }
}

/** The only property that `is:` asks for; its beginning is enough. */
function isProperty(value: string): boolean {
  return 'pinned'.startsWith(value);
}

/** The conditions of a query whose value is no date or an unknown property. Every chat meets them. */
export function unknownConditions({ conditions }: HistoryQuery): readonly QueryCondition[] {
  return conditions.filter(({ field, value }) =>
    field === 'is'
      ? !isProperty(value)
      : (field === 'after' || field === 'before') && dayStart(value) === undefined,
  );
}

/**
 * The beginning of a date such as `2026-10-01`, `2026-10` or `2026`, in milliseconds since 1970 and in the
 * time zone of this computer. Undefined if the text is no date, or not yet a complete one.
 */
function dayStart(date: string): number | undefined {
  const match = /^(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?$/.exec(date);
  const [year = NaN, month = 1, day = 1] = match?.slice(1).map((part) => Number(part ?? 1)) ?? [];
  const start = new Date(year, month - 1, day);
  const isDate =
    start.getFullYear() === year && start.getMonth() === month - 1 && start.getDate() === day;
  return isDate ? start.getTime() : undefined;
}

function fieldNamed(name: string): QueryField | undefined {
  return queryFields.find((field) => field === name.toLowerCase());
}

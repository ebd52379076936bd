import { searchForm } from './searchText.ts';

/** What can be asked of a conversation beside its words, as `field:value`. */
export const queryFields = [
  'model',
  'connection',
  'workspace',
  'tag',
  'after',
  'before',
  'is',
] as const;

/** One of the words before a colon. */
export type QueryField = (typeof queryFields)[number];

/** A question as it was typed into the search. */
export interface HistoryQuery {
  /** All of them have to occur, in the form of `searchForm`; what stood in quotes is one. */
  readonly words: readonly string[];
  readonly conditions: readonly QueryCondition[];
}

/** A field with what it is to be; the value is in the form of `searchForm`. */
export interface QueryCondition {
  readonly field: QueryField;
  readonly value: string;
}

/** What is asked of. Times are milliseconds since 1970. */
export interface QuerySubject {
  readonly model: string;
  readonly connection: string;
  /** All of them, where there is more than one. */
  readonly models?: readonly string[] | undefined;
  readonly connections?: readonly string[] | undefined;
  readonly workspace?: string | undefined;
  readonly tags: readonly string[];
  readonly pinned: boolean;
  readonly changedAt: number;
}

const token = /(?:(?<field>[a-z]+):)?"(?<quoted>[^"]*)"?|(?<bare>\S+)/giu;

/** Reads what was typed. A field that is not known, as in an address, is a word like any other. */
export function parseHistoryQuery(typed: string): HistoryQuery {
  const words: string[] = [];
  const conditions: QueryCondition[] = [];
  for (const [whole, name, quoted] of typed.matchAll(token)) {
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

/** The field that is being typed at the end of the text, with what there is of its value. */
export function openField(
  typed: string,
): { readonly field: QueryField; readonly value: string; readonly before: string } | undefined {
  const match = /(?<before>^|.*\s)(?<name>[a-z]+):"?(?<value>[^\s"]*)$/isu.exec(typed);
  const field = fieldNamed(match?.groups?.['name'] ?? '');
  return (
    field && {
      field,
      value: searchForm(match?.groups?.['value'] ?? ''),
      before: match?.groups?.['before'] ?? '',
    }
  );
}

/** The models or the connections that have replied. */
export function namesIn(
  subject: Pick<QuerySubject, 'model' | 'connection' | 'models' | 'connections'>,
  field: 'model' | 'connection',
): readonly string[] {
  return subject[`${field}s`] ?? [subject[field]];
}

/** Whether everything that is asked beside words is so. `here` is the name of this workspace. */
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
      return !'pinned'.startsWith(value) || subject.pinned;
  }
}

/**
 * When a day begins on this computer, of a date such as `2026-10-01`, `2026-10` or `2026`; nothing
 * while it is none yet.
 */
function dayStart(date: string): number | undefined {
  const match = /^(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?$/.exec(date);
  if (match === null) {
    return undefined;
  }
  const [, year, month = '1', day = '1'] = match;
  return new Date(Number(year), Number(month) - 1, Number(day)).getTime();
}

function fieldNamed(name: string): QueryField | undefined {
  return queryFields.find((field) => field === name.toLowerCase());
}

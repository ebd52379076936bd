import * as vscode from 'vscode';
import {
  namesIn,
  openField,
  parseHistoryQuery,
  queryFields,
  type QueryField,
  unknownConditions,
} from '../../../conversation/search/historyQuery.ts';
import { searchForm } from '../../../conversation/search/searchText.ts';
import { visibleText } from '../../../shared/visibleText.ts';
import { chatCount } from '../../base/phrases.ts';
import type { ChatSummary } from '../chatSummary.ts';
import { labelText } from '../../base/safeText.ts';

/** A row that completes what is typed. */
export interface CompletionItem extends Omit<vscode.QuickPickItem, 'buttons'> {
  /** What the input box holds once the row is taken. */
  readonly insert: string;
}

/** Number of values that are offered at once. */
const mostValues = 20;

const dayMs = 24 * 60 * 60 * 1000;

const descriptions: Readonly<Record<QueryField, () => string>> = {
  model: () => vscode.l10n.t('model that replied'),
  connection: () => vscode.l10n.t('connection that replied'),
  workspace: () => vscode.l10n.t('workspace in which the chat was started'),
  tag: () => vscode.l10n.t('tag of the chat'),
  after: () => vscode.l10n.t('changed on or after a date'),
  before: () => vscode.l10n.t('changed before a date'),
  is: () => vscode.l10n.t('pinned chats only'),
};

/** A row for each field of the query, which adds the field to what is typed. */
export function fieldItems(typed: string): readonly CompletionItem[] {
  const before = typed === '' || typed.endsWith(' ') ? typed : `${typed} `;
  return queryFields.map((field) => ({
    label: `$(filter) ${field}:`,
    description: descriptions[field](),
    alwaysShow: true,
    insert: `${before}${field}:`,
  }));
}

/** Rows with values for the field at the end of what is typed; none if it does not end with a field. `now` is in milliseconds since 1970. */
export function valueItems(
  typed: string,
  summaries: readonly ChatSummary[],
  now: number,
): readonly CompletionItem[] {
  const open = openField(typed);
  if (open === undefined) {
    return [];
  }
  const { field, value: part, before } = open;
  return [...valuesOf(field, summaries, now)]
    .filter(([value]) => searchForm(value).includes(part) && searchForm(value) !== part)
    .slice(0, mostValues)
    .map(([value, description]) => {
      const written = `${field}:${/\s/.test(value) ? `"${value}"` : value}`;
      return {
        label: `$(filter) ${labelText(written)}`,
        description,
        alwaysShow: true,
        insert: `${before}${written} `,
      };
    });
}

/** A sentence about the first invalid part of a query; undefined if there is none. */
export function queryProblem(typed: string): string | undefined {
  const [problem] = unknownConditions(parseHistoryQuery(typed));
  if (problem === undefined) {
    return undefined;
  }
  const written = `${problem.field}:${visibleText(problem.value)}`;
  return problem.field === 'is'
    ? vscode.l10n.t('“{0}” is not a known filter. Use is:pinned.', written)
    : vscode.l10n.t(
        '“{0}” has no valid date. Use the format 2026-10-01, 2026-10 or 2026.',
        written,
      );
}

/** Each value with its description. */
function valuesOf(
  field: QueryField,
  summaries: readonly ChatSummary[],
  now: number,
): ReadonlyMap<string, string> {
  switch (field) {
    case 'model':
    case 'connection':
      return counted(summaries.flatMap((summary) => namesIn(summary, field)));
    case 'workspace': {
      const here = [['here', vscode.l10n.t('this workspace')]] as const;
      return new Map([...here, ...counted(summaries.flatMap(({ workspace }) => workspace ?? []))]);
    }
    case 'tag':
      return counted(summaries.flatMap(({ tags }) => tags));
    case 'after':
    case 'before':
      return days(now);
    case 'is':
      return new Map([['pinned', '']]);
  }
}

/** The values with the number of chats that have them, the most frequent first. */
function counted(values: readonly string[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  values.forEach((value) => counts.set(value, (counts.get(value) ?? 0) + 1));
  const sorted = [...counts].filter(([value]) => value !== '').toSorted(([, a], [, b]) => b - a);
  return new Map(sorted.map(([value, count]) => [value, chatCount(count)]));
}

function days(now: number): ReadonlyMap<string, string> {
  return new Map([
    [dayText(now), vscode.l10n.t('Today')],
    [dayText(now - 7 * dayMs), vscode.l10n.t('a week ago')],
    [dayText(now - 30 * dayMs), vscode.l10n.t('30 days ago')],
    [dayText(now - 365 * dayMs), vscode.l10n.t('a year ago')],
  ]);
}

/** A day of this computer's calendar, as `2026-10-01`. */
function dayText(at: number): string {
  const date = new Date(at);
  const parts = [date.getMonth() + 1, date.getDate()].map((part) => `${part}`.padStart(2, '0'));
  return [date.getFullYear(), ...parts].join('-');
}

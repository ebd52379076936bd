import * as vscode from 'vscode';
import { displayLanguage } from '../../../shared/language.ts';
import type { ChatSummary } from '../chatSummary.ts';
import type { SearchHit } from '../search/historySearch.ts';

/** The chats under one heading. */
export interface ChatGroup {
  readonly name?: string;
  readonly members: readonly SearchHit[];
}

const dayMs = 24 * 60 * 60 * 1000;

/** Groups chats that come newest first: the pinned ones, then all others by day. `now` is in milliseconds since 1970. */
export function dayGroups(summaries: readonly ChatSummary[], now: number): readonly ChatGroup[] {
  const groups = new Map<string, SearchHit[]>();
  for (const summary of [
    ...summaries.filter(({ pinned }) => pinned),
    ...summaries.filter(({ pinned }) => !pinned),
  ]) {
    const name = summary.pinned ? vscode.l10n.t('Pinned') : dayName(summary.changedAt, now);
    const group = groups.get(name) ?? [];
    group.push({ summary });
    groups.set(name, group);
  }
  return [...groups].map(([name, members]) => ({ name, members }));
}

/** The heading for a time in milliseconds since 1970, by this computer's calendar. */
function dayName(at: number, now: number): string {
  const today = new Date(now).setHours(0, 0, 0, 0);
  if (at >= today) {
    return vscode.l10n.t('Today');
  }
  if (at >= new Date(today - dayMs / 2).setHours(0, 0, 0, 0)) {
    return vscode.l10n.t('Yesterday');
  }
  if (at >= today - 6 * dayMs) {
    return vscode.l10n.t('Last 7 Days');
  }
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? vscode.l10n.t('Older') : dateFormat('month').format(date);
}

/** Each format is made once: making one takes longer than thousands of uses. */
const formats = new Map<keyof typeof formatOptions, Intl.DateTimeFormat>();

const formatOptions = {
  month: { month: 'long', year: 'numeric' },
  time: { timeStyle: 'short' },
  date: { dateStyle: 'medium' },
  moment: { dateStyle: 'medium', timeStyle: 'short' },
} as const;

function dateFormat(name: keyof typeof formatOptions): Intl.DateTimeFormat {
  const format =
    formats.get(name) ?? new Intl.DateTimeFormat(displayLanguage(), formatOptions[name]);
  formats.set(name, format);
  return format;
}

/** The time of day for a time of today, else the date; empty for a number that is not a time. In milliseconds since 1970. */
export function timeText(at: number, now: number): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) {
    return '';
  }
  const isToday = at >= new Date(now).setHours(0, 0, 0, 0);
  return dateFormat(isToday ? 'time' : 'date').format(date);
}

/** Date and time of a moment in milliseconds since 1970; `?` for a number that is not a time. */
export function momentText(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? '?' : dateFormat('moment').format(date);
}

import { isFiniteNumber, isRecord, isString } from '../shared/guards.ts';
import type { ForeignMessage } from './foreignMessage.ts';

/** What an object of another program has, none of it looked at yet. */
export type Fields = Readonly<Record<string, unknown>>;

/** The fields of an object; none of what is no object. */
export function fieldsOf(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

/** The elements of a list; none of what is no list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text, or nothing. */
export function textOf(value: unknown): string | undefined {
  return isString(value) ? value : undefined;
}

/** Seconds since 1970 as milliseconds; nothing where they are too many for a number. */
export function secondsOf(value: unknown): number | undefined {
  const at = isFiniteNumber(value) ? value * 1000 : undefined;
  return isFiniteNumber(at) ? at : undefined;
}

/** A role that is ours, too. */
export function roleOf(role: unknown): ForeignMessage['role'] | undefined {
  return role === 'user' || role === 'assistant' || role === 'system' ? role : undefined;
}

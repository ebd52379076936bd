import {
  type Guarded,
  isFiniteNumber,
  isObjectOf,
  isString,
  optional,
  type WireObject,
} from '../guards.ts';
import type { Model } from '../service/chatCompletion.ts';
import { isName, namesIn, recordIn } from './modelEntry.ts';

export const isRetirement = isObjectOf({
  /** The last day or the first day without it, as `2026-08-31`; missing if the service states no date. */
  date: optional((value): value is string => isString(value) && /^\d{4}-\d{2}-\d{2}$/.test(value)),
  /** The ID of the model that replaces it. */
  replacement: optional(isString),
});

/** What a service says about the end of a model. */
export interface Retirement extends Guarded<typeof isRetirement> {}

/** The end of a model, as the model list states it; undefined if it states none. */
export function modelRetirement(model: Model): Retirement | undefined {
  const places = placesIn(recordIn(model));
  const date = places
    .flatMap((place) => dateFields.map((field) => dayOf(place[field])))
    .find((day) => day !== undefined);
  if (date === undefined && !places.some(isDeprecated)) {
    return undefined;
  }
  const replacement = places
    .flatMap((place) => replacementFields.map((field) => place[field]))
    .find(isName);
  return { date, replacement };
}

const maxAliases = 20;

/** Other IDs of a model, which the service takes as well. */
export function modelAliases(model: Model): readonly string[] {
  const { id } = model;
  // Google lists its models with this prefix and takes them without it.
  const plain = id.startsWith('models/') ? [id.slice('models/'.length)] : [];
  return [...plain, ...namesIn(recordIn(model)['aliases'])]
    .filter((alias) => alias !== id && alias !== '')
    .slice(0, maxAliases);
}

const dateFields = [
  'deprecation',
  'deprecation_date',
  'expiration_date',
  'retirement_date',
  'shutdown_date',
  // Azure states dates for each use of a model within `deprecation`.
  'inference',
  'date',
];

const replacementFields = [
  'deprecation_replacement_model',
  'replacement_model',
  'replacement',
  'replaced_by',
];

/** A model, and the objects within it that may speak of its end. */
function placesIn(entry: WireObject): readonly WireObject[] {
  const [info, spec] = [recordIn(entry, 'model_info'), recordIn(entry, 'model_spec')];
  const { date: _date, inference: _inference, ...own } = entry;
  return [own, info, recordIn(entry, 'deprecation'), recordIn(spec, 'deprecation')];
}

function isDeprecated(place: WireObject): boolean {
  return (
    place['deprecated'] === true ||
    place['deprecation'] === true ||
    place['lifecycle_status'] === 'deprecated' ||
    place['status'] === 'deprecated'
  );
}

const [firstSecond, lastSecond] = [Date.UTC(2020, 0) / 1000, Date.UTC(2100, 0) / 1000];

/** The day of a date, of a time or of Unix seconds; undefined for anything else. */
function dayOf(value: unknown): string | undefined {
  if (isFiniteNumber(value)) {
    return value > firstSecond && value < lastSecond
      ? new Date(value * 1000).toISOString().slice(0, 10)
      : undefined;
  }
  const day = isString(value)
    ? /^\d{4}-\d{2}-\d{2}(?=$|[T ])/.exec(value.slice(0, 40))?.[0]
    : undefined;
  return day !== undefined && !Number.isNaN(Date.parse(day)) ? day : undefined;
}

/** Whether the day of a retirement has come. */
export function hasRetired({ date }: Retirement, nowMs: number): boolean {
  return date !== undefined && Date.parse(date) <= nowMs;
}

import { isRecord, isString, type WireObject } from '../../shared/guards.ts';
import type { Redactor } from './redactor.ts';

/**
 * What a service says in an object, without any known secret in its texts, however deep they lie. The names of
 * fields stay. Most objects have none and are looked through once.
 */
export function maskedFields(fields: WireObject, { redact }: Pick<Redactor, 'redact'>): WireObject {
  const written = JSON.stringify(fields);
  return redact(written) === written ? fields : maskedObject(fields, redact);
}

function maskedObject(fields: WireObject, redact: Redactor['redact']): WireObject {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, masked(value, redact)]),
  );
}

function masked(value: unknown, redact: Redactor['redact']): unknown {
  if (isString(value)) {
    return redact(value);
  }
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    return list.map((one) => masked(one, redact));
  }
  return isRecord(value) ? maskedObject(value, redact) : value;
}

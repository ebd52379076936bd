import { durationMs } from './duration.ts';

/** Headers that say when a limit ends, such as `x-ratelimit-reset-requests`. */
const resetName =
  /^(?:x-|anthropic-)?rate-?limit-(?:(?:[a-z]{1,20}-){0,3}reset|reset(?:-[a-z]{1,20}){0,3})$/;

/** The header of the drafts of the IETF (draft-ietf-httpapi-ratelimit-headers), which has all in one. */
const wholeName = /^(?:x-)?rate-?limit$/;

/** Of more headers, the rest is not read. */
const maxHeaders = 200;

/**
 * How long until the limits end that are used up, in milliseconds after the response was sent; the longest counts. A
 * limit of which something is left is not the reason. Undefined if no header says so.
 */
export function limitWaitMs(headers: Headers, sentAtMs: number): number | undefined {
  const all = [...headers].slice(0, maxHeaders);
  const resets = all
    .filter(([name]) => resetName.test(name))
    .filter(([name]) => isUsedUp(headers.get(name.replace('reset', 'remaining'))))
    .map(([, value]) => value);
  const stated = all.flatMap(([name, value]) => (wholeName.test(name) ? usedUpIn(value) : []));
  const waits = [...resets, ...stated].map((value) => untilMs(value.trim(), sentAtMs));
  const left = headers.get('x-ratelimit-timeremaining');
  const known = [...waits, left === null ? undefined : durationMs(left)].filter(
    (wait) => wait !== undefined,
  );
  return known.length === 0 ? undefined : Math.max(...known);
}

/** Without a header for what is left, the limit that is stated is the one that was reached. */
function isUsedUp(remaining: string | null): boolean {
  return remaining === null || Number(remaining) <= 0;
}

/** In characters. */
const maxLength = 2000;

/**
 * When the limits end that are used up: `limit=100, remaining=0, reset=30` of the older drafts is one limit, and each
 * element of `"burst";r=0;t=1, "day";r=9;t=3600` of the newer ones.
 */
function usedUpIn(value: string): readonly string[] {
  const text = value.slice(0, maxLength);
  const limits = /\br=/i.test(text) ? text.split(',') : [text];
  return limits.flatMap((limit) => {
    const fields = new Map(
      Array.from(
        limit.matchAll(/\b([a-z]{1,20})=(\d{1,15}(?:\.\d{1,9})?)/gi),
        ([, name, number]) => [name?.toLowerCase(), number],
      ),
    );
    const [remaining, reset] = [
      fields.get('r') ?? fields.get('remaining'),
      fields.get('t') ?? fields.get('reset'),
    ];
    return reset !== undefined && remaining !== undefined && Number(remaining) === 0 ? [reset] : [];
  });
}

/** Larger numbers are Unix seconds, and larger ones still Unix milliseconds: OpenRouter sends these. */
const [leastUnixSeconds, leastUnixMs] = [100_000_000, 100_000_000_000];

/** How long until `value`, a time or a duration, in milliseconds after the response was sent. */
export function untilMs(value: string, sentAtMs: number): number | undefined {
  const count = /^\d{1,15}(?:\.\d{1,15})?$/.test(value) ? Number(value) : 0;
  if (count >= leastUnixSeconds) {
    return (count >= leastUnixMs ? count : count * 1000) - sentAtMs;
  }
  const isTime = /^\d{4}-\d{2}-\d{2}T[\d:.]{5,15}(?:Z|[+-]\d{2}:\d{2})$/.test(value);
  const time = isTime ? Date.parse(value) : NaN;
  return Number.isNaN(time) ? durationMs(value) : time - sentAtMs;
}

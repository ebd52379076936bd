const yearMs = 365 * 24 * 60 * 60 * 1000;

/**
 * The time that the service asks to wait, in milliseconds: `Retry-After` (RFC 9110, section 10.2.3:
 * seconds, here also with decimals, or an HTTP date) or `retry-after-ms`, whichever is longer, at most
 * a year. A date counts from the `Date` of the response, so that a wrong clock on this computer does
 * not matter; without it, from `nowMs`. A value of another form counts as missing
 * (`docs/service-interface.md`, "Errors" 10). With `readsLimits`, the headers that say when a limit ends count
 * if there is none of these.
 */
export function retryAfterMs(
  headers: Headers,
  nowMs: number,
  { readsLimits }: { readonly readsLimits: boolean },
): number | undefined {
  const sentAtMs = parseHttpDate(headers.get('date') ?? '', nowMs) ?? nowMs;
  const waits = [
    numberOf(headers.get('retry-after-ms')),
    secondsOrDate(headers.get('retry-after') ?? '', sentAtMs),
  ].filter((wait) => wait !== undefined);
  return waits.length > 0
    ? boundedWait(Math.max(...waits))
    : readsLimits
      ? boundedWait(limitWaitMs(headers, sentAtMs))
      : undefined;
}

/** A time to wait as it is kept: no fraction, not negative, at most a year. */
export function boundedWait(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : Math.min(yearMs, Math.ceil(Math.max(0, ms)));
}

function numberOf(value: string | null): number | undefined {
  return value !== null && /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : undefined;
}

function secondsOrDate(value: string, sentAtMs: number): number | undefined {
  const seconds = numberOf(value);
  const untilMs = seconds === undefined ? parseHttpDate(value, sentAtMs) : undefined;
  return untilMs === undefined ? seconds && seconds * 1000 : untilMs - sentAtMs;
}

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
function limitWaitMs(headers: Headers, sentAtMs: number): number | undefined {
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

/** Of a header, in characters. */
const maxHeaderLength = 2000;

/**
 * When the limits end that are used up: `limit=100, remaining=0, reset=30` of the older drafts is one limit, and each
 * element of `"burst";r=0;t=1, "day";r=9;t=3600` of the newer ones.
 */
function usedUpIn(value: string): readonly string[] {
  const text = value.slice(0, maxHeaderLength);
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

/** The names of units, and their length in milliseconds. */
const units: readonly (readonly [names: RegExp, ms: number])[] = [
  [/^(?:ms|milliseconds?)$/, 1],
  [/^(?:s|secs?|seconds?|秒)$/, 1000],
  [/^(?:m|mins?|minutes?|分|分钟)$/, 60_000],
  [/^(?:h|hrs?|hours?|小时)$/, 3_600_000],
  [/^(?:d|days?|天)$/, 86_400_000],
];

const opening = /^(?:about|approximately|around|another|~) ?/;
const part = /^(\d{1,12}(?:\.\d{1,12})?) ?([a-z]{1,12}(?![a-z])|秒|分钟?|小时|天)/;
const betweenParts = /^(?:,? and |, | )?(?=\d)/;

/** In characters. */
const maxLength = 80;

/**
 * The milliseconds of a duration as services write it: `6m0s`, `1h2m3.5s`, `120ms`, `about 20 seconds`, `1 minute and
 * 30 seconds`, or seconds without a unit. Undefined for anything else.
 */
export function durationMs(text: string): number | undefined {
  const written = text.trim();
  if (/^\d{1,15}(?:\.\d{1,15})?$/.test(written)) {
    return Number(written) * 1000;
  }
  const { ms, rest } = leadingDuration(written);
  return rest === '' && written.length <= maxLength ? ms : undefined;
}

/** The milliseconds of the duration, with units, that a text begins with; undefined if it begins with none. */
export function leadingDurationMs(text: string): number | undefined {
  return leadingDuration(text).ms;
}

function leadingDuration(text: string): { readonly ms: number | undefined; readonly rest: string } {
  let rest = text.slice(0, maxLength).toLowerCase().replace(opening, '');
  let ms: number | undefined;
  for (;;) {
    const after = ms === undefined ? rest : rest.replace(betweenParts, '');
    const [whole = '', count, name = ''] = part.exec(after) ?? [];
    const [, unitMs] = units.find(([names]) => names.test(name)) ?? [];
    if (unitMs === undefined) {
      return { ms, rest };
    }
    ms = (ms ?? 0) + Number(count) * unitMs;
    rest = after.slice(whole.length);
  }
}

/** The three forms of an HTTP date (RFC 9110, section 5.6.7). */
const forms = [
  /^(?<weekday>[A-Z][a-z]{2}), (?<day>\d{2}) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/,
  /^(?<weekday>[A-Z][a-z]{5,8}), (?<day>\d{2})-(?<month>[A-Z][a-z]{2})-(?<year>\d{2}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/,
  /^(?<weekday>[A-Z][a-z]{2}) (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) (?<time>\d{2}:\d{2}:\d{2}) (?<year>\d{4})$/,
];

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/**
 * The time of an HTTP date (RFC 9110, section 5.6.7), in milliseconds since 1970; `undefined` if it is
 * none, such as 31 February. A year of two digits is the one that is at most 50 years after `nowMs`.
 */
function parseHttpDate(value: string, nowMs: number): number | undefined {
  const { weekday, day, month, year, time } =
    forms.map((form) => form.exec(value)?.groups).find((groups) => groups !== undefined) ?? {};
  const [hours = NaN, minutes = NaN, seconds = NaN] = (time ?? '').split(':').map(Number);
  const isTime = hours < 24 && minutes < 60 && seconds <= 60;
  const isWeekday = weekdays.some((name) => name === weekday || name.slice(0, 3) === weekday);
  const monthIndex = months.indexOf(month ?? '');
  if (!isTime || !isWeekday || monthIndex < 0) {
    return undefined;
  }
  const fullYear = year?.length === 2 ? nearYear(Number(year), nowMs) : Number(year);
  const midnightMs = Date.UTC(fullYear, monthIndex, Number(day));
  // Date.UTC takes 31 February for 3 March.
  return new Date(midnightMs).getUTCDate() === Number(day)
    ? midnightMs + ((hours * 60 + minutes) * 60 + seconds) * 1000
    : undefined;
}

/** The last year with these two digits that is at most 50 years away. */
function nearYear(digits: number, nowMs: number): number {
  const last = new Date(nowMs).getUTCFullYear() + 50;
  return last - ((last - digits) % 100);
}

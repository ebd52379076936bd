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

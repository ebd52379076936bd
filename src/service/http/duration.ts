/** The names of units, and their length in milliseconds. */
const units: readonly (readonly [names: RegExp, ms: number])[] = [
  [/^(?:ms|milliseconds?)$/, 1],
  [/^(?:s|secs?|seconds?)$/, 1000],
  [/^(?:m|mins?|minutes?)$/, 60_000],
  [/^(?:h|hours?)$/, 3_600_000],
  [/^(?:d|days?)$/, 86_400_000],
];

/** In characters. */
const maxLength = 60;

/**
 * The milliseconds of a duration as services write it: `6m0s`, `1h2m3.5s`, `120ms`, `about 20 seconds`, `1 minute and
 * 30 seconds`, or seconds without a unit. Undefined for anything else.
 */
export function durationMs(text: string): number | undefined {
  const written =
    text.length > maxLength
      ? ''
      : text
          .trim()
          .toLowerCase()
          .replace(/^(?:about|approximately|around|another|~) ?/, '')
          .replaceAll(/,? and |, /g, ' ');
  if (/^\d+(?:\.\d+)?$/.test(written)) {
    return Number(written) * 1000;
  }
  if (!/^(?:\d+(?:\.\d+)? ?[a-z]+ ?)+$/.test(written)) {
    return undefined;
  }
  const total = written
    .split(/(?<=[a-z]) ?(?=\d)/)
    .map((part) => {
      const unit = part.trim().replace(/^[\d.]+ ?/, '');
      return Number.parseFloat(part) * (units.find(([names]) => names.test(unit))?.[1] ?? NaN);
    })
    .reduce((sum, part) => sum + part, 0);
  return Number.isNaN(total) ? undefined : total;
}

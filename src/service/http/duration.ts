/** The names of units, and their length in milliseconds. */
const units: readonly (readonly [names: string, ms: number])[] = [
  ['ms|milliseconds?', 1],
  ['s|secs?|seconds?', 1000],
  ['m|mins?|minutes?', 60_000],
  ['h|hrs?|hours?', 3_600_000],
  ['d|days?', 86_400_000],
];

/** A number with its unit. */
const part = String.raw`\d{1,12}(?:\.\d{1,12})? ?(?:${units.map(([names]) => names).join('|')})(?![a-z])`;

/** A duration at the start of a text: `6m0s`, `about 20 seconds`, `1 minute and 30 seconds`. */
const atStart = new RegExp(
  `^(?:(?:about|approximately|around|another|~) ?)?${part}(?:(?:,? and |, | ?)${part}){0,4}`,
  'i',
);

const eachPart = new RegExp(part, 'gi');

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
  return atStart.exec(written)?.[0] === written ? sumOf(written) : undefined;
}

/** The milliseconds of the duration, with units, that a text begins with; undefined if it begins with none. */
export function leadingDurationMs(text: string): number | undefined {
  const written = atStart.exec(text.slice(0, maxLength))?.[0];
  return written === undefined ? undefined : sumOf(written);
}

function sumOf(written: string): number {
  return Array.from(written.matchAll(eachPart), ([one]) => {
    const unit = one.replace(/^[\d.]+ ?/, '');
    const [, ms] = units.find(([names]) => new RegExp(`^(?:${names})$`, 'i').test(unit)) ?? [];
    return Number.parseFloat(one) * (ms ?? 0);
  }).reduce((sum, ms) => sum + ms, 0);
}

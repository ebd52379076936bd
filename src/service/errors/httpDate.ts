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
export function parseHttpDate(value: string, nowMs: number): number | undefined {
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

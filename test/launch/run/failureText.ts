/** What is printed of one failure at most, so that it fits on a screen. */
export const failureLimits = { lines: 40, lineLength: 200 } as const;

/** How many lines each part of a failure may have: with the title they are within the limit. */
const parts = { message: 20, stack: 8, causeMessage: 4, causeStack: 4 } as const;

/** Longer text is cut to this many characters before anything else is done with it. */
const maxLength = 20_000;

/** What a thrown value may tell. */
interface Thrown {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly stack?: unknown;
  readonly cause?: unknown;
}

/**
 * Says what has failed, why and where, and what caused it, in at most 40 lines of 200 characters.
 * Values are not compared again: they may have megabytes, and an assertion's message shows them.
 */
export function failureText(title: string, error: unknown): string {
  const { cause } = thrown(error);
  const lines = [
    ...cutLines(title, 1),
    ...cutLines(messageOf(error), parts.message),
    ...stackLines(error, parts.stack),
  ];
  if (cause !== undefined) {
    lines.push(...cutLines(`caused by ${messageOf(cause)}`, parts.causeMessage));
    lines.push(...stackLines(cause, parts.causeStack));
  }
  return lines.join('\n');
}

/** The first line of a text, as far as it fits on a screen. */
export function firstLine(text: string): string {
  return cutLines(text, 1).join('');
}

/** Cuts a text to what fits on a screen. */
export function screenText(text: string): string {
  return cutLines(text, failureLimits.lines).join('\n');
}

function thrown(error: unknown): Thrown {
  return typeof error === 'object' && error !== null ? error : {};
}

function messageOf(error: unknown): string {
  const { name, message } = thrown(error);
  if (typeof message !== 'string') {
    return `thrown: ${valueText(error)}`;
  }
  return typeof name === 'string' && name !== '' ? `${name}: ${message}` : message;
}

function valueText(value: unknown): string {
  if (typeof value === 'string') {
    return JSON.stringify(value.slice(0, maxLength));
  }
  try {
    return JSON.stringify(value)?.slice(0, maxLength) ?? String(value);
  } catch {
    return String(value);
  }
}

/** Where it was thrown: a stack repeats the message first, which is left out. */
function stackLines(error: unknown, count: number): readonly string[] {
  const { stack } = thrown(error);
  if (typeof stack !== 'string') {
    return [];
  }
  const places = stack.slice(-maxLength).split('\n');
  return places
    .filter((line) => /^ {2,}at \S/.test(line))
    .slice(0, count)
    .map(cutLine);
}

function cutLines(text: string, count: number): readonly string[] {
  const lines = text.slice(0, maxLength).split('\n');
  if (lines.length <= count && text.length <= maxLength) {
    return lines.map(cutLine);
  }
  const kept = lines.slice(0, Math.max(1, count - 1)).map(cutLine);
  return count === 1 ? kept : [...kept, `… (${text.length} characters)`];
}

function cutLine(line: string): string {
  const { lineLength } = failureLimits;
  return line.length <= lineLength ? line : `${line.slice(0, lineLength - 1)}…`;
}

/** A longer reply is no message of a commit. In UTF-16 code units. */
export const maxMessageLength = 10_000;

const quotes = new Map([
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
]);

/**
 * The message of a commit in a reply, or in as much of it as there is. Models put it into a code fence or into
 * quotation marks, or write a line before it that ends with a colon. Each is removed only where it cannot belong to
 * a message: a fence that the message would begin with, a pair of quotation marks around all of it and nowhere else,
 * a first line that ends with a colon and has a fence or an empty line behind it.
 */
export function cleanMessage(reply: string): string {
  const text = reply.slice(0, maxMessageLength).replaceAll('\r\n', '\n');
  const lines = text.split('\n').map((line) => line.trimEnd());
  const first = lines.findIndex((line) => line !== '');
  const inside = unfenced(first === -1 ? [] : withoutIntroduction(lines.slice(first)));
  return unquoted(inside.join('\n').trim());
}

function withoutIntroduction(lines: readonly string[]): readonly string[] {
  const [first = '', second = ''] = lines;
  const next = lines.findIndex((line, index) => index > 0 && line !== '');
  const isIntroduction = first.endsWith(':') && (second === '' || isFence(second));
  return isIntroduction && next !== -1 ? lines.slice(next) : lines;
}

function isFence(line: string): boolean {
  return /^(?:```+|~~~+)[\w-]*$/.test(line);
}

/** What is in a fence at the beginning; what a model says behind it does not belong to the message. */
function unfenced(lines: readonly string[]): readonly string[] {
  const [first = '', ...others] = lines;
  if (!isFence(first)) {
    return lines;
  }
  const ticks = /^(?:`+|~+)/.exec(first)?.[0] ?? '';
  const end = others.indexOf(ticks);
  return end === -1 ? others : others.slice(0, end);
}

function unquoted(text: string): string {
  const open = text.startsWith('**') ? '**' : (text[0] ?? '');
  const close = open === '**' ? open : quotes.get(open);
  if (close === undefined || text.length <= open.length + close.length || !text.endsWith(close)) {
    return text;
  }
  const inner = text.slice(open.length, -close.length);
  return inner.includes(open) || inner.includes(close) ? text : inner.trim();
}

/** A longer reply is no message of a commit. In UTF-16 code units. */
export const maxMessageLength = 10_000;

const quotes = new Map([
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
]);

/**
 * The message of a commit in a reply, or in as much of it as there is. Models put it into a code fence or into
 * quotation marks, or write before it what it is. Each is removed only where it cannot belong to a message: a fence that
 * the message would begin with, a pair of quotation marks around all of it and nowhere else, what says that a message
 * follows.
 */
export function cleanMessage(reply: string): string {
  const lines = reply.slice(0, maxMessageLength).split(/\r?\n/);
  let text = lines
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
  // A fence may be behind an introduction, and an introduction in a fence.
  for (let layer = 0; layer < maxLayers; layer += 1) {
    text = unquoted(unfenced(withoutIntroduction(text)));
  }
  return text;
}

const maxLayers = 2;

const introductions = [
  // A heading or a name, such as `**Commit message:**` and `Here is the commit message:`.
  /^[#*_>\s]{0,8}(?:(?:here|this|the|your|a)\b[^:\n]{0,60}\b)?(?:git )?commit[ -]message\b(?:[^:\n]{0,20}[:：][*_]{0,3}|[*_]{0,3}(?=\n))\s*/i,
  // Words in any language that end with a colon and have a fence or an empty line behind them.
  /^[^\n]*[:：][*_]{0,3}\n(?:\s*\n|(?=```|~~~))\s*/,
  // Words in any language before the type of a message, as in `Suggested message: feat: add a cache`.
  /^(?:[^:：\n(]{1,60}[ -][^:：\n(]{1,60}|[^:：\p{ASCII}]{2,60})[:：][*_]{0,3}\s*(?=`{0,3}[a-z]{2,20}(?:\([^)\n]{1,60}\))?!?: )/iu,
];

function withoutIntroduction(text: string): string {
  for (const introduction of introductions) {
    const length = introduction.exec(text)?.[0].length ?? 0;
    if (length > 0 && length < text.length) {
      return text.slice(length);
    }
  }
  return text;
}

/** What is in a fence at the beginning; what a model says behind it does not belong to the message. */
function unfenced(text: string): string {
  const ticks = /^(?:`{3,}|~{3,})/.exec(text)?.[0];
  if (ticks === undefined) {
    return text;
  }
  const [first = '', ...others] = text.slice(ticks.length).split('\n');
  // Behind the fence is the name of a language, or the message itself.
  const lines = /^[\w-]*$/.test(first) ? others : [first, ...others];
  const inLine = lines[0]?.indexOf(ticks) ?? -1;
  if (inLine > 0) {
    return (lines[0] ?? '').slice(0, inLine).trim();
  }
  const last = lines.indexOf(ticks);
  const end = last === -1 ? lines.findIndex((line) => line.endsWith(ticks)) : last;
  return (end === -1 ? lines : [...lines.slice(0, end), (lines[end] ?? '').slice(0, -ticks.length)])
    .join('\n')
    .trim();
}

function unquoted(text: string): string {
  const open = /^(?:\*\*|`+)/.exec(text)?.[0] ?? text[0] ?? '';
  const close = /^[*`]/.test(open) ? open : quotes.get(open);
  if (close === undefined || text.length <= open.length + close.length || !text.endsWith(close)) {
    return text;
  }
  const inner = text.slice(open.length, -close.length);
  return inner.includes(open) || inner.includes(close) ? text : inner.trim();
}

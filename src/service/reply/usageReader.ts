import { isRecord, keysOf, type WireObject } from '../../shared/guards.ts';
import { isUsage, type ServiceEvent, type Usage } from '../../shared/service/chatCompletion.ts';
import { costNames, countIn } from '../../shared/service/usageFacts.ts';
import { boundedFields } from '../boundedFields.ts';

/** Reads the usage in the chunks of one reply. */
export class UsageReader {
  #last: Usage = {};
  #written = '';
  readonly #most: Record<Count, number> = {
    prompt_tokens: 0,
    completion_tokens: 0,
    total_tokens: 0,
  };

  /**
   * Appends an event for the usage of a chunk, if it differs from the last: some services repeat it with every chunk.
   * Gives whether one of the counts has grown: others, such as the time so far, also change while nothing comes.
   */
  read(sent: WireObject, events: ServiceEvent[]): boolean {
    const usage = withEarlier(readUsage(sent), this.#last);
    const text = JSON.stringify(usage);
    if (text === this.#written) {
      return false;
    }
    this.#last = usage;
    this.#written = text;
    events.push({ kind: 'usage', usage });
    const grown = counts.filter((name) => (usage[name] ?? 0) > this.#most[name]);
    grown.forEach((name) => (this.#most[name] = usage[name] ?? 0));
    return grown.length > 0;
  }
}

/**
 * The usage in a chunk or a whole reply, with the cost that stands beside it. Some services send the usage in the
 * choice, Groq in a field of its own.
 */
export function usageIn(reply: WireObject, choice: WireObject | undefined): WireObject | undefined {
  const { usage, x_groq: own } = reply;
  const sent = usage ?? choice?.['usage'] ?? (isRecord(own) ? own['usage'] : undefined);
  const costName = costNames.find((name) => reply[name] !== undefined && reply[name] !== null);
  if (costName === undefined) {
    return isRecord(sent) ? sent : undefined;
  }
  return { [costName]: reply[costName], ...(isRecord(sent) ? sent : {}) };
}

/** How services write the names of the counts: also `input_tokens`, `outputTokens` or `total_token_count`. */
const countNames = {
  prompt_tokens: /^(?:prompt|input)_?tokens?(?:_?count)?$/i,
  completion_tokens: /^(?:completion|output)_?tokens?(?:_?count)?$/i,
  total_tokens: /^total_?tokens?(?:_?count)?$/i,
};

type Count = keyof typeof countNames;

const counts = keysOf(countNames);

/**
 * The usage as the service sent it (`docs/service-interface.md`, "Usage object"), with the counts as numbers under
 * their usual names, and without fields that are too large to be stored.
 */
function readUsage(value: WireObject): Usage {
  const fields = boundedFields(value);
  const stated = counts.map((count) => [count, countIn(fields[count])] as const);
  const usage = {
    ...fields,
    ...Object.fromEntries(
      stated.map(([count, own]) => [count, own ?? namedOtherwise(fields, count)]),
    ),
  };
  const known = Object.fromEntries(
    Object.entries(usage).filter(([, field]) => field !== undefined),
  );
  return isUsage(known) ? known : {};
}

/** The count under another name. Anthropic counts the cached part of a prompt beside it. */
function namedOtherwise(fields: WireObject, count: Count): number | undefined {
  const own = Object.entries(fields)
    .filter(([name]) => countNames[count].test(name))
    .map(([, field]) => countIn(field))
    .find((stated) => stated !== undefined);
  const isWhole = count !== 'prompt_tokens' || countIn(fields['total_tokens']) !== undefined;
  return own === undefined || isWhole
    ? own
    : ['cache_read_input_tokens', 'cache_creation_input_tokens'].reduce(
        (sum, name) => sum + (countIn(fields[name]) ?? 0),
        own,
      );
}

/**
 * A usage with what the usage before it had and it does not: some services send one of zeros at the end, or the counts
 * and the cost one by one. No count goes back to zero.
 */
function withEarlier(usage: Usage, before: Usage): Usage {
  const [fields, earlier]: readonly [WireObject, WireObject] = [{ ...usage }, { ...before }];
  const kept = [...counts, ...costNames].filter(
    (name) => isNothing(fields[name]) && !isNothing(earlier[name]),
  );
  if (kept.length === 0) {
    return usage;
  }
  if (counts.every((count) => isNothing(fields[count]))) {
    const news = Object.entries(fields).filter(([, field]) => !isNothing(field));
    return { ...Object.fromEntries(news), ...before };
  }
  const merged: Usage = {
    ...usage,
    ...Object.fromEntries(kept.map((name) => [name, earlier[name]])),
  };
  const { prompt_tokens: prompt = 0, completion_tokens: completion = 0, total_tokens } = merged;
  return total_tokens === undefined || total_tokens >= prompt + completion
    ? merged
    : { ...merged, total_tokens: prompt + completion };
}

/** An object is something; as a number, a hostile one throws. */
function isNothing(field: unknown): boolean {
  return (
    field === undefined || field === null || (typeof field !== 'object' && Number(field) === 0)
  );
}

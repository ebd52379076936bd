import {
  isFiniteNumber,
  isObjectOf,
  isOneOf,
  optional,
  type WireObject,
} from '../../shared/guards.ts';
import type { ServiceEvent, Usage } from '../../shared/service/chatCompletion.ts';
import { boundedFields } from '../boundedFields.ts';

/** Reads the usage in the chunks of one reply. */
export interface UsageReader {
  /**
   * Appends an event for the usage if it differs from the last: some services repeat it with every chunk. Gives
   * whether one of the counts has grown: others, such as the time so far, also change while nothing comes.
   */
  read(usage: WireObject, events: ServiceEvent[]): boolean;
}

/** Starts to read one reply. */
export function createUsageReader(): UsageReader {
  let last = '';
  const most: Record<Count, number> = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
  return {
    read(sent, events) {
      const usage = readUsage(sent);
      const written = JSON.stringify(usage);
      if (written === last) {
        return false;
      }
      last = written;
      events.push({ kind: 'usage', usage });
      let hasGrown = false;
      for (const name of counts) {
        const count = usage[name] ?? 0;
        if (count > most[name]) {
          most[name] = count;
          hasGrown = true;
        }
      }
      return hasGrown;
    },
  };
}

const counts = ['prompt_tokens', 'completion_tokens', 'total_tokens'] as const;

type Count = (typeof counts)[number];

const isCount = isOneOf(...counts);

const isUsage = isObjectOf({
  prompt_tokens: optional(isFiniteNumber),
  completion_tokens: optional(isFiniteNumber),
  total_tokens: optional(isFiniteNumber),
});

/**
 * The usage as the service sent it (`docs/service-interface.md`, "Usage object"), without counts that
 * are not numbers and without fields that are too large to be stored.
 */
export function readUsage(value: WireObject): Usage {
  const usage = Object.fromEntries(
    Object.entries(boundedFields(value)).filter(
      ([name, field]) => !isCount(name) || isFiniteNumber(field),
    ),
  );
  return isUsage(usage) ? usage : {};
}

import { isRecord, isString, type WireObject } from '../../shared/guards.ts';

/**
 * Gives a function that finds the choice that is read in the `choices` of each chunk of a reply, or of a whole one: the
 * first whose `index` is 0 or missing, else the only one (`docs/service-interface.md`, "Chat completion object" 1).
 */
export function createChoiceFinder(): (choices: unknown) => WireObject | undefined {
  let hasFirst = false;
  return (choices) => {
    const list: readonly unknown[] = Array.isArray(choices) ? choices : [];
    for (const choice of list) {
      if (isRecord(choice) && isFirst(choice)) {
        hasFirst = true;
        return choice;
      }
    }
    // Beside a reply with the index 0, another is another reply.
    const [only] = list;
    return list.length === 1 && !hasFirst && isRecord(only) ? only : undefined;
  };
}

function isFirst({ index }: WireObject): boolean {
  return index === 0 || index === undefined || index === null || index === '0';
}

/** The message of a choice, or its text, which services have there for the older interface. */
export function messageOf({ message, text }: WireObject): unknown {
  return (message === undefined || message === null) && isString(text)
    ? { content: text }
    : message;
}

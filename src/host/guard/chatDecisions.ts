import { type Finding, maskOf, type NumberedFinding } from '../../shared/guard/finding.ts';
import type { Decision } from './messageGuard.ts';

/** What the user has decided about values of one chat. Nothing of it is stored. */
export interface ChatDecisions {
  /** Gives each value a number, the same one each time. */
  readonly numbered: (text: string, findings: readonly Finding[]) => readonly NumberedFinding[];
  readonly of: (finding: NumberedFinding) => Decision | undefined;
  readonly decide: (ids: readonly number[], decision: Decision) => void;
}

/** More values of a chat are not remembered: they are asked about again. */
const maxValues = 10_000;

export function createChatDecisions(): ChatDecisions {
  const ids = new Map<string, number>();
  const decisions = new Map<number, Decision>();
  let lastId = 0;
  const idOf = (value: string): number => {
    const known = ids.get(value);
    if (known !== undefined) {
      return known;
    }
    lastId += 1;
    if (ids.size < maxValues) {
      ids.set(value, lastId);
    }
    return lastId;
  };
  return {
    numbered: (text, findings) =>
      findings.map((finding) => {
        const id = idOf(text.slice(finding.start, finding.end));
        return { ...finding, id, mask: maskOf(finding, id) };
      }),
    of: ({ id }) => decisions.get(id),
    decide(decided, decision) {
      for (const id of decided) {
        if (Number.isSafeInteger(id) && id > 0 && id <= lastId) {
          decisions.set(id, decision);
        }
      }
    },
  };
}

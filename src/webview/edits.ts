import { isRecord, isString } from '../shared/guards.ts';
import type { PanelState } from './panelState.ts';

/** What can be changed in place: a message, by the id of its turn, or a conversation's system prompt. */
export type Edited = `message ${string}` | `system prompt ${string}`;

/** What is being changed in place and is neither saved nor sent. */
export interface Edits {
  read(name: Edited): string | undefined;
  /** Keeps `text`; `undefined` where it is saved or dropped. */
  write(name: Edited, text: string | undefined): void;
  /** What was kept under one name is kept under another one. */
  rename(from: Edited, to: Edited): void;
  /** A message with this text has become a turn: that of the change with one of these names, perhaps. */
  sent(text: string, names: readonly Edited[]): void;
}

/** Of more, the oldest are not stored. */
const maxKept = 20;

/** Stores them in the state of the panel, but for those made while `isTemporary`. */
export function createEdits(state: PanelState, isTemporary: () => boolean): Edits {
  const stored = state.read()['edits'];
  const known = new Map(
    Object.entries(isRecord(stored) ? stored : {}).filter((entry): entry is [string, string] =>
      isString(entry[1]),
    ),
  );
  const unstored = new Set<string>();
  const keep = (): void => {
    const kept = [...known].filter(([name]) => !unstored.has(name)).slice(-maxKept);
    state.write({ edits: Object.fromEntries(kept) });
  };
  const write: Edits['write'] = (name, text) => {
    known.delete(name);
    unstored.delete(name);
    if (text !== undefined) {
      known.set(name, text);
    }
    if (isTemporary()) {
      unstored.add(name);
    }
    keep();
  };
  return {
    read: (name) => known.get(name),
    write,
    rename(from, to) {
      const text = known.get(from);
      if (text !== undefined && from !== to) {
        write(from, undefined);
        write(to, text);
      }
    },
    sent(text, names) {
      const sent = names.filter((name) => known.get(name)?.trim() === text.trim());
      sent.forEach((name) => known.delete(name));
      keep();
    },
  };
}

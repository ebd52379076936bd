import { isString } from '../shared/guards.ts';
import { createKeptValues } from './keptValues.ts';
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

/** Stores them in the state of the panel, but for those made while `isTemporary`. */
export function createEdits(state: PanelState, isTemporary: () => boolean): Edits {
  const kept = createKeptValues(state, { key: 'edits', isValue: isString, maxStored: 20 });
  const write: Edits['write'] = (name, text) => kept.write(name, text, !isTemporary());
  return {
    read: (name) => kept.read(name),
    write,
    rename(from, to) {
      const text = kept.read(from);
      if (text !== undefined && from !== to) {
        write(from, undefined);
        write(to, text);
      }
    },
    sent(text, names) {
      const sent = names.filter((name) => kept.read(name)?.trim() === text.trim());
      sent.forEach((name) => kept.write(name, undefined));
    },
  };
}

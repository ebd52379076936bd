import type { Connection } from './connection.ts';

/** Where the next message goes: a connection, and its model if one is chosen. */
export interface Target {
  readonly connection: Connection;
  readonly model?: string | undefined;
}

/** A target that messages can be sent to: a connection and a model of it. */
export interface ReadyTarget {
  readonly connection: Connection;
  readonly model: string;
}

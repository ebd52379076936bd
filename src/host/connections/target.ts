import type { Connection } from './connection.ts';

/** Where the next message goes: a connection, and a model once one is chosen. */
export interface Target {
  readonly connection: Connection;
  readonly model?: string | undefined;
}

/** Where a message can be sent: a connection and one of its models. */
export interface ReadyTarget {
  readonly connection: Connection;
  readonly model: string;
}

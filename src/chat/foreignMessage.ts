/** A message of a conversation as another program has exported it. */
export interface ForeignMessage {
  readonly id: string;
  readonly parentId?: string | undefined;
  readonly role: 'user' | 'assistant' | 'system';
  readonly text: string;
  readonly reasoning?: string | undefined;
  readonly model?: string | undefined;
  /** Milliseconds since 1970. */
  readonly at?: number | undefined;
  /** How many files, pictures and the like go with it, which do not come in. */
  readonly leftOut?: number | undefined;
}

/** A message of which it is not known yet whether it is one of ours. */
export type UnreadMessage = Omit<ForeignMessage, 'role'> & {
  readonly role: ForeignMessage['role'] | undefined;
};

/** A conversation as another program has exported it. */
export interface ForeignConversation {
  readonly title?: string | undefined;
  /** Milliseconds since 1970. */
  readonly createdAt?: number | undefined;
  /** In any order; what has no text is left out. */
  readonly messages: readonly ForeignMessage[];
  /** The message at the end of the path that was shown. */
  readonly lastId?: string | undefined;
  readonly systemPrompt?: string | undefined;
  readonly pinned?: boolean | undefined;
  readonly tags?: readonly string[] | undefined;
  /** How many files, pictures and the like do not come in. */
  readonly leftOut?: number | undefined;
}

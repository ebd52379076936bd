/** A message of a conversation as another program has exported it. */
export interface ForeignMessage {
  readonly id: string;
  readonly parentId?: string | undefined;
  readonly role: 'user' | 'assistant' | 'system';
  readonly text: string;
  readonly model?: string | undefined;
  /** Milliseconds since 1970. */
  readonly at?: number | undefined;
}

/** A conversation as another program has exported it. */
export interface ForeignConversation {
  readonly title?: string | undefined;
  /** Milliseconds since 1970. */
  readonly createdAt?: number | undefined;
  /** In any order; what has no text is left out. */
  readonly messages: readonly ForeignMessage[];
  /** The message at the end of the path that was shown. */
  readonly lastId?: string | undefined;
  readonly pinned?: boolean | undefined;
  readonly tags?: readonly string[] | undefined;
}

/** What can be found in a text before it is sent. */
export type FindingKind =
  /** A key or token of a service. */
  | 'key'
  | 'token'
  /** An address that is itself the permission to post to it. */
  | 'webhook'
  /** A password in an address. */
  | 'login'
  | 'privateKey'
  /** An API key or secret header of one of Parley's connections. */
  | 'ownKey'
  /** The value of a variable in a `.env` file. */
  | 'variable'
  /** Characters that cannot be seen. */
  | 'hidden'
  /** Characters that change the direction in which the text after them is shown. */
  | 'direction';

/** A place in a text. `start` and `end` are indices of UTF-16 code units. */
export interface Finding {
  readonly kind: FindingKind;
  /** The service, the name of the variable, or the code point. Missing where the kind says it all. */
  readonly subject?: string | undefined;
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** A finding in a chat: what the user decides about it counts for the same value everywhere in the chat. */
export interface NumberedFinding extends Finding {
  /** The same for the same value. */
  readonly id: number;
  /** What takes the place of the value if the user masks it. */
  readonly mask: string;
}

/** What was found in a message. */
export interface MessageFindings {
  readonly text: FoundInText;
  /** For each context item, in their order. */
  readonly context: readonly FoundInText[];
}

/** What was found in one text. */
export interface FoundInText {
  readonly findings: readonly NumberedFinding[];
  /** Whether a part of the text was not checked. */
  readonly isPartial: boolean;
}

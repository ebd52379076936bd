/** What a diagnosis looks at, in this order. A step that the extension host cannot take says so. */
export const diagnosisSteps = [
  /** Where requests leave from: this computer, the remote host or the browser. */
  'place',
  'proxy',
  'name',
  'port',
  'certificate',
  'models',
  /** A reply of one token; only on the user's click, because it may cost something. */
  'reply',
  'streaming',
  'usage',
  'parameters',
  'modalities',
] as const;

export type DiagnosisStep = (typeof diagnosisSteps)[number];

/** `skipped`: an earlier finding makes the step pointless, the host cannot take it, or the user has to ask for it. */
export const findingStatuses = ['running', 'fine', 'warning', 'problem', 'skipped'] as const;

export type FindingStatus = (typeof findingStatuses)[number];

/** What one step of a diagnosis found. All texts are translated, cut to length and hold no known secret. */
export interface Finding {
  readonly step: DiagnosisStep;
  readonly status: FindingStatus;
  /** The outcome in a few words, such as `Certificate expired`; while it runs, what the step looks at. */
  readonly title: string;
  /** What was found, if it is a problem or a warning. */
  readonly cause?: DiagnosisCause | undefined;
  /** What was tried, such as `GET https://host/v1/models`; missing if nothing had to be. */
  readonly tried?: string | undefined;
  /** What came back, a sentence each. */
  readonly facts: readonly string[];
  /** What to do about it, a sentence each, the likeliest first. */
  readonly advice: readonly string[];
  /** What a button next to the advice does. */
  readonly action?: DiagnosisAction | undefined;
}

/** The problems and warnings that a diagnosis tells apart. */
export type DiagnosisCause =
  // Place and proxy
  | 'loopbackIsRemote'
  | 'proxyInvalid'
  | 'proxyNotFound'
  | 'proxyUnreachable'
  | 'proxyNoAnswer'
  | 'proxyCertificate'
  | 'proxyLogin'
  | 'proxyRejected'
  | 'proxyGateway'
  | 'notAProxy'
  // Name and port
  | 'nameNotFound'
  | 'nameLookupFailed'
  | 'portRefused'
  | 'portFiltered'
  | 'hostUnreachable'
  | 'connectionLost'
  // Certificate
  | 'noTls'
  | 'tlsExpected'
  | 'tlsNoAnswer'
  | 'tlsFailed'
  | 'selfSigned'
  | 'certificateExpired'
  | 'certificateNotYetValid'
  | 'certificateWrongName'
  | 'chainIncomplete'
  | 'certificateIntercepted'
  | 'certificateUntrusted'
  | 'certificateEndsSoon'
  | 'unencrypted'
  // Model list
  | 'keyMissing'
  | 'keyRejected'
  | 'keyUnavailable'
  | 'forbidden'
  | 'webPage'
  | 'redirected'
  | 'wrongPath'
  | 'listEmpty'
  | 'rateLimited'
  | 'outOfCredit'
  | 'gatewayError'
  | 'serverError'
  | 'noAnswer'
  | 'blockedByBrowser'
  | 'requestFailed'
  // Reply
  | 'modelUnknown'
  | 'modelMissing'
  | 'slowFirstByte'
  | 'heldBack'
  | 'notStreamed'
  | 'usageMissing'
  | 'fieldsRejected'
  | 'replyEmpty';

/** What the user can do about a finding with one click. */
export const diagnosisActions = [
  'setKey',
  'editConnection',
  'chooseModel',
  'proxySettings',
  'certificateSettings',
  'timeoutSettings',
  'useStandardMode',
  /** Where Parley runs (`remote.extensionKind`). */
  'placeSettings',
] as const;

export type DiagnosisAction = (typeof diagnosisActions)[number];

/** A request for a reply that the user can ask for, because it may cost something. */
export interface ReplyOffer {
  /** `token`: a reply of one token. `stream`: a longer one, which shows whether something holds streams back. */
  readonly kind: 'token' | 'stream';
  /** What is sent, to which model, and what it costs, in sentences. */
  readonly text: string;
  /** Label of the button. */
  readonly button: string;
}

/** A diagnosis as far as it has come. */
export interface Diagnosis {
  readonly connectionId: string;
  /** Name of the connection. */
  readonly connection: string;
  /** Its address, as it is shown: without what is in its query. */
  readonly address: string;
  /** The model that a reply is asked of; missing if there is none. */
  readonly model?: string | undefined;
  /** When it began, in milliseconds since 1970. */
  readonly startedAt: number;
  /** One for each step that has begun or was skipped, in the order of the steps. */
  readonly findings: readonly Finding[];
  /** Missing while something runs, and if a reply is impossible or nothing is left to find out by one. */
  readonly offer?: ReplyOffer | undefined;
  readonly isRunning: boolean;
  /** Whether it was stopped before its end. */
  readonly isStopped?: boolean | undefined;
}

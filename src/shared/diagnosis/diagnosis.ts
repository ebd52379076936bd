/** What a diagnosis looks at, in this order. A step that the host cannot take is left out. */
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

/** `skipped`: an earlier finding makes the step pointless, or the user has to ask for it. */
export type FindingStatus = 'running' | 'fine' | 'warning' | 'problem' | 'skipped';

/** What one step of a diagnosis found. All texts are translated and hold no key. */
export interface Finding {
  readonly step: DiagnosisStep;
  readonly status: FindingStatus;
  /** What was tried, such as `GET https://host/v1/models`. */
  readonly tried: string;
  /** What came back, a sentence each. */
  readonly facts: readonly string[];
  /** What to do about it, in one or two sentences. */
  readonly advice?: string | undefined;
  /** What a button next to the advice does. */
  readonly action?: DiagnosisAction | undefined;
}

/** What the user can do about a finding with one click. */
export type DiagnosisAction =
  | 'setKey'
  | 'editConnection'
  | 'chooseModel'
  | 'proxySettings'
  | 'certificateSettings'
  | 'timeoutSettings'
  | 'useStandardMode';

/** A diagnosis as far as it has come. */
export interface Diagnosis {
  readonly connectionId: string;
  /** Name of the connection. */
  readonly connection: string;
  /** Its address, as it is shown. */
  readonly address: string;
  /** One for each step that has begun or was skipped, in the order of the steps. */
  readonly findings: readonly Finding[];
  /** What the reply of one token would cost, as a sentence; missing once it was asked for or if it is impossible. */
  readonly replyOffer?: string | undefined;
  readonly isRunning: boolean;
}

import {
  type Guard,
  isArrayOf,
  isBoolean,
  isFiniteNumber,
  isObjectOf,
  isOneOf,
  isString,
  isUnionByKind,
  optional,
} from '../guards.ts';
import {
  type Diagnosis,
  type DiagnosisAction,
  diagnosisActions,
  diagnosisSteps,
  type Finding,
  findingStatuses,
} from './diagnosis.ts';

/** Messages from the host to the page of a diagnosis. */
export type HostToDiagnosisPage =
  /** The diagnosis as far as it has come. `run` counts how often it was started, from 1. */
  | { readonly kind: 'diagnosis'; readonly run: number; readonly diagnosis: Diagnosis }
  /** What became of something that the user wanted. */
  | { readonly kind: 'said'; readonly text: string; readonly isProblem: boolean };

const plainIntents = ['ready', 'runAgain', 'stop', 'askForReply', 'copyReport', 'showLog'] as const;

/** Messages from the page to the host: what the user wants. */
export type DiagnosisPageToHost =
  | { readonly kind: (typeof plainIntents)[number] }
  /** Carries out the action of a finding. */
  | { readonly kind: 'act'; readonly action: DiagnosisAction };

/** Guards messages from the page: a webview is not trusted. */
export const isDiagnosisPageToHost: Guard<DiagnosisPageToHost> = isUnionByKind({
  ...Object.fromEntries(plainIntents.map((kind) => [kind, isObjectOf({ kind: isOneOf(kind) })])),
  act: isObjectOf({ kind: isOneOf('act'), action: isOneOf(...diagnosisActions) }),
});

const isFinding: Guard<Finding> = isObjectOf({
  step: isOneOf(...diagnosisSteps),
  status: isOneOf(...findingStatuses),
  title: isString,
  tried: optional(isString),
  facts: isArrayOf(isString),
  advice: isArrayOf(isString),
  action: optional(isOneOf(...diagnosisActions)),
});

const isDiagnosis: Guard<Diagnosis> = isObjectOf({
  connectionId: isString,
  connection: isString,
  address: isString,
  findings: isArrayOf(isFinding),
  startedAt: isFiniteNumber,
  offer: optional(
    isObjectOf({ kind: isOneOf('token', 'stream'), text: isString, button: isString }),
  ),
  isRunning: isBoolean,
  isStopped: optional(isBoolean),
});

/** Recognizes messages from the host: frames within the page can post messages as well. */
export const isHostToDiagnosisPage: Guard<HostToDiagnosisPage> = isUnionByKind({
  diagnosis: isObjectOf({
    kind: isOneOf('diagnosis'),
    run: isFiniteNumber,
    diagnosis: isDiagnosis,
  }),
  said: isObjectOf({ kind: isOneOf('said'), text: isString, isProblem: isBoolean }),
});

import { l10n } from 'vscode';
import type { Model } from '../../shared/service/chatCompletion.ts';
import { shortened } from '../../shared/visibleText.ts';

/** What a diagnosis looks at, in this order, in a word or two. */
export const stepNames = {
  /** Where requests leave from: this computer, the remote host or the browser. */
  place: () => l10n.t('Sent from'),
  proxy: () => l10n.t('Proxy'),
  name: () => l10n.t('Host name'),
  port: () => l10n.t('Port'),
  certificate: () => l10n.t('Certificate'),
  models: () => l10n.t('Model list'),
  /** Only on the user's click, because it may cost something; so are the next two. */
  reply: () => l10n.t('Reply'),
  streaming: () => l10n.t('Streaming'),
  usage: () => l10n.t('Usage'),
  parameters: () => l10n.t('Parameters'),
};

export type DiagnosisStep = keyof typeof stepNames;

/** What stands for a status. `skipped`: an earlier finding makes the step pointless, or the host cannot take it. */
export const statusMarks = { running: '…', fine: '✓', warning: '⚠', problem: '✗', skipped: '–' };

/** The labels of the buttons for what the user can do about a finding. */
export const actionLabels = {
  setKey: () => l10n.t('Set API Key…'),
  editConnection: () => l10n.t('Edit Connection'),
  chooseModel: () => l10n.t('Choose Model…'),
  proxySettings: () => l10n.t('Open Settings'),
  certificateSettings: () => l10n.t('Open Settings'),
  timeoutSettings: () => l10n.t('Open Settings'),
  useStandardMode: () => l10n.t('Use Standard Mode'),
  /** Where Parley runs (`remote.extensionKind`). */
  placeSettings: () => l10n.t('Change Where Parley Runs'),
};

export type DiagnosisAction = keyof typeof actionLabels;

/** What came of a step. */
export interface Outcome {
  readonly status: keyof typeof statusMarks;
  /** The outcome in a few words, such as `Key rejected`. */
  readonly title: string;
  /** What was found, if it is a problem or a warning: a case of an error card, or an entry of `outcomes.ts`. */
  readonly cause?: string | undefined;
  /** What came back: data as it is, or a sentence. */
  readonly facts?: readonly string[] | undefined;
  /** What to do about it, the likeliest first. */
  readonly advice?: readonly string[] | undefined;
  /** What a button next to the advice does. */
  readonly action?: DiagnosisAction | undefined;
}

/** The outcome of one step of a diagnosis. All texts are cut to length and hold no known secret. */
export interface Finding extends Outcome {
  readonly step: DiagnosisStep;
  /** What was tried, such as `GET https://host/v1/models`; missing if nothing had to be. */
  readonly tried?: string | undefined;
  readonly facts: readonly string[];
  readonly advice: readonly string[];
}

/** A diagnosis as far as it has come. */
export interface Diagnosis {
  /** Name of the connection. */
  readonly connection: string;
  /** Its address, as it is shown: without what is in its query. */
  readonly address: string;
  /** The model that a reply is asked of; missing if there is none. */
  readonly model?: string | undefined;
  /** The model list as it came; no part of the text. */
  readonly models?: readonly Model[] | undefined;
  /** When it began, in milliseconds since 1970. */
  readonly startedAt: number;
  /** One for each step that has begun or was skipped, in the order of the steps. */
  readonly findings: readonly Finding[];
  /** What a reply costs that the user can ask for; missing while something runs, and where there is none to ask for. */
  readonly offer?: string | undefined;
  readonly isRunning: boolean;
  /** Whether it was stopped before its end. */
  readonly isStopped?: boolean | undefined;
}

/** The findings of a diagnosis so far. */
export interface Findings {
  readonly diagnosis: () => Diagnosis;
  readonly of: (step: DiagnosisStep) => Finding | undefined;
  /** Sets what a step has found, in place of what it had found before. */
  readonly set: (step: DiagnosisStep, outcome: Outcome, tried?: string) => void;
  readonly change: (
    changed: Partial<Pick<Diagnosis, 'model' | 'models' | 'offer' | 'isRunning' | 'isStopped'>>,
  ) => void;
}

/** In characters. A service, a proxy or a certificate can say more. */
const maxLength = 700;

/** Of the facts, and of the advice. */
const maxTexts = 12;

/**
 * Keeps the findings and calls `onChange` after each change. All texts are cut to length, then masked: this is the
 * only way into a diagnosis.
 */
export function createFindings(
  head: Pick<Diagnosis, 'connection' | 'address' | 'model'>,
  mask: (text: string) => string,
  onChange: (diagnosis: Diagnosis) => void,
): Findings {
  const safe = (text: string): string => shortened(mask(text.slice(0, 4 * maxLength)), maxLength);
  const texts = (list: readonly string[] = []): readonly string[] =>
    list
      .filter((text) => text !== '')
      .slice(0, maxTexts)
      .map(safe);
  let diagnosis: Diagnosis = {
    connection: safe(head.connection),
    address: safe(head.address),
    model: head.model && safe(head.model),
    startedAt: Date.now(),
    findings: [],
    isRunning: true,
  };
  const update = (changed: Partial<Diagnosis>): void => {
    diagnosis = { ...diagnosis, ...changed };
    onChange(diagnosis);
  };
  return {
    diagnosis: () => diagnosis,
    of: (step) => diagnosis.findings.find((finding) => finding.step === step),
    set(step, { title, facts, advice, ...outcome }, tried) {
      const finding: Finding = {
        ...outcome,
        step,
        title: safe(title),
        tried: tried && safe(tried),
        facts: texts(facts),
        advice: texts(advice),
      };
      const others = diagnosis.findings.filter((other) => other.step !== step);
      const steps = Object.keys(stepNames);
      update({
        findings: [...others, finding].toSorted(
          (one, other) => steps.indexOf(one.step) - steps.indexOf(other.step),
        ),
      });
    },
    change({ model, offer, ...state }) {
      update({
        ...state,
        offer: offer && safe(offer),
        ...(model !== undefined && { model: safe(model) }),
      });
    },
  };
}

import {
  type Diagnosis,
  type DiagnosisStep,
  diagnosisSteps,
  type Finding,
  type ReplyOffer,
} from '../../shared/diagnosis/diagnosis.ts';

/** What a step has found. */
export type Outcome = Omit<Finding, 'step' | 'advice' | 'facts'> & {
  readonly facts?: readonly string[];
  readonly advice?: readonly string[];
};

/** The findings of a diagnosis so far. */
export interface Findings {
  readonly diagnosis: () => Diagnosis;
  readonly of: (step: DiagnosisStep) => Finding | undefined;
  /** Sets what a step has found, in place of what it had found before. */
  readonly set: (step: DiagnosisStep, outcome: Outcome) => void;
  /** Sets the model that a reply is asked of. */
  readonly setModel: (model: string | undefined) => void;
  /** Whether something runs, and what the user is offered then. */
  readonly setState: (state: {
    readonly isRunning: boolean;
    readonly isStopped?: boolean;
    readonly offer?: ReplyOffer | undefined;
  }) => void;
}

/** In characters. A service, a proxy or a certificate can say more. */
const maxLength = 700;

/** Of the facts, and of the advice. */
const maxTexts = 12;

/**
 * Keeps the findings and calls `onChange` after each change, until `signal` aborts. All texts are cut to length, then
 * masked: this is the only way into a diagnosis.
 */
export function createFindings(
  head: Pick<Diagnosis, 'connectionId' | 'connection' | 'address' | 'model'>,
  mask: (text: string) => string,
  onChange: (diagnosis: Diagnosis) => void,
): Findings {
  const safe = (text: string): string => cut(mask(text.slice(0, 4 * maxLength)));
  const texts = (list: readonly string[] = []): readonly string[] =>
    list.slice(0, maxTexts).map(safe);
  let diagnosis: Diagnosis = {
    ...head,
    connection: safe(head.connection),
    address: safe(head.address),
    model: head.model && safe(head.model),
    startedAt: Date.now(),
    findings: [],
    isRunning: true,
  };
  const change = (changed: Partial<Diagnosis>): void => {
    diagnosis = { ...diagnosis, ...changed };
    onChange(diagnosis);
  };
  return {
    diagnosis: () => diagnosis,
    of: (step) => diagnosis.findings.find((finding) => finding.step === step),
    set(step, { title, tried, facts, advice, ...outcome }) {
      const finding: Finding = {
        ...outcome,
        step,
        title: safe(title),
        tried: tried && safe(tried),
        facts: texts(facts),
        advice: texts(advice),
      };
      const others = diagnosis.findings.filter((other) => other.step !== step);
      change({ findings: inOrder([...others, finding]) });
    },
    setModel: (model) => change({ model: model && safe(model) }),
    setState: ({ isRunning, isStopped, offer }) =>
      change({
        isRunning,
        isStopped,
        offer: offer && { ...offer, text: safe(offer.text), button: safe(offer.button) },
      }),
  };
}

function inOrder(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted(
    (one, other) => diagnosisSteps.indexOf(one.step) - diagnosisSteps.indexOf(other.step),
  );
}

/** A character beyond U+FFFF, with two code units, is not cut in half. */
function cut(text: string): string {
  return text.length > maxLength
    ? `${text.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '')}…`
    : text;
}

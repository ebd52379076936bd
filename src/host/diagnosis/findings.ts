import { shortened } from '../../shared/cutText.ts';
import {
  type Diagnosis,
  type DiagnosisStep,
  type Finding,
  type Outcome,
  stepNames,
} from './diagnosis.ts';

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

import type { Diagnosis } from '../../shared/diagnosis/diagnosis.ts';
import type { Target } from '../connections/target.ts';
import type { DiagnosisServices } from './diagnosisServices.ts';

/** A diagnosis at work. */
export interface RunningDiagnosis {
  /** Resolves when the steps that need no click are over, or it was stopped. Never rejects. */
  readonly ended: Promise<void>;
  /**
   * Sends the request that `offer` of the diagnosis describes; does nothing while there is no offer. Resolves when
   * its findings are there. Never rejects.
   */
  readonly askForReply: () => Promise<void>;
}

/** Walks from this extension host to the service of `target`, step by step. */
export declare function diagnose(
  target: Target,
  services: DiagnosisServices,
  onChange: (diagnosis: Diagnosis) => void,
  signal: AbortSignal,
): RunningDiagnosis;

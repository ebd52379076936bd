import { unlessAborted } from '../../service/http/deadline.ts';
import { l10n } from 'vscode';
import { serviceAddress } from '../../service/serviceAddress.ts';
import type { HostAndPort } from '../../shared/diagnosis/network.ts';
import { formatNumber } from '../../shared/language.ts';
import type { RequestAdjustment } from '../../shared/service/requestAdjustment.ts';
import type { Target } from '../connections/target.ts';
import type { DiagnosisStep, Findings, Outcome } from './diagnosis.ts';
import {
  defaultLimits,
  type DiagnosisLimits,
  type DiagnosisServices,
} from './diagnosisServices.ts';

/** One diagnosis on its way. */
export interface Walk {
  readonly target: Target;
  /** What the service has rejected in this diagnosis. */
  readonly rejected: RequestAdjustment[];
  readonly services: DiagnosisServices;
  readonly findings: Findings;
  readonly limits: DiagnosisLimits;
  /** Aborts when the user stops the diagnosis. */
  readonly signal: AbortSignal;
  /** The address of the model list. */
  readonly url: URL;
  /** Of the service. */
  readonly place: HostAndPort;
  /** `host:port`. */
  readonly placeName: string;
}

export function createWalk(
  target: Target,
  services: DiagnosisServices,
  findings: Findings,
  signal: AbortSignal,
): Walk {
  const { baseUrl, paths } = target.connection;
  const url = new URL(serviceAddress(baseUrl, paths).modelsUrl);
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  return {
    target,
    services,
    findings,
    limits: { ...defaultLimits, ...services.limits },
    rejected: [],
    signal,
    url,
    place: { host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port },
    placeName: `${url.hostname}:${port}`,
  };
}

/** What a step does until its time limit passes. */
interface Step {
  readonly step: DiagnosisStep;
  readonly tried?: string | undefined;
  readonly limitMs: number;
  readonly work: (signal: AbortSignal) => Promise<Outcome>;
  /** What it means that nothing came back in time. */
  readonly late: Outcome;
}

/** Takes a step: shows that it runs, then what it found. Throws if the user stops the diagnosis. */
export async function takeStep(
  { findings, signal }: Walk,
  { step, tried, limitMs, work, late }: Step,
): Promise<Outcome> {
  findings.set(step, { status: 'running', title: '' }, tried);
  const nothing = l10n.t('Nothing came back within {0} s.', formatNumber(limitMs / 1000));
  const outcome = await withinLimit(limitMs, signal, work, () => ({ ...late, facts: [nothing] }));
  findings.set(step, outcome, tried);
  return outcome;
}

/** The result of `work`, or `tooLate` if it takes longer. Its signal aborts then. Throws if `signal` aborts. */
export async function withinLimit<T>(
  limitMs: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
  tooLate: () => T,
): Promise<T> {
  signal.throwIfAborted();
  const limited = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
  try {
    return await unlessAborted(work(limited), limited, () => undefined);
  } catch (error) {
    signal.throwIfAborted();
    if (limited.aborted) {
      return tooLate();
    }
    throw error;
  }
}

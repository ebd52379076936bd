import type { HostAndPort } from '../../shared/diagnosis/network.ts';
import type { ModelFacts } from '../../shared/models/modelFacts.ts';
import { serviceAddress } from '../../service/serviceAddress.ts';
import type { Target } from '../connections/target.ts';
import {
  defaultLimits,
  type DiagnosisLimits,
  type DiagnosisServices,
} from './diagnosisServices.ts';
import type { Findings, Outcome } from './findings.ts';
import type { DiagnosisStep } from '../../shared/diagnosis/diagnosis.ts';

/** One diagnosis on its way. */
export interface Walk {
  readonly target: Target;
  /** What the model list that was just fetched says about the model of the target; missing if it says nothing. */
  readonly listed?: ModelFacts | undefined;
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
    signal,
    url,
    place: { host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port },
    placeName: `${url.hostname}:${port}`,
  };
}

/** What a step does until its time limit passes. */
interface Step {
  readonly step: DiagnosisStep;
  /** What it looks at. */
  readonly title: string;
  readonly tried?: string | undefined;
  readonly limitMs: number;
  readonly work: (signal: AbortSignal) => Promise<Outcome>;
  /** What it means that nothing came back in time. */
  readonly tooLate: () => Outcome;
}

/** Takes a step: shows that it runs, then what it found. Throws if the user stops the diagnosis. */
export async function takeStep(
  { findings, signal }: Walk,
  { step, title, tried, limitMs, work, tooLate }: Step,
): Promise<Outcome> {
  findings.set(step, { status: 'running', title, tried });
  const outcome = await withinLimit(limitMs, signal, work, tooLate);
  findings.set(step, { tried, ...outcome });
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
  const limit = new AbortController();
  const stop = (): void => limit.abort(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(() => limit.abort(), limitMs);
  try {
    return await Promise.race([work(limit.signal), aborted(limit.signal)]);
  } catch (error) {
    signal.throwIfAborted();
    if (limit.signal.aborted) {
      return tooLate();
    }
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    // Ends what is still at work.
    limit.abort();
  }
}

/** Rejects when the signal aborts. */
async function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
  });
}

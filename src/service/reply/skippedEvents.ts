import type { CallOptions, SkippedEvents } from '../endpoint.ts';
import { isWebPage } from '../excerpt.ts';

/** In characters, of the first event that was skipped. */
const maxWordsLength = 2000;

/** What a service, a gateway or a program says as it fails. */
const failureWords =
  /\b(?:error|exception|fail(?:ed|ure|s)?|fatal|traceback|out of memory|overloaded|unavailable|time(?:d[ -]?|-)?out|gateway|aborted|panic)\b/i;

/** Counts the events of a streamed reply that are skipped, so that they are reported only once. */
export interface SkippedEventCount {
  /** The beginning of the first one that seems to be a sentence; empty if there is none. */
  readonly words: string;
  /** The last one that says that something has failed; empty if there is none. */
  readonly failure: string;
  /** Notes an event that is skipped: its data, and how many events came before it. */
  note(data: string, index: number): void;
  /** Reports what was skipped so far, unless that has been done before. */
  report(onDiagnostic: CallOptions['onDiagnostic']): void;
}

/** Starts to count for one reply. */
export function countSkippedEvents(): SkippedEventCount {
  let skipped: SkippedEvents | undefined;
  let words = '';
  let failure = '';
  let isReported = false;
  return {
    get words() {
      return words;
    },
    get failure() {
      return failure;
    },
    note(data, index) {
      if (data.trim() === '') {
        return;
      }
      const isDamaged = /[{}]/.test(data);
      if (!isDamaged) {
        const text = data.slice(0, maxWordsLength);
        words = words === '' ? text : words;
        failure = isWebPage(text) || failureWords.test(text) ? text : failure;
      }
      skipped = {
        kind: 'skippedEvents',
        count: (skipped?.count ?? 0) + 1,
        damaged: (skipped?.damaged ?? 0) + (isDamaged ? 1 : 0),
        firstIndex: skipped?.firstIndex ?? index,
        firstLength: skipped?.firstLength ?? data.length,
      };
    },
    report(onDiagnostic) {
      if (skipped !== undefined && !isReported) {
        isReported = true;
        onDiagnostic?.(skipped);
      }
    },
  };
}

import type { CallOptions, SkippedEvents } from '../endpoint.ts';
import { isWebPage, readableText } from '../excerpt.ts';

/** In characters, of the first event that was skipped. */
const maxWordsLength = 2000;

/** What a service, a gateway or a program says as it fails. */
const failureWords =
  /(?:error|exception|\b(?:fail(?:ed|ure|s)?|fatal|traceback|out of memory|overloaded|unavailable|time(?:d[ -]?|-)?out|gateway|aborted|panic))\b|错误|失败|异常|超时|不可用|エラー|오류/i;

/** The name of the first field of an error, in JSON that is cut or in the notation of another language. */
const errorStart = /^\{\s*["']?(?:error|errors|detail|message|code|status|type)\b/i;

/** Counts the events of a streamed reply that are skipped, so that they are reported only once. */
export interface SkippedEventCount {
  /** The beginning of the first one that seems to be a sentence; empty if there is none. */
  readonly words: string;
  /** The last one that says that something has failed; empty if there is none. */
  readonly failure: string;
  /** Notes an event that is skipped: its data, and how many events came before it. */
  note(data: string, index: number): void;
  /** The reply goes on, so that nothing has failed so far. */
  goOn(): void;
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
      const text = data.slice(0, maxWordsLength);
      const isFailure = saysFailure(text);
      const isDamaged = !isFailure && /[{}]/.test(data);
      if (!isDamaged) {
        words = words === '' ? text : words;
        const isPage = isWebPage(text) && readableText(failure).trim() === '';
        failure = isFailure || isPage ? text : failure;
      }
      skipped = {
        kind: 'skippedEvents',
        count: (skipped?.count ?? 0) + 1,
        damaged: (skipped?.damaged ?? 0) + (isDamaged ? 1 : 0),
        firstIndex: skipped?.firstIndex ?? index,
        firstLength: skipped?.firstLength ?? data.length,
      };
    },
    goOn() {
      failure = '';
    },
    report(onDiagnostic) {
      if (skipped !== undefined && !isReported) {
        isReported = true;
        onDiagnostic?.(skipped);
      }
    },
  };
}

/** Whether words say that something has failed. What has a brace may be a damaged chunk, with any words in it. */
function saysFailure(text: string): boolean {
  const brace = text.search(/[{}]/);
  const before = brace === -1 ? text : text.slice(0, brace);
  return text.charAt(brace) !== '}' && before.trim() !== ''
    ? failureWords.test(before)
    : errorStart.test(text.trimStart()) && !/choices|delta|content/.test(text);
}

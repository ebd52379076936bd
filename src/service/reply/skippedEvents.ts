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
export class SkippedEventCount {
  /** The beginning of the first one that seems to be a sentence; empty if there is none. */
  words = '';
  /** The last one that says that something has failed; empty if there is none. */
  failure = '';
  #skipped: SkippedEvents | undefined;
  #isReported = false;

  /** Notes an event that is skipped: its data, and how many events came before it. */
  note(data: string, index: number): void {
    if (data.trim() === '') {
      return;
    }
    const text = data.slice(0, maxWordsLength);
    const isFailure = saysFailure(text);
    const isDamaged = !isFailure && /[{}]/.test(data);
    if (!isDamaged) {
      this.words = this.words === '' ? text : this.words;
      const isPage = isWebPage(text) && readableText(this.failure).trim() === '';
      this.failure = isFailure || isPage ? text : this.failure;
    }
    const before = this.#skipped;
    this.#skipped = {
      kind: 'skippedEvents',
      count: (before?.count ?? 0) + 1,
      damaged: (before?.damaged ?? 0) + (isDamaged ? 1 : 0),
      firstIndex: before?.firstIndex ?? index,
      firstLength: before?.firstLength ?? data.length,
    };
  }

  /** The reply goes on, so that nothing has failed so far. */
  goOn(): void {
    this.failure = '';
  }

  /** Reports what was skipped so far, unless that has been done before. */
  report(onDiagnostic: CallOptions['onDiagnostic']): void {
    if (this.#skipped !== undefined && !this.#isReported) {
      this.#isReported = true;
      onDiagnostic?.(this.#skipped);
    }
  }
}

/** Whether words say that something has failed. What has a brace may be a damaged chunk, with any words in it. */
function saysFailure(text: string): boolean {
  const brace = text.search(/[{}]/);
  const before = brace === -1 ? text : text.slice(0, brace);
  return text.charAt(brace) !== '}' && before.trim() !== ''
    ? failureWords.test(before)
    : errorStart.test(text.trimStart()) && !/choices|delta|content/.test(text);
}

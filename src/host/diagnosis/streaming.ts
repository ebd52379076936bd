import { l10n } from 'vscode';
import type { ResponseHead } from '../../service/endpoint.ts';
import { formatNumber } from '../../shared/language.ts';
import type { Usage } from '../../shared/service/chatCompletion.ts';
import type { Connection } from '../connections/connection.ts';
import type { Outcome } from './diagnosis.ts';
import { headerFacts } from './modelsStep.ts';
import { outcome } from './outcomes.ts';

/** A reply that arrived, as far as a diagnosis looks at it. Times are in milliseconds after the request was sent. */
export interface CheckedReply {
  readonly head: ResponseHead | undefined;
  /** When the head of the response came; missing if it never did. */
  readonly headMs: number | undefined;
  /** When each piece of text or reasoning came. */
  readonly piecesMs: readonly number[];
  readonly endMs: number;
  readonly usage: Usage | undefined;
  /** The beginning of its text. */
  readonly text: string;
  /** Whether the client found that the reply was held back. */
  readonly isHeldBack: boolean;
}

/** Whether a reply was streamed, and whether something between here and the service held it back. */
export function streamingOutcome(
  mode: Connection['mode'],
  { head, piecesMs, endMs, isHeldBack }: CheckedReply,
  shortMs: number | undefined,
): Outcome {
  if (mode === 'standard') {
    return {
      status: 'skipped',
      title: l10n.t('The connection uses standard mode: replies come in one piece'),
    };
  }
  const type = head?.headers.get('content-type')?.slice(0, 200) ?? '';
  if (/\bjson\b/i.test(type)) {
    return outcome('notStreamed', '', [type, ...headerFacts(head)]);
  }
  const facts = [
    l10n.t(
      '{0} pieces arrived in {1} blocks, the first after {2} s, the last after {3} s.',
      formatNumber(piecesMs.length),
      formatNumber(blockCount(piecesMs)),
      seconds(piecesMs[0] ?? endMs),
      seconds(piecesMs.at(-1) ?? endMs),
    ),
    ...headerFacts(head),
  ];
  const length = head?.headers.get('content-length')?.slice(0, 100);
  const verdict = streamVerdict(piecesMs, shortMs);
  if (length !== undefined || isHeldBack || verdict === 'heldBack') {
    const stated = length === undefined ? [] : [`content-length: ${length}`];
    return outcome('heldBack', '', [...facts, ...stated]);
  }
  return {
    status: 'fine',
    title:
      verdict === 'flows'
        ? l10n.t('Replies are streamed')
        : l10n.t('Streamed, but too short or too fast to detect buffering'),
    facts,
  };
}

/** With fewer pieces, nothing follows from when they came. */
const leastPieces = 20;

/** Pieces that come closer together than this are one block. A model that writes so fast is rare. In milliseconds. */
const blockGapMs = 5;

/** In a block there are more pieces than a service puts together by itself. */
const leastPiecesInBlock = 8;

/** A reply that begins this much later than one of a single token waited for its own end. In milliseconds. */
const leastWaitMs = 700;

/**
 * Tells whether a streamed reply was held back on its way, if it is neither too short nor too fast to tell. `shortMs`
 * is how long a reply of one token took in all: a longer reply begins as soon, unless something collects it first.
 * Without that, only a silence of three seconds before it counts (`docs/service-interface.md`, "Events" 10).
 */
export function streamVerdict(
  piecesMs: readonly number[],
  shortMs: number | undefined,
): 'flows' | 'heldBack' | 'open' {
  const [firstMs = 0] = piecesMs;
  if (piecesMs.length < leastPieces) {
    return 'open';
  }
  const blocks = blockCount(piecesMs);
  if (piecesMs.length / blocks < leastPiecesInBlock) {
    return 'flows';
  }
  const isLate = firstMs >= 3000 || (shortMs !== undefined && firstMs - shortMs >= leastWaitMs);
  return blocks > 1 || isLate ? 'heldBack' : 'open';
}

function blockCount(piecesMs: readonly number[]): number {
  return piecesMs.filter(
    (atMs, index) => index === 0 || atMs - (piecesMs[index - 1] ?? atMs) > blockGapMs,
  ).length;
}

/** A span of time in seconds, with one decimal. */
export function seconds(ms: number): string {
  return formatNumber(ms / 1000, { maximumFractionDigits: 1, minimumFractionDigits: 1 });
}

import * as vscode from 'vscode';
import { formatNumber } from '../../../shared/language.ts';
import type { Connection } from '../../connections/connection.ts';
import type { Outcome } from '../findings.ts';
import { headerFacts } from '../headerFacts.ts';
import { type CheckedReply, seconds } from './checkedReply.ts';
import { type StreamVerdict, streamVerdict } from './replyTimes.ts';

/** Whether a reply was streamed, and whether something between here and the service held it back. */
export function streamingOutcome(
  mode: Connection['mode'],
  reply: CheckedReply,
  shortMs: number | undefined,
): Outcome {
  if (mode === 'standard') {
    return {
      status: 'skipped',
      title: vscode.l10n.t('The connection uses standard mode: replies come in one piece'),
    };
  }
  const type = reply.head?.headers.get('content-type') ?? '';
  if (/\bjson\b/i.test(type.slice(0, 200))) {
    return notStreamed(reply);
  }
  const length = reply.head?.headers.get('content-length') ?? null;
  const verdict = streamVerdict(reply, shortMs);
  if (length !== null || reply.isHeldBack || verdict.kind === 'heldBack') {
    return heldBack(reply, verdict.kind === 'heldBack' ? verdict.blocks : 1, length !== null);
  }
  return verdict.kind === 'flows' ? flowing(verdict) : undecided(reply);
}

function notStreamed(reply: CheckedReply): Outcome {
  return {
    status: 'warning',
    cause: 'notStreamed',
    title: vscode.l10n.t('Replies are not streamed'),
    facts: [vscode.l10n.t('The reply came in one piece.'), ...wayFacts(reply)],
    advice: [
      vscode.l10n.t(
        'Replies appear only when they are complete. To request them that way, use standard mode.',
      ),
    ],
    action: 'useStandardMode',
  };
}

function flowing({ pieces, spanMs }: Extract<StreamVerdict, { kind: 'flows' }>): Outcome {
  return {
    status: 'fine',
    title: vscode.l10n.t('Replies are streamed'),
    facts: [
      vscode.l10n.t(
        '{0} pieces arrived one by one within {1} s.',
        formatNumber(pieces),
        seconds(spanMs),
      ),
    ],
  };
}

function undecided(reply: CheckedReply): Outcome {
  return {
    status: 'fine',
    title: vscode.l10n.t('Replies arrive as a stream'),
    facts: [
      vscode.l10n.t('The reply was too short or too fast to detect buffering.'),
      ...wayFacts(reply),
    ],
  };
}

function heldBack(reply: CheckedReply, blocks: number, hasLength: boolean): Outcome {
  const arrival =
    blocks > 1
      ? vscode.l10n.t(
          '{0} pieces arrived in {1} blocks.',
          formatNumber(reply.piecesMs.length),
          formatNumber(blocks),
        )
      : vscode.l10n.t(
          'The whole reply arrived at once, after {0} s of silence.',
          seconds(reply.piecesMs[0] ?? reply.endMs),
        );
  const stated = vscode.l10n.t(
    'The response has a length ({0}), so something received all of it before passing it on.',
    'Content-Length',
  );
  return {
    status: 'warning',
    cause: 'heldBack',
    title: vscode.l10n.t('Something buffers the stream'),
    facts: [arrival, ...(hasLength ? [stated] : []), ...wayFacts(reply)],
    advice: [
      vscode.l10n.t(
        'In nginx, set {0} for this path, or have the service send the header {1}.',
        'proxy_buffering off;',
        'X-Accel-Buffering: no',
      ),
      vscode.l10n.t(
        'In other proxies and gateways, turn off buffering and compression for {0}. Security software that scans traffic may buffer as well.',
        'text/event-stream',
      ),
      vscode.l10n.t('If you cannot change that, use standard mode.'),
    ],
    action: 'useStandardMode',
  };
}

/** What the headers tell about the way. */
function wayFacts({ head }: CheckedReply): readonly string[] {
  const coding = head?.headers.get('content-encoding')?.slice(0, 100);
  return head === undefined
    ? []
    : [
        ...headerFacts(head),
        ...(coding === undefined || coding === ''
          ? []
          : [vscode.l10n.t('The stream is compressed ({0}), which can delay it.', coding)]),
      ];
}

import * as vscode from 'vscode';
import type { ReplyOffer } from '../../../shared/diagnosis/diagnosis.ts';
import type { ResponseHead } from '../../../service/endpoint.ts';
import type { Usage } from '../../../shared/service/chatCompletion.ts';
import { formatNumber } from '../../../shared/language.ts';
import type { RefusedField } from '../../../shared/service/requestAdjustment.ts';
import { errorOutcome } from '../errorOutcome.ts';
import type { Outcome } from '../findings.ts';
import { question, replyRequest } from './replyRequest.ts';
import { streamingOutcome } from './streamingOutcome.ts';
import { type CheckedReply, seconds } from './checkedReply.ts';
import { takeStep, type Walk } from '../walk.ts';
import type { RequestAdjustment } from '../../../shared/service/requestAdjustment.ts';

/** What came of a question. */
export type Asked =
  | { readonly kind: 'reply'; readonly reply: CheckedReply }
  | { readonly kind: 'failed'; readonly refused: RefusedField | undefined };

/** Asks the model of the target a question, and says what came back. `shortMs` is how long one token took. */
export async function replySteps(
  walk: Walk,
  model: string,
  kind: ReplyOffer['kind'],
  known: { readonly rejected: readonly RequestAdjustment[]; readonly shortMs: number | undefined },
): Promise<Asked> {
  const { limits, services, target, findings } = walk;
  const came: { asked: Asked } = { asked: { kind: 'failed', refused: undefined } };
  await takeStep(walk, {
    step: 'reply',
    title: vscode.l10n.t('Waiting for a reply from {0}', model),
    tried: vscode.l10n.t(
      'A message to {0}; tokens requested: {1}',
      model,
      formatNumber(question(kind).maxTokens),
    ),
    limitMs: limits.replyMs,
    async work(signal) {
      try {
        const reply = await receive(walk, model, kind, known.rejected, signal);
        came.asked = { kind: 'reply', reply };
        return replyOutcome(walk, reply);
      } catch (error) {
        signal.throwIfAborted();
        const described = services.describeError(error);
        came.asked = { kind: 'failed', refused: described.refused };
        return errorOutcome(described);
      }
    },
    tooLate: () => ({
      status: 'problem',
      cause: 'noAnswer',
      title: vscode.l10n.t('No reply in time'),
      facts: [
        vscode.l10n.t('The reply did not end within {0} s.', formatNumber(limits.replyMs / 1000)),
      ],
      advice: [
        vscode.l10n.t(
          'A large model on a slow computer may need longer. Try again once it is loaded.',
        ),
      ],
      action: 'timeoutSettings',
    }),
  });
  const { asked } = came;
  if (asked.kind === 'reply') {
    findings.set('streaming', streamingOutcome(target.connection.mode, asked.reply, known.shortMs));
    findings.set('usage', usageOutcome(asked.reply));
  }
  return asked;
}

/** Of the text of a reply, in characters. */
const maxTextLength = 200;

async function receive(
  { services, target }: Walk,
  model: string,
  kind: ReplyOffer['kind'],
  rejected: readonly RequestAdjustment[],
  signal: AbortSignal,
): Promise<CheckedReply> {
  const { connection } = target;
  const { adjustments } = services.known({ connection, model });
  const request = replyRequest(connection, model, question(kind), [...adjustments, ...rejected]);
  const beganMs = performance.now();
  const now = (): number => performance.now() - beganMs;
  const piecesMs: number[] = [];
  const leftOut: string[] = [];
  let head: ResponseHead | undefined;
  let headMs: number | undefined;
  let usage: Usage | undefined;
  let text = '';
  let isHeldBack = false;
  const events = services.stream(services.clients, connection, request, signal, {
    isRepeated: false,
    onResponse(response) {
      head = response;
      headMs = now();
    },
    onArrival(chunkCount) {
      piecesMs.push(...Array.from({ length: chunkCount }, now));
    },
    onDiagnostic(diagnostic) {
      isHeldBack ||= diagnostic.kind === 'heldBack';
      if (diagnostic.kind === 'leftOut') {
        leftOut.push(diagnostic.field);
      }
    },
  });
  for await (const event of events) {
    if (event.kind === 'text' || event.kind === 'reasoning') {
      // A reply that is no stream is one piece.
      piecesMs.push(...(piecesMs.length === 0 ? [now()] : []));
      text += event.kind === 'text' ? event.text.slice(0, maxTextLength - text.length) : '';
    } else if (event.kind === 'usage') {
      ({ usage } = event);
    }
  }
  return { head, headMs, piecesMs, endMs: now(), usage, leftOut, text, isHeldBack };
}

function replyOutcome({ limits }: Walk, reply: CheckedReply): Outcome {
  const { piecesMs, headMs, endMs, text } = reply;
  const firstMs = Math.min(headMs ?? endMs, piecesMs[0] ?? endMs);
  const facts = [
    vscode.l10n.t(
      'First byte after {0} s, complete after {1} s.',
      seconds(firstMs),
      seconds(endMs),
    ),
    ...(text.trim() === '' ? [] : [vscode.l10n.t('Response text: “{0}”', text.trim())]),
  ];
  if (piecesMs.length === 0) {
    return {
      status: 'warning',
      cause: 'replyEmpty',
      title: vscode.l10n.t('The reply has no text'),
      facts,
      advice: [
        vscode.l10n.t(
          'This is normal for models that think first: one token is not enough for them.',
        ),
      ],
    };
  }
  return firstMs > limits.slowMs
    ? {
        status: 'warning',
        cause: 'slowFirstByte',
        title: vscode.l10n.t('The reply began after {0} s', seconds(firstMs)),
        facts,
        advice: [
          vscode.l10n.t(
            'A server may load the model on the first request. The next one is then faster.',
          ),
          vscode.l10n.t('If requests time out, raise the first-byte time limit.'),
        ],
        action: 'timeoutSettings',
      }
    : { status: 'fine', title: vscode.l10n.t('The model replied'), facts };
}

function usageOutcome({ usage, leftOut }: CheckedReply): Outcome {
  const { prompt_tokens: prompt, completion_tokens: completion } = usage ?? {};
  if (prompt !== undefined && completion !== undefined) {
    return {
      status: 'fine',
      title: vscode.l10n.t('Usage is reported'),
      facts: [
        vscode.l10n.t(
          'Prompt: {0} tokens, reply: {1} tokens.',
          formatNumber(prompt),
          formatNumber(completion),
        ),
      ],
    };
  }
  return {
    status: 'warning',
    cause: 'usageMissing',
    title: vscode.l10n.t('Usage is not reported'),
    facts: leftOut.includes('stream_options')
      ? [vscode.l10n.t('The service rejected {0}, which requests it.', 'stream_options')]
      : [],
    advice: [
      vscode.l10n.t(
        'Without it, Parley cannot count tokens and costs. Some services report it in standard mode only.',
      ),
    ],
  };
}

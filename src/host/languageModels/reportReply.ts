import * as vscode from 'vscode';
import { toolInput } from '../../service/tools/toolInput.ts';
import type { ToolNames } from '../../service/tools/toolNames.ts';
import type { WireObject } from '../../shared/guards.ts';
import type { ImageType } from '../../shared/images/image.ts';
import {
  type Outcome,
  type ReceivedToolCall,
  type ServiceEvent,
  type Usage,
  withToolCall,
} from '../../shared/service/chatCompletion.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { fromBase64 } from '../images/imageFiles.ts';
import type { CallMemory } from './callMemory.ts';
import { LanguageModelFailure } from './languageModelFailure.ts';
import { dataPart, type ReportedPart, thinkingPart } from './untypedParts.ts';

/** What a reply is reported with. */
interface ReportOptions {
  readonly names: ToolNames;
  /** The IDs that calls already have. */
  readonly callIds: ReadonlySet<string>;
  readonly memory: CallMemory;
  readonly report: (part: ReportedPart) => void;
  /** Called when the service begins to reply. */
  readonly onStarted: () => void;
}

/** What a reply used, as far as the service has said so. */
export interface ReportedReply {
  usage?: Usage | undefined;
  /** Whether anything has been reported. */
  hasBegun: boolean;
}

/** Of reasoning that may have to stand in for a text, in characters. */
const maxReasoningLength = 1_000_000;

/**
 * Reports a reply to VS Code as it arrives: text and reasoning at once, tool calls when the reply has ended, because
 * only then it is known that they are whole. A reply with neither text nor calls reports its reasoning as text, since
 * VS Code takes it for a failure otherwise. `reply` tells how far it came, also after a failure. Throws what `events`
 * throws, and `LanguageModelFailure`.
 */
export async function reportReply(
  events: AsyncIterable<ServiceEvent>,
  options: ReportOptions,
  reply: ReportedReply,
): Promise<void> {
  const collected: CollectedReply = {
    calls: [],
    reasoning: '',
    details: undefined,
    hasSaid: false,
    outcome: 'truncated',
  };
  const report = (part: ReportedPart): void => {
    reply.hasBegun = true;
    options.report(part);
  };
  for await (const event of events) {
    if (event.kind === 'started') {
      options.onStarted();
    } else if (event.kind === 'usage') {
      reply.usage = event.usage;
    }
    takeIn(event, collected, report);
  }
  const { calls, hasSaid, reasoning, details } = collected;
  const parts = callParts(collected, options);
  rememberCalls(parts, calls, { reasoning, details }, options.memory);
  parts.forEach(report);
  if (!hasSaid && parts.length === 0) {
    if (reasoning === '') {
      throw new LanguageModelFailure(vscode.l10n.t('The reply is empty.'));
    }
    report(new vscode.LanguageModelTextPart(reasoning));
  }
}

/** What is known of a reply so far. */
interface CollectedReply {
  calls: readonly ReceivedToolCall[];
  reasoning: string;
  details: readonly WireObject[] | undefined;
  /** Whether it has a text or an image. */
  hasSaid: boolean;
  outcome: Outcome;
}

/** Reports what an event brings, if it can be reported before the end, and collects the rest. */
function takeIn(
  event: ServiceEvent,
  reply: CollectedReply,
  report: (part: ReportedPart) => void,
): void {
  switch (event.kind) {
    case 'text':
      reply.hasSaid ||= event.text.trim() !== '';
      report(new vscode.LanguageModelTextPart(event.text));
      break;
    case 'reasoning': {
      reply.reasoning += event.text.slice(0, maxReasoningLength - reply.reasoning.length);
      const part = thinkingPart(event.text);
      if (part !== undefined) {
        report(part);
      }
      break;
    }
    case 'image':
      reply.hasSaid = true;
      report(imagePart(event.data));
      break;
    case 'toolCall':
      reply.calls = withToolCall(reply.calls, event);
      break;
    case 'reasoningDetails':
      reply.details = event.details;
      break;
    case 'ended':
      reply.outcome = event.outcome;
      break;
    case 'started':
    case 'usage':
    // What was reported as text cannot be taken back.
    case 'textWasReasoning':
      break;
  }
}

/** The calls of a reply, each with an ID that no other call of the chat has. Throws if one of them is not whole. */
function callParts(
  { calls, outcome }: CollectedReply,
  { names, callIds }: Pick<ReportOptions, 'names' | 'callIds'>,
): readonly vscode.LanguageModelToolCallPart[] {
  const taken = new Set(callIds);
  return calls.map((call) => {
    const input = call.isCut === true ? undefined : toolInput(call.arguments);
    if (call.name === '') {
      throw new LanguageModelFailure(
        vscode.l10n.t('The model called a tool without naming it. No tool call was passed on.'),
      );
    }
    if (input === undefined) {
      throw new LanguageModelFailure(damagedCall(call, outcome));
    }
    const isFree = call.id !== undefined && !taken.has(call.id);
    const id = isFree ? call.id : `call_${crypto.randomUUID().replaceAll('-', '')}`;
    taken.add(id);
    return new vscode.LanguageModelToolCallPart(id, names.original(call.name), input);
  });
}

function damagedCall({ name, isCut }: ReceivedToolCall, outcome: Outcome): string {
  const shown = visibleText(name);
  if (isCut === true) {
    return vscode.l10n.t(
      'The tool call “{0}” exceeds the limits of Parley. No tool call was passed on.',
      shown,
    );
  }
  return outcome === 'truncated'
    ? vscode.l10n.t(
        'The reply ended before the tool call “{0}” was complete. No tool call was passed on.',
        shown,
      )
    : vscode.l10n.t(
        'The arguments of the tool call “{0}” are not a JSON object. No tool call was passed on.',
        shown,
      );
}

function rememberCalls(
  parts: readonly vscode.LanguageModelToolCallPart[],
  calls: readonly ReceivedToolCall[],
  reply: { readonly reasoning: string; readonly details: readonly WireObject[] | undefined },
  memory: CallMemory,
): void {
  const ids = parts.map(({ callId }) => callId);
  const extras = calls.flatMap(({ extraContent }, index): [string, WireObject][] => {
    const id = ids[index];
    return id === undefined || extraContent === undefined ? [] : [[id, extraContent]];
  });
  memory.remember(ids, { ...reply, extras: new Map(extras) });
}

/** An image that the model made, or words in its place where VS Code takes none. */
function imagePart(base64: string): ReportedPart {
  const type = imageBeginnings.find(([, beginning]) => base64.startsWith(beginning))?.[0];
  const bytes = type && fromBase64(base64);
  const part = bytes && dataPart(bytes, type);
  const words = vscode.l10n.t('[The model made an image, which cannot be shown here.]');
  return part ?? new vscode.LanguageModelTextPart(words);
}

/** How the bytes of each type begin, as Base64. */
const imageBeginnings: readonly (readonly [ImageType, string])[] = [
  ['image/png', 'iVBORw0KGgo'],
  ['image/jpeg', '/9j/'],
  ['image/webp', 'UklGR'],
  ['image/gif', 'R0lGOD'],
];

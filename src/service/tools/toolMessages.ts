import { isRecord, type WireObject } from '../../shared/guards.ts';
import type {
  ChatMessage,
  ContentPart,
  SentReasoning,
  SentToolCall,
} from '../../shared/service/chatCompletion.ts';

/** A call in the history of a chat with tools. */
interface HistoryCall {
  readonly id: string;
  readonly name: string;
  /** An object; anything else is sent as an empty one. */
  readonly input: unknown;
}

/** The result of a call. */
interface HistoryResult {
  readonly callId: string;
  readonly content: readonly ContentPart[];
}

/** A message of a chat with tools, in no particular order of its parts. */
export interface HistoryMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: readonly ContentPart[];
  readonly calls: readonly HistoryCall[];
  readonly results: readonly HistoryResult[];
  readonly reasoning?: SentReasoning | undefined;
}

/** How calls are sent. */
export interface CallForm {
  /** The ID, name and further fields of a call. */
  readonly sent: (call: HistoryCall) => Omit<SentToolCall, 'type' | 'function'> & {
    readonly name: string;
  };
}

/** What stands in for the result of a call that was never answered. For the model, so not translated. */
const unanswered = 'This tool call was not carried out.';

/** What introduces a result whose call is not in the chat. For the model, so not translated. */
const orphaned = 'Result of an earlier tool call:';

/**
 * The messages in the order that services expect (`docs/service-interface.md`, "Tool calls" 2): right after a
 * message with calls one result each, in the order of the calls, and then everything else that came with them. A
 * call without a result gets one that says so. A result without a call, and images in a result, become a message of
 * the user. Messages without content are left out, and messages of the user that follow each other are joined,
 * because many models require that the roles alternate.
 */
export function toolMessages(
  history: readonly HistoryMessage[],
  form: CallForm,
): readonly ChatMessage[] {
  const turns: HistoryMessage[][] = [[]];
  for (const message of history) {
    if (message.role === 'assistant') {
      turns.push([message]);
    } else {
      turns.at(-1)?.push(message);
    }
  }
  const messages = turns.flatMap(([first, ...following]) => {
    if (first === undefined) {
      return [];
    }
    return first.role === 'assistant'
      ? exchange(first, following, form)
      : [first, ...following].flatMap((message) => looseMessages(message, message.results));
  });
  return joined(messages);
}

/** A message of the assistant and everything up to the next one. */
function exchange(
  { content, calls, results, reasoning }: HistoryMessage,
  following: readonly HistoryMessage[],
  { sent }: CallForm,
): readonly ChatMessage[] {
  const uniqueCalls = [...new Map(calls.map((call) => [call.id, call])).values()];
  const open = new Map<string, HistoryResult | undefined>(
    uniqueCalls.map(({ id }) => [id, undefined]),
  );
  const take = (result: HistoryResult): boolean => {
    const isAnswer = open.has(result.callId) && open.get(result.callId) === undefined;
    if (isAnswer) {
      open.set(result.callId, result);
    }
    return isAnswer;
  };
  const orphansAt = [results, ...following.map((message) => message.results)].map((each) =>
    each.filter((result) => !take(result)),
  );
  const toolCalls = uniqueCalls.map((call): SentToolCall => {
    const { name, ...fields } = sent(call);
    return { ...fields, type: 'function', function: { name, arguments: inputText(call.input) } };
  });
  const text = saidIn(content);
  const assistant: ChatMessage = {
    role: 'assistant',
    content: text,
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls }),
  };
  const answers = uniqueCalls.map((call): ChatMessage => {
    const result = open.get(call.id);
    return {
      role: 'tool',
      content: result === undefined ? unanswered : textOf(result.content),
      tool_call_id: sent(call).id,
    };
  });
  const images = uniqueCalls.flatMap(({ id }) => imagesOf(open.get(id)?.content ?? []));
  return [
    ...(text === '' && toolCalls.length === 0 ? [] : [assistant]),
    ...answers,
    ...userMessage([...imagesOf(content), ...images]),
    ...userMessage((orphansAt[0] ?? []).flatMap(orphanParts)),
    ...following.flatMap((message, index) => looseMessages(message, orphansAt[index + 1] ?? [])),
  ];
}

/** A message of the user or the system, with results that belong to no call. */
function looseMessages(
  { role, content }: HistoryMessage,
  orphans: readonly HistoryResult[],
): readonly ChatMessage[] {
  const parts = orphans.flatMap(orphanParts);
  if (role !== 'system') {
    return userMessage([...parts, ...content]);
  }
  const text = saidIn(content);
  return [
    ...(text === '' ? [] : [{ role: 'system', content: text } as const]),
    ...userMessage([...imagesOf(content), ...parts]),
  ];
}

function orphanParts({ content }: HistoryResult): readonly ContentPart[] {
  return [{ type: 'text', text: `${orphaned}\n` }, ...content, { type: 'text', text: '\n' }];
}

function userMessage(parts: readonly ContentPart[]): readonly ChatMessage[] {
  const isEmpty = parts.every((part) => part.type === 'text' && part.text.trim() === '');
  return isEmpty ? [] : [{ role: 'user', content: contentOf(parts) }];
}

/** A text, or parts if there are images. */
function contentOf(parts: readonly ContentPart[]): ChatMessage['content'] {
  return parts.some(isImage) ? joinedParts(parts) : textOf(parts);
}

/** The parts with texts that follow each other as one. */
function joinedParts(parts: readonly ContentPart[]): readonly ContentPart[] {
  const all: ContentPart[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (part.type === 'text' && last?.type === 'text') {
      all[all.length - 1] = { type: 'text', text: last.text + part.text };
    } else if (part.type !== 'text' || part.text !== '') {
      all.push(part);
    }
  }
  return all;
}

function textOf(parts: readonly ContentPart[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/** The text, or nothing if it is only white space, which some services reject. */
function saidIn(parts: readonly ContentPart[]): string {
  const text = textOf(parts);
  return text.trim() === '' ? '' : text;
}

function isImage({ type }: ContentPart): boolean {
  return type === 'image_url';
}

function imagesOf(parts: readonly ContentPart[]): readonly ContentPart[] {
  return parts.filter(isImage);
}

function inputText(input: unknown): string {
  const isObject = isRecord(input);
  try {
    return JSON.stringify(isObject ? (input satisfies WireObject) : {});
  } catch {
    return '{}';
  }
}

/** The messages, with those of the user, and of the system, that follow each other as one. */
function joined(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const runs: ChatMessage[][] = [];
  for (const message of messages) {
    const run = runs.at(-1);
    const isSame = run?.[0]?.role === message.role;
    if (run !== undefined && isSame && (message.role === 'user' || message.role === 'system')) {
      run.push(message);
    } else {
      runs.push([message]);
    }
  }
  return runs.flatMap(([first, ...others]) =>
    first === undefined || others.length === 0
      ? (first ?? [])
      : { role: first.role, content: contentOf([...partsOf(first), ...others.flatMap(nextParts)]) },
  );
}

function nextParts(message: ChatMessage): readonly ContentPart[] {
  return [{ type: 'text', text: '\n\n' }, ...partsOf(message)];
}

function partsOf({ content }: ChatMessage): readonly ContentPart[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

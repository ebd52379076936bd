import { type CheckedText, checkText } from '../../guard/checkText.ts';
import type { ContextItem, UserMessage } from '../../shared/conversation/conversation.ts';
import type { Finding, MessageFindings, NumberedFinding } from '../../shared/guard/finding.ts';
import { withoutFindings } from '../../shared/guard/mask.ts';
import { askAboutFindings } from './askAboutFindings.ts';
import { type ChatDecisions, createChatDecisions } from './chatDecisions.ts';
import { createEnvFiles } from './envFiles.ts';
import { type GuardSettings, guardSettings } from './guardSettings.ts';
import type { CheckedMessage, FoundInText, MessageGuard } from './messageGuard.ts';

/** What is known of Parley's own secrets. */
interface OwnSecrets {
  /** Resolves when all stored ones are known. */
  readonly ready: () => Promise<void>;
  readonly find: (text: string) => readonly { readonly start: number; readonly end: number }[];
}

/** The decisions of as many chats are kept. */
const maxChats = 200;

/** Texts whose findings are kept: the chips of a message that is being written are checked once. */
const kept = { texts: 50, characters: 4 * 1024 * 1024 };

/** The guard of a window. */
export function createMessageGuard(own: OwnSecrets): MessageGuard {
  const chats = new Map<string, ChatDecisions>();
  const findIn = createTextCheck(own);
  const chatOf = (chatId: string): ChatDecisions => {
    const chat = chats.get(chatId) ?? createChatDecisions();
    chats.delete(chatId);
    chats.set(chatId, chat);
    const [oldest] = chats.keys();
    if (chats.size > maxChats && oldest !== undefined) {
      chats.delete(oldest);
    }
    return chat;
  };
  const find: MessageGuard['find'] = async (texts, chatId) => {
    const chat = chatOf(chatId);
    const found: FoundInText[] = [];
    for (const { text, checked } of await findIn(texts)) {
      const numbered = chat.numbered(text, checked.findings);
      const findings = numbered.filter((finding) => chat.of(finding) !== 'allow');
      found.push({ findings, isPartial: checked.isPartial });
    }
    return found;
  };
  const check: MessageGuard['check'] = async (message, chatId, place) => {
    const chat = chatOf(chatId);
    const { text, context } = message;
    const [inText, ...inContext] = await find([text, ...context.map((item) => item.text)], chatId);
    const parts = [inText, ...inContext].map((part) => part?.findings ?? []);
    const isOpen = (finding: NumberedFinding): boolean => chat.of(finding) !== 'mask';
    const [textFindings = [], ...contextFindings] = parts;
    if (
      (place === 'inputBox' ? textFindings.length > 0 : textFindings.some(isOpen)) ||
      contextFindings.flat().some(isOpen)
    ) {
      const isPartial = [inText, ...inContext].some((part) => part?.isPartial === true);
      return { message, found: { text: textFindings, context: contextFindings, isPartial } };
    }
    return { message: masked(message, parts) };
  };
  const decide: MessageGuard['decide'] = (chatId, ids, decision) =>
    chatOf(chatId).decide(ids, decision);
  return {
    find,
    check,
    decide,
    async checkBeforeSending(message, chatId) {
      let checked: CheckedMessage = await check(message, chatId);
      if (checked.found !== undefined) {
        const findings = allFindings(checked.found);
        const decision = await askAboutFindings(findings);
        if (decision === undefined) {
          return undefined;
        }
        decide(
          chatId,
          findings.map(({ id }) => id),
          decision,
        );
        checked = await check(message, chatId);
      }
      return checked.found === undefined ? checked.message : undefined;
    },
  };
}

function allFindings({ text, context }: MessageFindings): readonly NumberedFinding[] {
  return [...text, ...context.flat()];
}

/** The message with masks for all findings of its parts: the text, then each context item. */
function masked(
  message: UserMessage,
  [inText = [], ...inContext]: readonly (readonly NumberedFinding[])[],
): UserMessage {
  if (inText.length === 0 && inContext.every((findings) => findings.length === 0)) {
    return message;
  }
  const maskedItem = (item: ContextItem, index: number): ContextItem => ({
    ...item,
    text: withoutFindings(item.text, inContext[index] ?? []),
  });
  return {
    ...message,
    text: withoutFindings(message.text, inText),
    context: message.context.map(maskedItem),
  };
}

interface TextWithFindings {
  readonly text: string;
  readonly checked: CheckedText;
}

/** Checks texts by the user's settings and what is secret now. Keeps what it found in the last ones. */
function createTextCheck(
  own: OwnSecrets,
): (texts: readonly string[]) => Promise<readonly TextWithFindings[]> {
  const env = createEnvFiles();
  const known = new Map<string, Promise<CheckedText>>();
  let basis: unknown[] = [];
  return async (texts) => {
    const settings = guardSettings();
    await own.ready();
    const findVariables = settings.envValues ? await env.search() : () => [];
    const now = [settings.secrets, settings.hiddenCharacters, findVariables];
    if (now.some((each, index) => each !== basis[index])) {
      known.clear();
      basis = now;
    }
    const check = async (text: string): Promise<CheckedText> => {
      const checking = known.get(text) ?? checkedText(text, settings, own, findVariables);
      known.delete(text);
      known.set(text, checking);
      forgetOldest(known);
      return checking;
    };
    const found: TextWithFindings[] = [];
    for (const text of texts) {
      found.push({ text, checked: await check(text) });
    }
    return found;
  };
}

async function checkedText(
  text: string,
  { secrets, hiddenCharacters }: GuardSettings,
  own: OwnSecrets,
  findVariables: (text: string) => readonly Finding[],
): Promise<CheckedText> {
  const findOwn = (each: string): readonly Finding[] =>
    secrets ? own.find(each).map((run) => ({ kind: 'ownKey', ...run })) : [];
  const wanted = { secrets, hiddenCharacters, known: [findOwn, findVariables] };
  return checkText(text, wanted, nextTask);
}

async function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}

function forgetOldest(known: Map<string, unknown>): void {
  let characters = 0;
  let count = 0;
  for (const text of [...known.keys()].toReversed()) {
    characters += text.length;
    count += 1;
    if (count > 1 && (count > kept.texts || characters > kept.characters)) {
      known.delete(text);
    }
  }
}

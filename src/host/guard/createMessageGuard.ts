import { type CheckedText, checkText } from '../../guard/checkText.ts';
import type { UserMessage } from '../../shared/conversation/conversation.ts';
import {
  type Finding,
  type FoundInText,
  type NumberedFinding,
  withoutFindings,
} from '../../shared/guard/finding.ts';
import { askAboutFindings } from './askAboutFindings.ts';
import { type ChatDecisions, createChatDecisions } from './chatDecisions.ts';
import { createEnvFiles } from './envFiles.ts';
import { type GuardSettings, guardSettings } from './guardSettings.ts';
import type { CheckedMessage, MessageGuard } from './messageGuard.ts';

/** What is known of Parley's own secrets. */
interface OwnSecrets {
  /** Resolves when all stored ones are known. */
  readonly ready: () => Promise<void>;
  readonly find: (text: string) => readonly { readonly start: number; readonly end: number }[];
}

const nothingFound: FoundInText = { findings: [], isPartial: false };

/** The decisions of as many chats are kept. */
const maxChats = 200;

/** Texts whose findings are kept: the chips of a message that is being written are checked once. */
const kept = { texts: 50, characters: 4 * 1024 * 1024 };

/** The guard of a window. */
export function createMessageGuard(own: OwnSecrets): MessageGuard {
  const chatOf = createChats();
  const findIn = createTextCheck(own);
  const find: MessageGuard['find'] = async (texts, chatId) => {
    const chat = chatOf(chatId);
    const checked = await findIn(texts);
    return checked.map(({ text, checked: { findings, isPartial } }) => ({
      findings: chat.numbered(text, findings).filter((finding) => chat.of(finding) !== 'allow'),
      isPartial,
    }));
  };
  const check: MessageGuard['check'] = async (message, chatId, place) => {
    const texts = [message.text, ...message.context.map((item) => item.text)];
    const found = await find(texts, chatId);
    const chat = chatOf(chatId);
    return maskedMessage(
      message,
      found,
      (finding, part) => chat.of(finding) === 'mask' && !(part === 0 && place === 'inputBox'),
    );
  };
  const decide: MessageGuard['decide'] = async (chatId, ids, decision) =>
    chatOf(chatId).decide(ids, decision);
  return {
    find,
    check,
    decide,
    async checkBeforeSending(message, chatId) {
      const { message: checked, found } = await check(message, chatId);
      if (found === undefined) {
        return checked;
      }
      const findings = [found.text, ...found.context].flatMap((part) => part.findings);
      const decision = await askAboutFindings(findings);
      if (decision === undefined) {
        return undefined;
      }
      const ids = findings.map(({ id }) => id);
      await decide(chatId, ids, decision);
      const decided = await check(message, chatId);
      return decided.found === undefined ? decided.message : undefined;
    },
  };
}

/** What the user has decided in the chats that were used last. */
function createChats(): (chatId: string) => ChatDecisions {
  const chats = new Map<string, ChatDecisions>();
  return (chatId) => {
    const chat = chats.get(chatId) ?? createChatDecisions();
    chats.delete(chatId);
    chats.set(chatId, chat);
    const [oldest] = chats.keys();
    if (chats.size > maxChats && oldest !== undefined) {
      chats.delete(oldest);
    }
    return chat;
  };
}

/** The message with masks for some findings, and the others. `found` is for its text and then for each item. */
function maskedMessage(
  message: UserMessage,
  found: readonly FoundInText[],
  isMasked: (finding: NumberedFinding, part: number) => boolean,
): CheckedMessage {
  const maskedText = (text: string, part: number): string =>
    withoutFindings(
      text,
      (found[part] ?? nothingFound).findings.filter((finding) => isMasked(finding, part)),
    );
  const [text = nothingFound, ...context] = found.map(({ findings, isPartial }, part) => ({
    findings: findings.filter((finding) => !isMasked(finding, part)),
    isPartial,
  }));
  const masked = {
    ...message,
    text: maskedText(message.text, 0),
    context: message.context.map((item, index) => {
      const itemText = maskedText(item.text, index + 1);
      return itemText === item.text ? item : Object.assign({}, item, { text: itemText });
    }),
  };
  return [text, ...context].every(({ findings }) => findings.length === 0)
    ? { message: masked }
    : { message: masked, found: { text, context } };
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
    secrets ? own.find(each).map(({ start, end }) => ({ kind: 'ownKey', start, end })) : [];
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

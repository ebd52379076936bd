import * as vscode from 'vscode';
import { type CheckedText, checkText } from '../../guard/checkText.ts';
import type { UserMessage } from '../../shared/conversation/conversation.ts';
import {
  type Finding,
  type FoundInText,
  type NumberedFinding,
  withoutFindings,
  findingNames,
  maskOf,
} from '../../shared/guard/finding.ts';
import { isRecord } from '../../shared/guards.ts';
import { formatNumber } from '../../shared/language.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { labelText } from '../base/safeText.ts';
import { userValue } from '../base/settings.ts';
import { createEnvFiles } from './envFiles.ts';
import type { CheckedMessage, Decision, MessageGuard } from './messageGuard.ts';

/** What is known of Parley's own secrets. */
interface OwnSecrets {
  /** Resolves when all stored ones are known. */
  readonly ready: () => Promise<void>;
  readonly find: (text: string) => readonly { readonly start: number; readonly end: number }[];
}

const nothingFound: FoundInText = { findings: [], isPartial: false };

/** The guard of a window. */
export function createMessageGuard(own: OwnSecrets): MessageGuard {
  const chats = new Map<string, ChatDecisions>();
  const chatOf = (chatId: string): ChatDecisions => {
    const chat = chats.get(chatId) ?? createChatDecisions();
    chats.set(chatId, chat);
    return chat;
  };
  const findIn = createTextCheck(own);
  const find: MessageGuard['find'] = async (texts, chatId) => {
    const chat = chatOf(chatId);
    const checked = await findIn(texts);
    return checked.map(({ findings, isPartial }, at) => ({
      findings: chat
        .numbered(texts[at] ?? '', findings)
        .filter((finding) => chat.of(finding) !== 'allow'),
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

/** What the user has decided about values of one chat. Nothing of it is stored. */
interface ChatDecisions {
  /** Gives each value a number, the same one each time. */
  readonly numbered: (text: string, findings: readonly Finding[]) => readonly NumberedFinding[];
  readonly of: (finding: NumberedFinding) => Decision | undefined;
  readonly decide: (ids: readonly number[], decision: Decision) => void;
}

function createChatDecisions(): ChatDecisions {
  const ids = new Map<string, number>();
  const decisions = new Map<number, Decision>();
  return {
    numbered: (text, findings) =>
      findings.map((finding) => {
        const value = text.slice(finding.start, finding.end);
        const id = ids.get(value) ?? ids.size + 1;
        ids.set(value, id);
        return { ...finding, id, mask: maskOf(finding, id) };
      }),
    of: ({ id }) => decisions.get(id),
    decide(decided, decision) {
      // The page says which; it is not trusted.
      const known = decided.filter((id) => Number.isSafeInteger(id) && id > 0 && id <= ids.size);
      known.forEach((id) => decisions.set(id, decision));
    },
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

/** Checks texts by the user's settings and what is secret now; those of the last message only once. */
function createTextCheck(
  own: OwnSecrets,
): (texts: readonly string[]) => Promise<readonly CheckedText[]> {
  const env = createEnvFiles();
  let known: ReadonlyMap<string, CheckedText> = new Map();
  let basis: unknown[] = [];
  return async (texts) => {
    const settings = guardSettings();
    await own.ready();
    const findVariables = settings.envValues ? await env.search() : () => [];
    const now = [settings.secrets, settings.hiddenCharacters, findVariables];
    const before = now.every((each, index) => each === basis[index]) ? known : undefined;
    const found: CheckedText[] = [];
    for (const text of texts) {
      found.push(before?.get(text) ?? (await checkedText(text, settings, own, findVariables)));
    }
    basis = now;
    known = new Map(found.map((one, at) => [texts[at] ?? '', one]));
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

/** What is looked for in a message. */
interface GuardSettings {
  readonly secrets: boolean;
  readonly envValues: boolean;
  readonly hiddenCharacters: boolean;
}

/** The user's own setting: a workspace cannot switch the guard off. What is not set is on. */
function guardSettings(): GuardSettings {
  const value = userValue('guard');
  const isOn = (name: keyof GuardSettings): boolean => !isRecord(value) || value[name] !== false;
  return {
    secrets: isOn('secrets'),
    envValues: isOn('envValues'),
    hiddenCharacters: isOn('hiddenCharacters'),
  };
}

/** Asks what to do with findings in a message that stands in no input box; undefined if the user cancelled. */
async function askAboutFindings(
  findings: readonly NumberedFinding[],
): Promise<Decision | undefined> {
  const count = new Set(findings.map(({ id }) => id)).size;
  const items: readonly (vscode.QuickPickItem & { readonly decision: Decision })[] = [
    {
      label: `$(eye-closed) ${vscode.l10n.t('Mask and Send')}`,
      description: labelText(findings[0]?.mask ?? ''),
      decision: 'mask',
    },
    { label: `$(send) ${vscode.l10n.t('Send Anyway')}`, decision: 'allow' },
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Findings Before Sending: {0}', formatNumber(count)),
    placeHolder: vscode.l10n.t('The message contains: {0}', visibleText(findingNames(findings))),
    ignoreFocusOut: true,
  });
  return picked?.decision;
}

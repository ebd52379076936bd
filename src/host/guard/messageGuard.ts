import { loadOnce } from '../base/loadOnce.ts';
import type { UserMessage } from '../../shared/conversation/conversation.ts';
import type { FoundInText, MessageFindings } from '../../shared/guard/finding.ts';

/** What the user does with a value that was found, in one chat of this window. */
export type Decision = 'mask' | 'allow';

/** Checks what is about to leave the computer. Nothing that it finds is logged or stored. */
export interface MessageGuard {
  /**
   * The message with masks for the values that the user has masked in this chat, and what else was found. As long as
   * anything was, the message is not to be sent. Of a message whose text stands in an input box, nothing is masked
   * in the text: there the user sees the mask before it is sent.
   */
  readonly check: (
    message: UserMessage,
    chatId: string,
    place?: 'inputBox',
  ) => Promise<CheckedMessage>;
  /**
   * The message as it may be sent, after asking the user where something was found. Undefined if the user cancelled.
   * Call this before a message leaves that is not in an input box.
   */
  readonly checkBeforeSending: (
    message: UserMessage,
    chatId: string,
  ) => Promise<UserMessage | undefined>;
  /** What is in texts, each by itself. Values that the user has allowed in the chat are left out. */
  readonly find: (texts: readonly string[], chatId: string) => Promise<readonly FoundInText[]>;
  /** Keeps what the user has decided about findings, until the window closes. */
  readonly decide: (chatId: string, ids: readonly number[], decision: Decision) => Promise<void>;
}

/** A checked message. With `found`, the user has yet to decide; its ranges are those of the text before masking. */
export interface CheckedMessage {
  readonly message: UserMessage;
  readonly found?: MessageFindings | undefined;
}

/** A guard that is loaded when it is first used. If it cannot be loaded, its functions reject: nothing is sent unchecked. */
export function loadedGuard(load: () => Promise<MessageGuard>): MessageGuard {
  const guard = loadOnce(load);
  return {
    check: async (...message) => (await guard()).check(...message),
    checkBeforeSending: async (...message) => (await guard()).checkBeforeSending(...message),
    find: async (...texts) => (await guard()).find(...texts),
    decide: async (...decided) => (await guard()).decide(...decided),
  };
}

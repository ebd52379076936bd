import { needsStoring } from '../../conversation/conversation.ts';
import type { Conversation, UserMessage } from '../../shared/conversation/conversation.ts';
import { isContextItem } from '../../shared/conversation/conversationGuard.ts';
import { isArrayOf, isObjectOf, isString, optional } from '../../shared/guards.ts';
import type { PanelState } from '../dom/panelState.ts';

/** What stands in the composer and which conversation is shown, which outlive the page. */
export interface Draft {
  read(): UserMessage;
  write(message: UserMessage): void;
  /** Notes what is shown: the host brings an editor tab back by it. */
  shows(conversation: Conversation): void;
}

const isDraft = isObjectOf({ draft: isString, context: optional(isArrayOf(isContextItem)) });

/** Keeps the draft in the state of the panel, but for one that was written in a temporary chat. */
export function createDraft(state: PanelState): Draft {
  const stored = state.read();
  let draft: UserMessage = isDraft(stored)
    ? { text: stored.draft, context: stored.context ?? [] }
    : { text: '', context: [] };
  let conversationId: string | undefined;
  let isTemporary = false;
  let isPrivate = false;
  const keep = (): void => {
    const { text, context } = isPrivate ? { text: '', context: [] } : draft;
    state.write({ draft: text, context, conversationId });
  };
  return {
    read: () => draft,
    write(message) {
      draft = message;
      isPrivate = isTemporary;
      keep();
    },
    shows(conversation) {
      isTemporary = conversation.isTemporary === true;
      conversationId = needsStoring(conversation) ? conversation.id : undefined;
      keep();
    },
  };
}

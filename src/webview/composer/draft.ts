import { needsStoring } from '../../conversation/conversationState.ts';
import {
  type Conversation,
  isContextItem,
  type UserMessage,
} from '../../shared/conversation/conversation.ts';
import { isImages } from '../../shared/images/image.ts';
import { isArrayOf, isObjectOf, isString, optional } from '../../shared/guards.ts';
import type { PanelState } from '../dom/keptState.ts';

/** The unsent message in the composer and the id of the conversation on the page, which outlive the page. */
export interface Draft {
  read(): UserMessage;
  write(message: UserMessage): void;
  /** Keeps which conversation is shown: the host restores an editor tab from its id. */
  showing(conversation: Conversation): void;
}

const isDraft = isObjectOf({
  draft: isString,
  context: optional(isArrayOf(isContextItem)),
  images: optional(isImages),
});

/** Keeps the draft in the panel's state, unless it was written in a temporary chat. */
export function createDraft(state: PanelState): Draft {
  const stored = state.read();
  let draft: UserMessage = isDraft(stored)
    ? { text: stored.draft, context: stored.context ?? [], images: stored.images }
    : { text: '', context: [] };
  let conversationId: string | undefined;
  let isTemporary = false;
  /** Whether the draft was last changed in a temporary chat. */
  let isPrivate = false;
  const keep = (): void => {
    const { text, context, images }: UserMessage = isPrivate ? { text: '', context: [] } : draft;
    state.write({ draft: text, context, images, conversationId });
  };
  return {
    read: () => draft,
    write(message) {
      draft = message;
      isPrivate = isTemporary;
      keep();
    },
    showing(conversation) {
      isTemporary = conversation.isTemporary === true;
      conversationId = needsStoring(conversation) ? conversation.id : undefined;
      keep();
    },
  };
}

import type { UserMessage } from '../../../shared/conversation/conversation.ts';
import type { IntentKind, Intents } from '../../../shared/panel/panelProtocol.ts';
import type { Chat } from '../../chat/chat.ts';
import type { RequestPreview } from '../../chat/requestPreview.ts';
import { type Contexts, currentMessage } from '../../context/registry/contexts.ts';
import type { MessageGuard } from '../../guard/messageGuard.ts';
import { sayProblems } from '../addToChat.ts';
import type { PanelImages } from '../images/panelImages.ts';
import type { Panel } from '../panel.ts';

/** What intents about the message that is being written act on. */
export interface DraftServices {
  readonly contexts: Contexts;
  readonly images: Pick<PanelImages, 'bring'>;
  readonly preview: RequestPreview;
  readonly guard: MessageGuard;
  readonly panel: Pick<Panel, 'chat' | 'tell' | 'notice'>;
}

/** What each intent about the message that is being written does. */
export const draftIntents = {
  async send(intent, { session, sender }, { panel, contexts, images, guard }) {
    await images.bring(intent.images, panel);
    const written = await readAgain(intent, panel, contexts);
    const { id } = session.conversation;
    await guard.decide(id, intent.allowed ?? [], 'allow');
    const { message, found } = await guard.check(written, id, 'inputBox');
    // The user has yet to decide about what was found in it.
    if (found !== undefined) {
      return panel.tell({ kind: 'heldBack', found });
    }
    return sender.sendOrQueue(message);
  },
  async showRequest(intent, chat, { panel, contexts, images, preview }) {
    await images.bring(intent.images, panel);
    await preview.show(await readAgain(intent, panel, contexts), chat, 'inputBox');
  },
  async checkTexts({ check, texts }, { session }, { panel, guard }) {
    const found = await guard.find(texts, session.conversation.id);
    panel.tell({ kind: 'checkedTexts', check, found });
  },
  maskFindings: async ({ ids }, { session }, { guard }) =>
    guard.decide(session.conversation.id, ids, 'mask'),
} satisfies {
  readonly [K in IntentKind]?: (intent: Intents[K], chat: Chat, on: DraftServices) => unknown;
};

/** The message with its items as they are now. Those that could not be read again are named in the panel. */
async function readAgain(
  { text, context = [], images = [] }: Intents['send' | 'showRequest'],
  panel: DraftServices['panel'],
  contexts: Contexts,
): Promise<UserMessage> {
  const posted = images.length === 0 ? { text, context } : { text, context, images };
  const { message, problems } = await currentMessage(posted, contexts);
  sayProblems(problems, panel);
  return message;
}

import type { UserMessage } from '../../../shared/conversation/conversation.ts';
import { isOneOf } from '../../../shared/guards.ts';
import type { ViewToHost } from '../../../shared/panel/panelProtocol.ts';
import type { RequestPreview } from '../../chat/requestPreview.ts';
import { type Contexts, currentMessage } from '../../context/contexts.ts';
import type { MessageGuard } from '../../guard/messageGuard.ts';
import { sayProblems } from '../addToChat.ts';
import type { PanelImages } from '../images/panelImages.ts';
import type { Panel } from '../panel.ts';

const isDraftKind = isOneOf('send', 'showRequest', 'checkTexts', 'maskFindings');

/** What the user wants of the message that is being written. */
type DraftIntent =
  PostedMessage | Extract<ViewToHost, { readonly kind: 'checkTexts' | 'maskFindings' }>;

type PostedMessage = Extract<ViewToHost, { readonly kind: 'send' | 'showRequest' }>;

/** What intents about the message that is being written act on. */
export interface DraftServices {
  readonly contexts: Contexts;
  readonly images: Pick<PanelImages, 'bring'>;
  readonly preview: RequestPreview;
  readonly guard: MessageGuard;
}

type DraftPanel = Pick<Panel, 'chat' | 'tell' | 'notice'>;

export function isDraftIntent(intent: ViewToHost): intent is DraftIntent {
  return isDraftKind(intent.kind);
}

/** Sends the message, shows what would be sent, or has it checked. */
export async function carryOutDraftIntent(
  intent: DraftIntent,
  panel: DraftPanel,
  { contexts, images, preview, guard }: DraftServices,
): Promise<void> {
  const { session } = panel.chat;
  const { id } = session.conversation;
  switch (intent.kind) {
    case 'send':
      await images.bring(intent.images, panel);
      return send(await readAgain(intent, panel, contexts), intent.allowed, panel, guard);
    case 'showRequest': {
      await images.bring(intent.images, panel);
      const written = await readAgain(intent, panel, contexts);
      return preview.show(written, panel.chat, 'inputBox');
    }
    case 'checkTexts': {
      const { check, texts } = intent;
      panel.tell({ kind: 'checkedTexts', check, found: await guard.find(texts, id) });
      return;
    }
    case 'maskFindings':
      return guard.decide(id, intent.ids, 'mask');
  }
}

/** Sends a message of the input box, unless the user has yet to decide about what was found in it. */
async function send(
  written: UserMessage,
  allowed: readonly number[] = [],
  panel: DraftPanel,
  guard: MessageGuard,
): Promise<void> {
  const { session, sender } = panel.chat;
  const { id } = session.conversation;
  await guard.decide(id, allowed, 'allow');
  const { message, found } = await guard.check(written, id, 'inputBox');
  if (found === undefined) {
    await sender.sendOrQueue(message);
  } else {
    panel.tell({ kind: 'heldBack', found });
  }
}

/** The message with its items as they are now. Those that could not be read again are named in the panel. */
async function readAgain(
  { text, context = [], images = [] }: PostedMessage,
  panel: DraftPanel,
  contexts: Contexts,
): Promise<UserMessage> {
  const posted = images.length === 0 ? { text, context } : { text, context, images };
  const { message, problems } = await currentMessage(posted, contexts);
  sayProblems(problems, panel);
  return message;
}

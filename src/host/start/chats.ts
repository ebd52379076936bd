import type * as vscode from 'vscode';
import { loadTexts } from './bundles.ts';
import type { SharedByChats } from '../chat/chat.ts';
import { createLookInto } from '../chat/lookInto.ts';
import { createHeldBackNotice } from '../chat/heldBackNotice.ts';
import { replyChecker } from '../chat/replyChecker.ts';
import { streamLogged } from '../chat/replyStream.ts';
import type { AdjustmentMemory } from '../chat/requestAdjustments.ts';
import { toReplyError } from '../connections/toReplyError.ts';
import { chatImages } from '../images/chatImages.ts';
import type { ImageStore } from '../images/imageStore.ts';
import { listedModel } from '../models/models.ts';
import type { Panels } from '../panel/panels.ts';
import type { Services } from './windowServices.ts';

/** What the chats of panels use to send messages, beside what the parts share. */
interface ChatParts {
  readonly panels: Panels;
  readonly images: ImageStore;
  readonly adjustments: AdjustmentMemory;
  readonly connect: SharedByChats['asking']['connect'];
}

/** What all chats of the window share. */
export function sharedByChats(
  { globalState }: vscode.ExtensionContext,
  services: Omit<Services, 'quietClients' | 'preview'>,
  { panels, images, adjustments, connect }: ChatParts,
): SharedByChats {
  const { clients, log, redactor, models, keys, costs, guard, lastTarget } = services;
  const onHeldBack = createHeldBackNotice(globalState, panels, log);
  const streaming = { clients, log, redactor, onHeldBack, onSend: costs.begin };
  return {
    session: {
      stream: (...request) => streamLogged(streaming, ...request),
      holdsSecret: (text) => redactor.redact(text) !== text,
      describeError: (error) => toReplyError(error, redactor),
      lookInto: createLookInto(models, redactor),
      adjustments,
      images: chatImages(images, log),
      checkReply: replyChecker(async () => loadTexts('checkReply'), log),
      listed: (target) => listedModel(target, models),
    },
    lastTarget,
    asking: { models, clients, keys, connect },
    checkBeforeSending: guard.checkBeforeSending,
    mayCost: costs.mayCost,
  };
}

import type * as vscode from 'vscode';
import type { Log } from './base/log.ts';
import type { Redactor } from './base/redactor.ts';
import { createLookInto } from './chat/failure.ts';
import { createHeldBackNotice } from './chat/heldBackNotice.ts';
import { streamLogged } from './chat/replyStream.ts';
import type { AdjustmentMemory } from './chat/requestAdjustments.ts';
import type { SessionServices } from './chat/session.ts';
import { toReplyError } from './connections/toReplyError.ts';
import type { ServiceClients } from './connections/serviceClients.ts';
import type { Costs } from './costs/costs.ts';
import type { ImageStore } from './images/imageStore.ts';
import { listedModel, type Models } from './models/models.ts';
import { replyChecker } from './replyChecker.ts';
import { sessionImages } from './sessionImages.ts';

/** What sessions need of the rest of Parley. */
interface Given {
  readonly clients: ServiceClients;
  readonly log: Log;
  readonly redactor: Redactor;
  readonly models: Models;
  readonly costs: Costs;
  readonly images: ImageStore;
  readonly adjustments: AdjustmentMemory;
  /** Called when a panel is needed. */
  readonly panels: Parameters<typeof createHeldBackNotice>[1];
}

/** What the chats of panels use to send messages. */
export function createSessionServices(
  { globalState, extensionUri }: vscode.ExtensionContext,
  { clients, log, redactor, models, costs, images, adjustments, panels }: Given,
): SessionServices {
  const onHeldBack = createHeldBackNotice(globalState, panels, log);
  return {
    stream: (...request) =>
      streamLogged({ clients, log, redactor, onHeldBack, onSend: costs.begin }, ...request),
    holdsSecret: (text) => redactor.redact(text) !== text,
    describeError: (error) => toReplyError(error, redactor),
    lookInto: createLookInto(models, redactor),
    adjustments,
    images: sessionImages(images, log),
    checkReply: replyChecker(extensionUri, log),
    listed: (target) => listedModel(target, models),
  };
}

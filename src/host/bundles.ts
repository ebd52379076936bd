import type { createDemoService } from '../demo/service.ts';
import type { conversationHtml } from '../markdown/conversationHtml.ts';
import type { readPastedText } from '../pastedConnection/readPastedText.ts';
import type { checkReply } from '../replyCheck/checkReply.ts';
import type { readImageFile } from '../shared/images/file/readImageFile.ts';
import { bundleFunction } from './bundleFunction.ts';
import type { costDocument } from './costs/costDocument.ts';
import type { createMessageGuard } from './guard/createMessageGuard.ts';
import type { createLanguageModels } from './languageModels/createLanguageModels.ts';
import type { diagnosisPages } from './diagnosisPage/diagnosisPages.ts';
import type { chatTransfer } from './transfer/chatTransfer.ts';

/**
 * Functions that are needed neither at activation nor for each message. Each is in a bundle of its own with its
 * name (`hostBundles.mjs`). Classes and state in a bundle are its own: an error of the extension is no instance of
 * a class in it.
 */
interface OnDemand {
  /** Writes a chat as a page of HTML. Holds a whole markdown parser. */
  readonly conversationHtml: typeof conversationHtml;
  /** Reads connections out of any text. Holds parsers, and is used once for each connection. */
  readonly readPastedText: typeof readPastedText;
  /** Checks a reply against a schema. Holds the validator, and few chats have a schema. */
  readonly checkReply: typeof checkReply;
  /** Reads an image file without its metadata. Few messages have images. */
  readonly readImageFile: typeof readImageFile;
  /** Exports and imports chats. */
  readonly chatTransfer: typeof chatTransfer;
  /** Makes the embedded service, which is for the first minutes. */
  readonly createDemoService: typeof createDemoService;
  /** Offers models to VS Code and other extensions, which few users switch on. */
  readonly createLanguageModels: typeof createLanguageModels;
  /** Writes the totals of the costs. */
  readonly costDocument: typeof costDocument;
  /** Diagnoses connections, in tabs. */
  readonly diagnosisPages: typeof diagnosisPages;
  /** Checks messages for secrets. Holds the rules of a preset. */
  readonly createMessageGuard: typeof createMessageGuard;
}

export const loadPage = onDemand('conversationHtml');
export const loadPastedText = onDemand('readPastedText');
export const loadReplyCheck = onDemand('checkReply');
export const loadImageFile = onDemand('readImageFile');
export const loadTransfer = onDemand('chatTransfer');
export const loadDemo = onDemand('createDemoService');
export const loadLanguageModels = onDemand('createLanguageModels');
export const loadCostDocument = onDemand('costDocument');
export const loadMessageGuard = onDemand('createMessageGuard');
export const loadDiagnosis = onDemand('diagnosisPages');

/** Gives a function that loads one of these bundles. */
function onDemand<Name extends keyof OnDemand>(name: Name) {
  return bundleFunction<OnDemand[Name]>(name);
}

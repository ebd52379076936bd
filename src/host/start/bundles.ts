import * as vscode from 'vscode';
import type { LoadSyntax } from '../../apply/code/syntax.ts';
import type { createDemoService } from '../../demo/service.ts';
import type { codeInMarkdown } from '../../markdown/codeInMarkdown.ts';
import type { conversationHtml } from '../../markdown/conversationHtml.ts';
import type { readPastedText } from '../../pastedConnection/readPastedText.ts';
import type { checkReply } from '../../replyCheck/checkReply.ts';
import type { readImageFile } from '../../shared/images/file/readImageFile.ts';
import { bundleFunction } from './bundleFunction.ts';
import type { createConnectionsPage } from '../connectionsPage/connectionsPage.ts';
import type { contextSources } from './contextSources.ts';
import type { costDocument } from '../costs/costDocument.ts';
import type { createFileChanges } from './createFileChanges.ts';
import type { createMessageGuard } from '../guard/createMessageGuard.ts';
import type { createEditorQuestions } from '../editorQuestions/createEditorQuestions.ts';
import type { createLanguageModels } from '../languageModels/createLanguageModels.ts';
import type { createDiagnoses } from '../diagnosis/diagnoses.ts';
import type { createSyntax } from '../syntax/createSyntax.ts';
import type { createCommitMessages } from '../git/commitMessages.ts';
import type { createInstructions } from '../instructions/createInstructions.ts';
import type { createPrompts } from '../prompts/createPrompts.ts';
import type { chatTransfer } from '../transfer/chatTransfer.ts';

/**
 * Functions that are needed neither at activation nor for each message. Each is in a bundle of its own with its
 * name (`hostBundles.mjs`). Classes and state in a bundle are its own.
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
  /** Carries out the commands of editors and terminals. Not needed before the first of them, or a selection. */
  readonly createEditorQuestions: typeof createEditorQuestions;
  /** Offers models to VS Code and other extensions, which few users switch on. */
  readonly createLanguageModels: typeof createLanguageModels;
  /** Makes what can be attached to messages. */
  readonly contextSources: typeof contextSources;
  /** The page on which connections are managed. */
  readonly createConnectionsPage: typeof createConnectionsPage;
  /** Writes the totals of the costs. */
  readonly costDocument: typeof costDocument;
  /** Finds the blocks of code in a reply. Holds a whole markdown parser. */
  readonly codeInMarkdown: typeof codeInMarkdown;
  /** Does what is done with the blocks of code of replies, and rewrites code in its place. */
  readonly createFileChanges: typeof createFileChanges;
  /** Generates messages of commits. */
  readonly createCommitMessages: typeof createCommitMessages;
  /** Diagnoses connections, in documents. */
  readonly createDiagnoses: typeof createDiagnoses;
  /** Checks messages for secrets. Holds the rules of a preset. */
  readonly createMessageGuard: typeof createMessageGuard;
  /** Reads the syntax of code, for applying it. Holds the runtime of the grammars in `dist/syntax`. */
  readonly createSyntax: typeof createSyntax;
  /** Looks for instructions when an empty chat is shown. */
  readonly createInstructions: typeof createInstructions;
  /** Prompt files. Holds the parser of YAML. */
  readonly createPrompts: typeof createPrompts;
}

export const loadPage = onDemand('conversationHtml');
export const loadPastedText = onDemand('readPastedText');
export const loadReplyCheck = onDemand('checkReply');
export const loadImageFile = onDemand('readImageFile');
export const loadTransfer = onDemand('chatTransfer');
export const loadDemo = onDemand('createDemoService');
export const loadEditorQuestions = onDemand('createEditorQuestions');
export const loadLanguageModels = onDemand('createLanguageModels');
export const loadContexts = onDemand('contextSources');
export const loadConnectionsPage = onDemand('createConnectionsPage');
export const loadCostDocument = onDemand('costDocument');
export const loadMessageGuard = onDemand('createMessageGuard');
export const loadCodeInMarkdown = onDemand('codeInMarkdown');
export const loadFileChanges = onDemand('createFileChanges');
export const loadCommitMessages = onDemand('createCommitMessages');
export const loadDiagnosis = onDemand('createDiagnoses');
const loadCreateSyntax = onDemand('createSyntax');
export const loadInstructions = onDemand('createInstructions');
export const loadPrompts = onDemand('createPrompts');

/** Gives the parsers of the languages that have a grammar. Throws if the bundle cannot be read. */
export async function loadSyntaxOf(extensionUri: vscode.Uri): Promise<LoadSyntax> {
  const createSyntax = await loadCreateSyntax(extensionUri);
  const folder = vscode.Uri.joinPath(extensionUri, 'dist', 'syntax');
  return createSyntax(async (name) =>
    vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder, name)),
  );
}

/** Gives a function that loads one of these bundles. */
function onDemand<Name extends keyof OnDemand>(name: Name) {
  return bundleFunction<OnDemand[Name]>(name);
}

import * as vscode from 'vscode';
import type { conversationHtml } from '../markdown/conversationHtml.ts';
import type { readPastedText } from '../pastedConnection/readPastedText.ts';
import type { checkReply } from '../replyCheck/checkReply.ts';
import { isRecord } from '../shared/guards.ts';
import type { readImageFile } from '../shared/images/file/readImageFile.ts';

/** Writes a chat as a page of HTML. */
type WritePage = typeof conversationHtml;

/** Reads connections out of any text. */
type ReadPastedText = typeof readPastedText;

/** Reads an image file. */
type ReadImageFile = typeof readImageFile;

/** Checks a reply against a schema. */
type CheckReply = typeof checkReply;

const page = lazyBundle(
  'conversationHtml',
  (exported): exported is { readonly conversationHtml: WritePage } =>
    isFunctionIn(exported, 'conversationHtml'),
);

const pastedText = lazyBundle(
  'readPastedText',
  (exported): exported is { readonly readPastedText: ReadPastedText } =>
    isFunctionIn(exported, 'readPastedText'),
);

const replyCheck = lazyBundle(
  'checkReply',
  (exported): exported is { readonly checkReply: CheckReply } =>
    isFunctionIn(exported, 'checkReply'),
);

const imageFile = lazyBundle(
  'readImageFile',
  (exported): exported is { readonly readImageFile: ReadImageFile } =>
    isFunctionIn(exported, 'readImageFile'),
);

/**
 * Loads the function that reads image files. It is in a bundle of its own, because few messages have images. Throws if
 * the bundle cannot be read.
 */
export async function loadImageFile(extensionUri: vscode.Uri): Promise<ReadImageFile> {
  return (await imageFile(extensionUri)).readImageFile;
}

/**
 * Loads the function that writes a chat as a page of HTML. It is in a bundle of its own, because few users export
 * pages and it holds a whole markdown parser. Throws if the bundle cannot be read.
 */
export async function loadPage(extensionUri: vscode.Uri): Promise<WritePage> {
  return (await page(extensionUri)).conversationHtml;
}

/**
 * Loads the function that reads connections out of any text. It is in a bundle of its own, because it holds parsers
 * and is used once for each connection. Throws if the bundle cannot be read.
 */
export async function loadPastedText(extensionUri: vscode.Uri): Promise<ReadPastedText> {
  return (await pastedText(extensionUri)).readPastedText;
}

/**
 * Loads the function that checks a reply against a schema. It is in a bundle of its own, because it holds the
 * validator and few chats have a schema. Throws if the bundle cannot be read.
 */
export async function loadReplyCheck(extensionUri: vscode.Uri): Promise<CheckReply> {
  return (await replyCheck(extensionUri)).checkReply;
}

function isFunctionIn(exported: unknown, name: string): boolean {
  return isRecord(exported) && typeof exported[name] === 'function';
}

/** Gives a function that loads a bundle of `dist` once; after a failure, again. */
function lazyBundle<T>(
  name: string,
  isBundle: (exported: unknown) => exported is T,
): (extensionUri: vscode.Uri) => Promise<T> {
  let loading: Promise<T> | undefined;
  return async (extensionUri) => {
    loading ??= load(vscode.Uri.joinPath(extensionUri, 'dist', `${name}.js`), isBundle);
    try {
      return await loading;
    } catch (error) {
      loading = undefined;
      throw error;
    }
  };
}

/** Works in every extension host; the browser's has no `require` for an extension's own files. */
async function load<T>(
  file: vscode.Uri,
  isBundle: (exported: unknown) => exported is T,
): Promise<T> {
  const source = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  const module: { exports: unknown } = { exports: {} };
  // Names the file in the debugger and in stack traces.
  const named = `${source}\n//# sourceURL=${file.toString()}`;
  // oxlint-disable-next-line typescript/no-implied-eval -- a file of this extension, as VS Code loads its main one
  new Function('module', 'exports', named)(module, module.exports);
  if (!isBundle(module.exports)) {
    throw new Error(
      vscode.l10n.t('{0} does not belong to this version of Parley. Reinstall Parley.', file.path),
    );
  }
  return module.exports;
}

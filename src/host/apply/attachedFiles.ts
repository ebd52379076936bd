import type { BlockFile } from '../../apply/plan/blockPlan.ts';
import { sentName } from '../../conversation/request/prompt.ts';
import {
  pastedTextPath,
  type ContextItem,
  type Turn,
} from '../../shared/conversation/conversation.ts';

/** The files that the messages up to a reply have attached, the latest state of each, the last attached first. */
export function attachedFiles(turns: readonly Turn[]): readonly ContextItem[] {
  return uniquePaths(turns.toReversed().flatMap(({ user }) => user.context.toReversed()));
}

/** The path of the attached file that the messages call `name`, where they write out what is hidden in it; else `name`. */
export function attachedPath(name: string, turns: readonly Turn[]): string {
  return attachedFiles(turns).find(({ path }) => sentName(path) === name)?.path ?? name;
}

/**
 * The file that code is for if nothing names one: the only one of its message, or else of all messages. Of several, the only
 * one in the language of the code.
 */
export function soleFile(turns: readonly Turn[], languageId?: string): ContextItem | undefined {
  const own = uniquePaths(turns.at(-1)?.user.context ?? []);
  const files = own.length > 0 ? own : attachedFiles(turns);
  const alike = files.filter((file) => file.languageId === languageId);
  const [file, other] = files.length > 1 ? alike : files;
  return other === undefined ? file : undefined;
}

/** Whether an item is a file, or a part of one. */
export function isOfFile({ kind, path }: ContextItem): boolean {
  return (kind === undefined || kind === 'symbol') && path !== pastedTextPath;
}

function uniquePaths(items: readonly ContextItem[]): readonly ContextItem[] {
  const files = items.filter(isOfFile);
  return files.filter(({ path }, at) => files.findIndex((one) => one.path === path) === at);
}

/**
 * What the model saw of a file whose text is now `text`. A part that begins with the first line may be the whole file as it was
 * then: which of the two it is only matters if the file was changed since.
 */
export function seenText(
  file: ContextItem | undefined,
  text: string,
): Pick<BlockFile, 'seen' | 'within'> {
  if (file === undefined) {
    return {};
  }
  const [seen, now] = [withLineFeeds(file.text), withLineFeeds(text)];
  if (seen === '' || seen === now) {
    return { seen: text };
  }
  const at = now.indexOf(seen);
  if (at !== -1 && !now.includes(seen, at + 1)) {
    const from = now.slice(0, at).split('\n').length - 1;
    return { within: { from, to: from + seen.replace(/\n$/, '').split('\n').length } };
  }
  return file.startLine === 1 && file.text.includes('\n')
    ? { seen: text.includes('\r\n') ? seen.replaceAll('\n', '\r\n') : seen }
    : {};
}

/** A message has the line ends of the file as it was read then; the file may have others now. */
export function withLineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

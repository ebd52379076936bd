import { readArchive, type ArchiveReading } from './conversationArchive.ts';
import { foreignFormats } from './foreignFormats.ts';
import { fromForeign } from './fromForeign.ts';

/**
 * Reads our own export or that of another program, parsed, or something that claims to be one. Every id in
 * what comes out can be a file name, those from `newId` as well as those taken over.
 */
export function readExport(value: unknown, newId: () => string): ArchiveReading {
  for (const { name, read } of foreignFormats) {
    const foreign = read(value);
    if (foreign !== undefined) {
      const conversations = foreign.flatMap((one) => fromForeign(one, name, newId) ?? []);
      const empty = foreign.length - conversations.length;
      const leftOut = foreign.reduce((sum, one) => sum + (one.leftOut ?? 0), 0);
      const problems = [
        ...(empty > 0 ? [`Without a message, and left out: ${empty} conversations.`] : []),
        ...(leftOut > 0
          ? [`Only text comes in: ${leftOut} files, pictures and results of tools were left out.`]
          : []),
      ];
      return { conversations, problems };
    }
  }
  return readArchive(value, newId);
}

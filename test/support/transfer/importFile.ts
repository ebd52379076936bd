import process from 'node:process';
import { readExportFile } from '../../../src/conversation/transfer/readExportFile.ts';
import { imagesOf } from '../../../src/conversation/request/sentImages.ts';
import { fromBase64 } from '../../../src/host/images/imageFiles.ts';
import { openBytes } from '../../../src/host/node/fileBytes.ts';

/**
 * Run as a process of its own with the path of a file, which it reads as an import does. Writes how many megabytes of
 * memory that took, how many chats came of it, and what was said last.
 */
const decoder = new TextDecoder();
const encoder = new TextEncoder();
const before = process.resourceUsage().maxRSS;
let chats = 0;
let last = '';
const bytes = openBytes(process.argv[2] ?? '');
try {
  const readings = readExportFile(bytes, {
    newId: () => crypto.randomUUID(),
    parse: (part) => JSON.parse(decoder.decode(part)) as unknown,
  });
  for (const { conversations, problems } of readings) {
    last = problems.at(-1) ?? last;
    for (const { conversation, images = {} } of conversations) {
      chats += 1;
      // What is stored of it: each image, each turn, and the rest.
      for (const { id } of imagesOf(conversation.turns)) {
        fromBase64(images[id] ?? '');
      }
      for (const turn of conversation.turns) {
        encoder.encode(JSON.stringify(turn, null, 1));
      }
      encoder.encode(JSON.stringify({ ...conversation, turns: [] }));
    }
    // As between two files that are written.
    await new Promise((resolve) => setImmediate(resolve));
  }
} catch (error) {
  last = String(error);
} finally {
  bytes.close();
}
const megabytes = Math.ceil((process.resourceUsage().maxRSS - before) / 1024);
process.stdout.write(JSON.stringify({ megabytes, chats, last }));

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame, Page } from 'playwright-core';
import { createDemoService } from '../../../src/demo/service.ts';
import type { LogLine } from '../../launch/vscode/logRecorder.ts';
import { serveHandler, type LoopbackServer } from '../../support/service/loopbackServer.ts';
import { until } from '../../support/until.ts';

/** The key of every end-to-end test: it is looked for in all that a window leaves behind. */
export const canaryKey = 'sk-canary-6f1d0c2b9a';

/** A message of every end-to-end test: no log above the level Trace may hold it. */
export const canaryPrompt = 'canary prompt 42';

/** A request as it reached a service. */
interface CanaryRequest {
  /** Without the origin. */
  readonly path: string;
  readonly authorization: string | null;
  /** All else of the request as one text. */
  readonly rest: string;
  readonly body: string;
}

/** A service over HTTP that records what it is asked. */
export interface CanaryService extends LoopbackServer {
  /** As the settings of a connection have it. */
  readonly baseUrl: string;
  readonly requests: readonly CanaryRequest[];
}

/** The services of this run: nothing else may be contacted. */
const services = new Map<string, readonly CanaryRequest[]>();

/** Serves `demo`, which wants the canary key unless another one is given. */
export async function serveCanary(
  demo = createDemoService({ apiKey: canaryKey, delayMs: 0 }),
): Promise<CanaryService> {
  const requests: CanaryRequest[] = [];
  const server = await serveHandler(async (request) => {
    const { pathname, search } = new URL(request.url);
    const path = `${pathname}${search}`;
    const headers = new Headers(request.headers);
    const authorization = headers.get('authorization');
    headers.delete('authorization');
    const body = await request.clone().text();
    const rest = [path, ...headers.entries(), body].join('\n');
    requests.push({ path, authorization, rest, body });
    return demo.handle(request);
  });
  services.set(server.origin, requests);
  return { ...server, baseUrl: `${server.origin}/v1`, requests };
}

/** Allows a window of this run to contact an address at which no service of `serveCanary` is, or none at all. */
export function allowContact(origin: string): void {
  services.set(origin, []);
}

/** What a window leaves behind, as far as it is searched. */
export interface Traces {
  readonly page: Page;
  readonly dataFolder: string;
  /** See `ContactRecorder`. */
  readonly contacts: readonly string[];
  /** See `LogRecorder`. */
  readonly log: readonly LogLine[];
}

/**
 * Holds for every window, whatever was done in it: the key is in no file, no line of the log at any level,
 * no page and no part of a request but its header; the prompt is in no file but those of chats and in no log above
 * the level Trace; only the two addresses of the interface under the base addresses of the test's own services have been
 * contacted.
 */
export async function assertNothingLeaked({
  page,
  dataFolder,
  contacts,
  log,
}: Traces): Promise<void> {
  const files = await filesOf(dataFolder);
  const documents = await Promise.all(page.frames().map(contentOf));
  const requests = [...services.values()].flat();
  assert.deepEqual(
    files.filter(({ bytes }) => holds(bytes, canaryKey)).map(({ path }) => path),
    [],
    'Files with the key.',
  );
  assert.deepEqual(
    files
      .filter(({ path, bytes }) => !mayHoldPrompt.test(path) && holds(bytes, canaryPrompt))
      .map(({ path }) => path),
    [],
    'Files with the prompt.',
  );
  assert.deepEqual(
    log.filter(({ text }) => holds(Buffer.from(text), canaryKey)),
    [],
    'Lines of the log with the key.',
  );
  assert.deepEqual(
    log.filter(({ level, text }) => level !== 'trace' && text.includes(canaryPrompt)),
    [],
    'Lines of the log with the prompt.',
  );
  assert.ok(!documents.some((html) => html.includes(canaryKey)), 'A page holds the key.');
  assert.ok(!requests.some(({ rest }) => rest.includes(canaryKey)), 'A request holds the key.');
  assert.deepEqual(
    contacts.filter((contact) => !mayBeContacted(contact)),
    [],
    'Contacted, but no address of a test service.',
  );
}

/** The files of chats, and where VS Code and its browser keep the state of pages, such as what is typed. */
const mayHoldPrompt = /[\\/](?:globalStorage[\\/]parley-chat\.parley|browser)[\\/]|state\.vscdb/;

function mayBeContacted(contact: string): boolean {
  return [...services.keys()].some((origin) =>
    [
      new URL(origin).host,
      `GET ${origin}/v1/models`,
      `POST ${origin}/v1/chat/completions`,
    ].includes(contact),
  );
}

/** What a frame shows; nothing if it is gone. One that is being loaded, again perhaps, is waited for. */
async function contentOf(frame: Frame): Promise<string> {
  const { html } = await until('a frame is loaded', async () => {
    try {
      await frame.waitForLoadState();
      return { html: await frame.content() };
    } catch (error) {
      if (frame.isDetached()) {
        return { html: '' };
      }
      if (String(error).includes('is navigating')) {
        return undefined;
      }
      throw error;
    }
  });
  return html;
}

interface StoredFile {
  readonly path: string;
  readonly bytes: Buffer;
}

/** All files but those of the extensions, of which Parley's own tests may be part. */
async function filesOf(folder: string): Promise<readonly StoredFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !path.startsWith(join(folder, 'extensions')));
  return Promise.all(
    paths.map(async (path) => ({ path, bytes: await readFile(path).catch(unlessGone) })),
  );
}

/** A temporary file may be gone again; one that cannot be read has not been searched. */
function unlessGone(error: NodeJS.ErrnoException): Buffer {
  if (error.code !== 'ENOENT') {
    throw error;
  }
  return Buffer.of();
}

/** Whether `bytes` hold `text` as it is, in UTF-16, or within base64 at any of its three offsets. */
function holds(bytes: Buffer, text: string): boolean {
  const base64 = [0, 1, 2].map((offset) =>
    Buffer.from(`${' '.repeat(offset)}${text}`)
      .toString('base64')
      // The first and the last characters depend on what stands beside the text.
      .slice(4, -4),
  );
  return [Buffer.from(text), Buffer.from(text, 'utf16le'), ...base64].some((form) =>
    bytes.includes(form),
  );
}

import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from './vscodeServer.ts';
import { writeExtension } from './writeExtension.ts';

/** Writes down whom the extension host of a window contacts, Parley and all others in it. */
export interface ContactRecorder {
  /** An extension that is to be linked into the window. */
  readonly extensionFolder: string;
  /**
   * What has been contacted so far, each once: `GET http://host:port/path` for a request, and
   * `host:port` for a connection.
   */
  contacts(): Promise<readonly string[]>;
  dispose(): Promise<void>;
}

/** Listens below whatever fetch is in use: to Node's own channels, and to every socket. */
const program = `const { subscribe } = require('node:diagnostics_channel');
const { appendFileSync } = require('node:fs');
const { Socket } = require('node:net');
const { join } = require('node:path');

const write = (line) => appendFileSync(join(__dirname, 'contacts.txt'), line + '\\n');
subscribe('undici:request:create', ({ request }) =>
  write(request.method + ' ' + request.origin + request.path));
subscribe('http.client.request.start', ({ request }) =>
  write(request.method + ' ' + request.protocol + '//' + request.getHeader('host') + request.path));
const { connect } = Socket.prototype;
Socket.prototype.connect = function (...args) {
  const options = [args[0]].flat()[0];
  // Without a port it is a pipe within this computer.
  if (options?.port !== undefined) {
    write(options.host + ':' + options.port);
  }
  return connect.apply(this, args);
};
write('recording');
exports.activate = () => {};
`;

/** Writes the recording extension into a folder of its own. */
export async function createContactRecorder(): Promise<ContactRecorder> {
  const extensionFolder = await mkdtemp(join(tmpdir(), 'parley-recorder-'));
  await writeExtension(extensionFolder, {
    name: 'parley-contact-recorder',
    description: 'Writes down what the extension host contacts. Only used by tests.',
    activationEvents: ['*'],
    program,
  });
  return {
    extensionFolder,
    async contacts() {
      const written = await readFile(join(extensionFolder, 'contacts.txt'), 'utf8');
      const lines = new Set(written.trim().split('\n'));
      // Had it not run, nothing would be recorded, which must not pass for nothing contacted.
      if (!lines.delete('recording')) {
        throw new Error('The contacts of the extension host were not recorded.');
      }
      return [...lines];
    },
    dispose: () => removeFolder(extensionFolder),
  };
}

import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from './vscodeServer.ts';

/** A line as Parley gave it to its log channel, whatever level the channel writes. */
export interface LogLine {
  /** The name of the channel's method, such as `trace`. */
  readonly level: string;
  readonly text: string;
}

/** Writes down what Parley's log channel is given, since not every VS Code writes log files. */
export interface LogRecorder {
  /** An extension that is to be linked into the window. */
  readonly extensionFolder: string;
  /** The lines so far. Throws where the channel could not be recorded. */
  lines(): Promise<readonly LogLine[]>;
  dispose(): Promise<void>;
}

const manifest = {
  name: 'parley-log-recorder',
  displayName: 'Parley Log Recorder',
  description: 'Writes down what the log channel of Parley is given. Only used by tests.',
  publisher: 'parley-chat',
  version: '0.0.0',
  engines: { vscode: '^1.104.0' },
  main: './recorder.js',
  activationEvents: ['*'],
};

/** Each extension has an API object of its own, which it gets when it is loaded: after this one. */
const program = `const Module = require('node:module');
const { appendFileSync } = require('node:fs');
const { join } = require('node:path');

const write = (line) => appendFileSync(join(__dirname, 'log.txt'), JSON.stringify(line) + '\\n');
const levels = ['trace', 'debug', 'info', 'warn', 'error', 'append', 'appendLine', 'replace'];
const recorded = new WeakSet();
const load = Module._load;
Module._load = function (request, ...others) {
  const loaded = load.call(this, request, ...others);
  if (request === 'vscode' && !recorded.has(loaded.window)) {
    recorded.add(loaded.window);
    const { createOutputChannel } = loaded.window;
    loaded.window.createOutputChannel = (name, ...options) => {
      const channel = createOutputChannel(name, ...options);
      if (name !== 'Parley') {
        return channel;
      }
      write({ level: 'created', text: '' });
      return new Proxy(channel, {
        get(target, key) {
          const value = Reflect.get(target, key);
          return levels.includes(key)
            ? (...parts) => {
                write({ level: key, text: parts.map(String).join(' ') });
                value.apply(target, parts);
              }
            : value;
        },
      });
    };
  }
  return loaded;
};
exports.activate = () => {};
`;

/** Writes the recording extension into a folder of its own. */
export async function createLogRecorder(): Promise<LogRecorder> {
  const extensionFolder = await mkdtemp(join(tmpdir(), 'parley-log-'));
  await writeFile(join(extensionFolder, 'package.json'), JSON.stringify(manifest, null, 2));
  await writeFile(join(extensionFolder, 'recorder.js'), program);
  return {
    extensionFolder,
    async lines() {
      const written = await readFile(join(extensionFolder, 'log.txt'), 'utf8').catch(() => '');
      const lines = written
        .trim()
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as LogLine);
      // Had the channel not been recorded, no line would have the key in it.
      if (!lines.some(({ level }) => level === 'created')) {
        throw new Error('The log channel of Parley was not recorded.');
      }
      return lines.filter(({ level }) => level !== 'created');
    },
    dispose: () => removeFolder(extensionFolder),
  };
}

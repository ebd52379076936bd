import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installedBundle } from './installedBundle.ts';
import { removeFolder } from './vscodeServer.ts';

/** A line as Parley gave it to its log channel, whatever level the channel writes. */
export interface LogLine {
  /** The name of the channel's method, such as `trace`. */
  readonly level: string;
  readonly text: string;
}

/** Writes down what Parley's log channel is given: a VS Code server writes no log files. */
export interface LogRecorder {
  /** Puts the recorder before the code of the Parley that is installed in this folder of extensions. */
  readonly record: (extensionsFolder: string) => Promise<void>;
  /** The lines so far. Throws where the channel was not recorded. */
  lines(): Promise<readonly LogLine[]>;
  dispose(): Promise<void>;
}

/** Wraps the channel in the API object that Parley gets. */
function program(path: string): string {
  return `"use strict";
{
  const { window } = require('vscode');
  const { appendFileSync } = require('node:fs');
  const write = (line) => appendFileSync(${JSON.stringify(path)}, JSON.stringify(line) + '\\n');
  const levels = ['trace', 'debug', 'info', 'warn', 'error', 'append', 'appendLine', 'replace'];
  const { createOutputChannel } = window;
  window.createOutputChannel = (...options) => {
    write({ level: 'created', text: '' });
    return new Proxy(createOutputChannel(...options), {
      get(channel, key) {
        const value = Reflect.get(channel, key);
        return levels.includes(key)
          ? (...parts) => {
              write({ level: key, text: parts.map(String).join(' ') });
              value.apply(channel, parts);
            }
          : value;
      },
    });
  };
}
`;
}

/** Writes into a folder of its own. */
export async function createLogRecorder(): Promise<LogRecorder> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-log-'));
  const path = join(folder, 'log.txt');
  return {
    record: async (extensionsFolder) => {
      const bundle = await installedBundle(extensionsFolder);
      await writeFile(bundle, program(path) + (await readFile(bundle, 'utf8')));
    },
    async lines() {
      const written = await readFile(path, 'utf8').catch(() => '');
      const lines = written
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as LogLine);
      // Had the channel not been recorded, no line would have the key in it.
      if (!lines.some(({ level }) => level === 'created')) {
        throw new Error('The log channel of Parley was not recorded.');
      }
      return lines.filter(({ level }) => level !== 'created');
    },
    dispose: () => removeFolder(folder),
  };
}

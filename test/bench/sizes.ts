import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { projectFolder } from '../launch/projectFolders.ts';
import type { Figure } from './figure.ts';

/** The bundles in `dist`, which are built as they are shipped. */
export async function sizes(): Promise<readonly Figure[]> {
  const read = async (...path: readonly string[]): Promise<Buffer> =>
    readFile(join(projectFolder, 'dist', ...path));
  const first = (await read('extension.js')).length;
  const host = (await read('shared.js')).length + (await read('startParley.js')).length;
  const panel = gzipSync(await read('webview', 'panel.js')).length;
  return [
    figure('size of the bundle for the activation', first / 1024, 12, 'KB'),
    figure('size of the host bundle', host / 1024, 400, 'KB'),
    figure('size of the panel entry, compressed', panel / 1024, 110, 'KB'),
  ];
}

function figure(name: string, ratio: number, goal: number, unit: string): Figure {
  return { name, ratio, goal, met: ratio <= goal, unit, arms: { parley: ratio } };
}

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { withCommandLists } from './commandLists.ts';
import { contributions, titles } from './contributions.ts';

const projectFolder = join(import.meta.dirname, '..');

interface Manifest {
  readonly contributes: Readonly<Record<string, unknown>>;
}

/** What is written from the commands: each file, and what it has to be after what it is. */
const written: Readonly<Record<string, (text: string) => string | Promise<string>>> = {
  'package.json'(text) {
    const manifest: Manifest = JSON.parse(text);
    return json({ ...manifest, contributes: { ...manifest.contributes, ...contributions() } });
  },
  'package.nls.json'(text) {
    const words: Readonly<Record<string, string>> = JSON.parse(text);
    const others = Object.entries(words).filter(([key]) => !key.startsWith('command.'));
    return json({ ...titles(), ...Object.fromEntries(others) });
  },
  'docs/commands.md': withCommandLists,
};

// `npm run manifest` writes them; `npm run check:manifest` fails if one is not as it would be written.
const isCheck = process.argv.includes('--check');
for (const [name, write] of Object.entries(written)) {
  const path = join(projectFolder, name);
  const text = await readFile(path, 'utf8');
  const now = await write(text);
  if (now !== text && isCheck) {
    process.stderr.write(`${name} is not what the commands say; npm run manifest writes it.\n`);
    process.exitCode = 1;
  } else if (now !== text) {
    await writeFile(path, now);
  }
}

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

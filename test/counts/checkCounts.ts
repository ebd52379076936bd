import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { readWords } from '../l10n/translations.ts';
import { projectFolder } from '../launch/projectFolders.ts';
import { betweenFolders, floors, importsIn, inCircles } from './imports.ts';
import { overfullReceivers } from './services.ts';
import { holdsAtFirst } from './whenClause.ts';

/** What users meet must not grow, nor the rooms that were too large. After a count has fallen, its bound falls with it. */
const bounds = {
  commands: 75,
  inThePalette: 23,
  sentences: 1639,
  words: 11_250,
  applying: 9642,
  connecting: 6414,
  diagnosis: 2467,
  wiring: 799,
  filesInCircles: 0,
  foldersInCircles: 0,
  floors: 8,
  overfull: 0,
};

/** The folders whose lines are counted together. */
const rooms = {
  applying: ['apply', 'host/apply', 'host/review', 'rewrite', 'host/rewrite'],
  connecting: [
    'host/connections',
    'host/connectionsPage',
    'host/firstRun',
    'pastedConnection',
    'shared/connectionsPage',
    'webview/connectionsPage',
  ],
  diagnosis: ['host/diagnosis', 'shared/diagnosis'],
  wiring: ['host/start'],
};

/** For those who build Parley, or a service for it. */
const notForUsers = new Set(['architecture.md', 'service-interface.md', 'store.md']);

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly menus: {
      readonly commandPalette: readonly { readonly command: string; readonly when: string }[];
    };
  };
}

// `npm run check:counts`: prints what the product has and how much it may have, and fails if anything is more.
const manifest = JSON.parse(
  await readFile(join(projectFolder, 'package.json'), 'utf8'),
) as Manifest;
const { commands, menus } = manifest.contributes;
const conditions = new Map(menus.commandPalette.map(({ command, when }) => [command, when]));
const imports = await importsIn(join(projectFolder, 'src'));
// A file that none imports is in no circle: an entry point may stand in the folder that it hands on from.
const known = new Set([...imports.values()].flat());
const imported = new Map([...imports].filter(([name]) => known.has(name)));
const overfull = await overfullReceivers(join(projectFolder, 'src'));
const counts: typeof bounds = {
  commands: commands.length,
  inThePalette: commands.filter(({ command }) => holdsAtFirst(conditions.get(command) ?? 'true'))
    .length,
  sentences: Object.keys(await readWords('l10n/bundle.l10n.de.json')).length,
  words: await wordsOfDocuments(),
  applying: await linesOf(rooms.applying),
  connecting: await linesOf(rooms.connecting),
  diagnosis: await linesOf(rooms.diagnosis),
  wiring: await linesOf(rooms.wiring),
  filesInCircles: inCircles(imports).length,
  foldersInCircles: inCircles(betweenFolders(imported)).length,
  floors: floors(betweenFolders(imports, roomOf)),
  overfull: overfull.length,
};
const names = {
  commands: 'commands',
  inThePalette: 'in the palette of a window as it opens',
  sentences: 'sentences to translate',
  words: 'words in the documents for users',
  applying: 'lines that apply, review and rewrite',
  connecting: 'lines that connect',
  diagnosis: 'lines that diagnose',
  wiring: 'lines that make the parts of the host and hand them on',
  filesInCircles: 'files that import themselves over others',
  foldersInCircles: 'folders that import themselves over others',
  floors: 'floors of rooms in the host',
  overfull: 'receivers of more than four services that do not use all',
};
for (const [name, bound] of Object.entries(bounds)) {
  const count = counts[name as keyof typeof bounds];
  process.stdout.write(`${count} ${names[name as keyof typeof bounds]} (at most ${bound})\n`);
  process.exitCode = count > bound ? 1 : process.exitCode;
}
if (overfull.length > bounds.overfull) {
  process.stdout.write(`${overfull.join('\n')}\n`);
}

/** The room of a file of the host. */
function roomOf(path: string): string | undefined {
  return /^host\/(\w+)\//.exec(path)?.[1];
}

/** The words, without marks that stand alone, of what is in `docs` for users. */
async function wordsOfDocuments(): Promise<number> {
  const folder = join(projectFolder, 'docs');
  const names = (await readdir(folder)).filter(
    (name) => name.endsWith('.md') && !notForUsers.has(name),
  );
  const texts = await Promise.all(names.map(async (name) => readFile(join(folder, name), 'utf8')));
  const shown = texts.join('\n').replaceAll(/<!--.*?-->/gu, '');
  return shown.match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0;
}

/** The lines of the code in folders of `src`. */
async function linesOf(folders: readonly string[]): Promise<number> {
  const counts = folders.map(async (folder) => {
    const root = join(projectFolder, 'src', folder);
    const names = (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.ts'));
    const texts = await Promise.all(names.map(async (name) => readFile(join(root, name), 'utf8')));
    return texts.join('').split('\n').length - 1;
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

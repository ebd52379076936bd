import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { readWords } from '../l10n/translations.ts';
import { projectFolder } from '../launch/projectFolders.ts';
import { holdsAtFirst } from './whenClause.ts';

/** What users meet must not grow. After a count has fallen, its bound falls with it. */
const bounds = { commands: 75, inThePalette: 23, sentences: 1678, words: 11_319 };

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
const counts: typeof bounds = {
  commands: commands.length,
  inThePalette: commands.filter(({ command }) => holdsAtFirst(conditions.get(command) ?? 'true'))
    .length,
  sentences: Object.keys(await readWords('l10n/bundle.l10n.de.json')).length,
  words: await wordsOfDocuments(),
};
const names = {
  commands: 'commands',
  inThePalette: 'in the palette of a window as it opens',
  sentences: 'sentences to translate',
  words: 'words in the documents for users',
};
for (const [name, bound] of Object.entries(bounds)) {
  const count = counts[name as keyof typeof bounds];
  process.stdout.write(`${count} ${names[name as keyof typeof bounds]} (at most ${bound})\n`);
  process.exitCode = count > bound ? 1 : process.exitCode;
}

/** The words, without marks that stand alone, of what is in `docs` for users. */
async function wordsOfDocuments(): Promise<number> {
  const folder = join(projectFolder, 'docs');
  const names = (await readdir(folder)).filter(
    (name) => name.endsWith('.md') && !notForUsers.has(name),
  );
  const texts = await Promise.all(names.map(async (name) => readFile(join(folder, name), 'utf8')));
  return texts.join('\n').match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0;
}

import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildExtension } from '../launch/build.ts';
import { projectFolder } from '../launch/projectFolders.ts';
import { recordFilm } from './film.ts';
import { answers, scenes } from './scenes.ts';
import { servePictures, usualModel } from './pictureService.ts';
import { openPictureWindow, type PictureOptions } from './pictureWindow.ts';
import { sideBySide } from './sideBySide.ts';

const folder = join(projectFolder, 'media', 'readme');

/** The largest film that the README may have, in bytes. */
const maxFilmBytes = 3 * 1024 * 1024;

/**
 * `npm run pictures`: takes all pictures of the README anew, in a real window of VS Code with a service
 * on this computer. With names (`film`, or those of scenes) it only writes these.
 */
async function takePictures(): Promise<void> {
  const named = process.argv.slice(2);
  const isWanted = (name: string): boolean => named.length === 0 || named.includes(name);
  await buildExtension();
  if (named.length === 0) {
    await rm(folder, { recursive: true, force: true });
  }
  await mkdir(folder, { recursive: true });
  if (isWanted('film')) {
    const film = await recordFilm();
    if (film.length > maxFilmBytes) {
      throw new Error(`The film has ${film.length} bytes, more than ${maxFilmBytes}.`);
    }
    await write('film.gif', film);
  }
  if (scenes.some(({ name }) => isWanted(name))) {
    const light = await stills('Light 2026');
    const dark = await stills('Dark 2026');
    for (const [name, picture] of light) {
      const other = dark.get(name);
      if (isWanted(name) && other !== undefined) {
        await write(`${name}.png`, sideBySide(picture, other));
      }
    }
  }
}

async function write(name: string, bytes: Uint8Array): Promise<void> {
  await writeFile(join(folder, name), bytes);
  process.stdout.write(`media/readme/${name}: ${Math.round(bytes.length / 1024)} KB\n`);
}

/** A picture of each scene, by name. */
async function stills(theme: PictureOptions['theme']): Promise<ReadonlyMap<string, Buffer>> {
  const service = await servePictures(answers);
  const window = await openPictureWindow({
    theme,
    baseUrl: service.baseUrl,
    model: usualModel,
    viewport: { width: 1080, height: 700 },
    scale: 2,
    panelWidth: 420,
  });
  try {
    const pictures = new Map<string, Buffer>();
    for (const { name, show } of scenes) {
      pictures.set(name, await window.picture(await show(window, service)));
    }
    return pictures;
  } finally {
    await window.close();
    await service.close();
  }
}

await takePictures();
// What the window has left open must not hold up the end.
process.exit();

import { existsSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { installOnce, npmInstall } from '../installOnce.ts';

const places = [
  '/usr/share/fonts',
  '/usr/local/share/fonts',
  join(homedir(), '.fonts'),
  join(homedir(), '.local', 'share', 'fonts'),
];

/**
 * A configuration of fontconfig with fonts from the npm registry, for a Linux without fonts, on
 * which Chromium would show no text or end; nothing where there are fonts.
 */
export async function fontsConfiguration(): Promise<string | undefined> {
  if (process.platform !== 'linux' || places.some(hasFonts)) {
    return undefined;
  }
  const folder = await installOnce('dejavu-fonts-ttf-2.37.3', (into) =>
    npmInstall(into, `--prefix=${into}`, 'dejavu-fonts-ttf@2.37.3'),
  );
  const path = join(folder, 'fonts.conf');
  // Written each time: the project may have been moved.
  await writeFile(path, configuration(folder));
  return path;
}

function hasFonts(folder: string): boolean {
  return (
    existsSync('/etc/fonts/fonts.conf') &&
    existsSync(folder) &&
    readdirSync(folder, { recursive: true }).some((name) => /\.(ttf|otf|ttc)$/i.test(String(name)))
  );
}

function configuration(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'node_modules', 'dejavu-fonts-ttf', 'ttf')}</dir>
  <cachedir>${join(folder, 'cache')}</cachedir>
  <match target="pattern">
    <test name="family" qual="any"><string>monospace</string></test>
    ${lastFamily('DejaVu Sans Mono')}
  </match>
  <match target="pattern">${lastFamily('DejaVu Sans')}</match>
</fontconfig>
`;
}

function lastFamily(name: string): string {
  return `<edit name="family" mode="append_last"><string>${name}</string></edit>`;
}

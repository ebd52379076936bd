import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { downloadsFolder } from '../projectFolders.ts';

/** Files to try the editor commands on, by path; some of them could be better on purpose. */
const files: Readonly<Record<string, string>> = {
  'README.md': `# Sample

A small project to try Parley on. Select something, then open the context menu and look for Parley.
Nothing here is kept: it is written anew with each start.
`,
  'src/parseDuration.ts': `/** Milliseconds in a text such as "1h 30m" or "45s". */
export function parseDuration(text: string): number {
  let total = 0;
  for (const [, amount, unit] of text.matchAll(/(\\d+)\\s*(h|m|s)/g)) {
    if (unit === 'h') total += Number(amount) * 3600;
    if (unit === 'm') total += Number(amount) * 60;
    if (unit === 's') total += Number(amount);
  }
  return total;
}
`,
  'src/inventory.py': `class Inventory:
    def __init__(self, items={}):
        self.items = items

    def add(self, name, count=1):
        self.items[name] = self.items.get(name, 0) + count

    def missing(self, wanted):
        return [name for name in wanted if self.items[name] < wanted[name]]
`,
  'src/report.sql': `select c.name, sum(o.total) as spent
from customer c, purchase o
where c.id = o.customer_id
group by c.name
having spent > 1000
order by spent;
`,
};

/** Where `npm start` and F5 have it; `.vscode/launch.json` names it, too. */
export const sampleFolder = join(downloadsFolder, 'sample-workspace');

/** The file of the workspace that is opened first, relative to it. */
export const sampleFile = 'src/parseDuration.ts';

/** Writes a small workspace into `folder`. */
export async function writeSampleWorkspace(folder: string): Promise<void> {
  await writeFiles(folder, files);
}

/** Writes files into `folder`, by their path in it. */
export async function writeFiles(
  folder: string,
  contents: Readonly<Record<string, string | Uint8Array>>,
): Promise<void> {
  for (const [path, content] of Object.entries(contents)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}

import { stringify as toToml } from 'smol-toml';
import { stringify as toYaml } from 'yaml';
import { filesOf, type SourceFile, type SourceTree } from '../cases/sourceFiles.ts';

/** Real data in the forms of files that people keep by hand. */
export async function dataTrees(): Promise<readonly SourceTree[]> {
  const found: SourceTree[] = [];
  const sources = {
    tuning: ['node_modules/[a-l]*/package.json', 'node_modules/[a-l]*/README.md'],
    proof: ['node_modules/[m-z]*/package.json', 'node_modules/[m-z]*/README.md'],
  } as const;
  for (const use of ['tuning', 'proof'] as const) {
    const [data, prose] = sources[use];
    const json = await filesOf('JSON', [data]);
    found.push(
      { name: `JSON, ${use}`, use, files: json },
      { name: `Markdown, ${use}`, use, files: await filesOf('Markdown', [prose]) },
      { name: `YAML, ${use}`, use, files: rewritten(json, 'yaml', toYaml) },
      { name: `TOML, ${use}`, use, files: rewritten(json, 'toml', toToml) },
      { name: `INI, ${use}`, use, files: rewritten(json, 'ini', toIni) },
    );
  }
  return found;
}

function rewritten(
  files: readonly SourceFile[],
  end: string,
  write: (data: Readonly<Record<string, unknown>>) => string,
): readonly SourceFile[] {
  return files.flatMap(({ path, text }) => {
    const data: unknown = JSON.parse(text);
    return isObject(data)
      ? [{ path: path.replace(/json$/, end), text: `${write(data).trimEnd()}\n` }]
      : [];
  });
}

/** A section for each object, as `.editorconfig` and `setup.cfg` have them. */
function toIni(data: Readonly<Record<string, unknown>>): string {
  const values = (section: Readonly<Record<string, unknown>>): string =>
    Object.entries(section)
      .filter(([, value]) => typeof value !== 'object')
      .map(([key, value]) => `${key} = ${String(value).replaceAll('\n', ' ')}\n`)
      .join('');
  const sections = Object.entries(data).flatMap(([key, value]) =>
    isObject(value) ? [`\n[${key}]\n${values(value)}`] : [],
  );
  return `; settings\n${values(data)}${sections.join('')}`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectFolder } from '../launch/projectFolders.ts';

const module = pathToFileURL(join(projectFolder, 'build', 'extensionPage.mjs')).href;
const { selfContainedPage } = (await import(module)) as {
  readonly selfContainedPage: (readme: string, readPage: (path: string) => string) => string;
};

describe('the self-contained README', () => {
  const pages: Readonly<Record<string, string>> = {
    'docs/one.md':
      '# Page one, at last\n\n## Part\n\n```sh\n# no heading\n```\n\nSee [two](two.md).',
    'docs/two.md': '# Two\n\n[one](one.md), [store](store.md)',
  };
  const page = (readme: string): string => selfContainedPage(readme, (path) => pages[path] ?? '');

  it('has no pictures', () => {
    assert.equal(page('# P\n\n![Film](media/film.gif)\n\nText\n'), '# P\n\nText\n');
  });

  it('holds the pages that it links to, one level lower, and leads to their headings', () => {
    assert.equal(
      page('# P\n\n[1](docs/one.md) [2](docs/two.md)'),
      '# P\n\n[1](#page-one-at-last) [2](#two)\n\n' +
        '## Page one, at last\n\n### Part\n\n```sh\n# no heading\n```\n\nSee [two](#two).\n\n' +
        '## Two\n\n[one](#page-one-at-last), store\n',
    );
  });

  it('keeps links to the web and the words of links to other files', () => {
    assert.equal(
      page('[a](https://example.com/) [b](LICENSE) [c](#part)'),
      '[a](https://example.com/) b [c](#part)\n',
    );
  });
});

describe('README and documents', () => {
  const read = (path: string): string => readFileSync(join(projectFolder, path), 'utf8');
  const readme = read('README.md');

  it('have no two headings of the same name on one page', () => {
    const headings = selfContainedPage(readme, read).match(/^##? .+$/gm) ?? [];
    assert.deepEqual(headings.toSorted(), [...new Set(headings)].toSorted());
  });

  it('link to files that exist', () => {
    const linked = [...readme.matchAll(/\]\((docs\/[\w-]+\.md)\)/g)].flatMap(
      ([, path]) => path ?? [],
    );
    const decisions = readdirSync(join(projectFolder, 'docs/decisions')).map(
      (name) => `docs/decisions/${name}`,
    );
    const others = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'];
    const dead = [...others, ...linked, ...decisions].flatMap((path) =>
      [...read(path).matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)]
        .map(([, target = '']) => join(projectFolder, dirname(path), target))
        .filter((target) => !existsSync(target))
        .map((target) => `${path}: ${relative(projectFolder, target)}`),
    );
    assert.deepEqual(dead, []);
  });
});

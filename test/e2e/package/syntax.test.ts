import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import type { LoadSyntax, SyntaxLanguage } from '../../../src/apply/code/language/syntax.ts';
import { createSyntax } from '../../../src/host/syntax/createSyntax.ts';
import { projectFolder } from '../../launch/projectFolders.ts';

const built = join(projectFolder, 'dist');

async function readBuilt(name: string): Promise<Uint8Array> {
  return readFile(join(built, 'syntax', name));
}

const samples: Readonly<Record<SyntaxLanguage, string>> = {
  bash: 'f() {\n  echo 1\n}\n',
  go: 'package a\n\nfunc f() {\n}\n',
  java: 'class A {\n}\n',
  javascript: 'const a = () => <p>{b}</p>;\n',
  php: '<?php\nfunction f() {}\n',
  python: 'def f():\n    pass\n',
  ruby: 'def f\nend\n',
  rust: 'fn f() {}\n',
  tsx: 'const a = (b: number) => <p>{b}</p>;\n',
  typescript: 'const a: number = <number>b;\n',
};

const languages = Object.keys(samples).filter((name): name is SyntaxLanguage => name in samples);

/** Loads every grammar that the build has copied, and reads what is good and what is broken in it. */
async function assertReads(load: LoadSyntax): Promise<void> {
  for (const language of languages) {
    const parse = await load(language);
    assert.equal(parse?.(samples[language]), 0, language);
    assert.ok((parse?.(`${samples[language]}\n)({ "`) ?? 0) > 0, language);
  }
}

describe('the syntax of code', () => {
  it('is read in ten languages', async () => assertReads(createSyntax(readBuilt)));

  it('is read where there is neither Node nor a page, as in the browser extension host', async () => {
    const source = await readFile(join(built, 'createSyntax.js'), 'utf8');
    const module = { exports: {} };
    const { console, performance, TextDecoder, WebAssembly } = globalThis;
    const context = createContext({
      module,
      console,
      performance,
      TextDecoder,
      WebAssembly,
      Uint8Array,
      importScripts: () => undefined,
      self: { location: { href: 'https://host.example/worker.js' } },
      require: () => {
        throw new Error('There is nothing to require.');
      },
    });
    runInContext(`(function (exports) {${source}\n})(module.exports)`, context);
    const { createSyntax: own } = module.exports as { createSyntax: typeof createSyntax };
    await assertReads(own(readBuilt));
  });
});

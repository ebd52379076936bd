import assert from 'node:assert/strict';
import { languageOfPath } from '../../../src/apply/code/language/languageOfPath.ts';
import { unlessRefused } from '../../../src/apply/plan/refused.ts';
import { planPart } from '../../../src/rewrite/planPart.ts';
import { loadGrammar } from '../../support/grammars.ts';

const file = `import { read } from './read.ts';

export function first(path: string): string {
  const text = read(path);
  log('first');
  return text.trim();
}

export function second(path: string): number {
  const text = read(path);
  log('second');
  return text.length;
}
`;

/** Two methods, as they are selected in a class. */
const methods = `  add(item: Item): void {
    this.items.push(item);
    this.changed.fire();
    this.log('added');
  }

  remove(item: Item): void {
    this.items.delete(item);
    this.changed.fire();
    this.log('removed');
  }
`;

/** The lines of a part with what a reply leaves out; undefined if that cannot be told. */
async function fill(code: string, text: string, path = 'a.ts'): Promise<string | undefined> {
  const language = languageOfPath(path);
  const parse = language && (await loadGrammar(language));
  const syntax = language && parse && { language, parse };
  const part = { before: '', code: text, after: '', syntax, language };
  const found = { kind: 'code', lines: code.split('\n'), isSure: true } as const;
  const planned = unlessRefused(() => planPart(found, part));
  return 'lines' in planned ? planned.lines.join('\n') : undefined;
}

describe('planPart', () => {
  it('takes what is left out of a function from the code', async () => {
    const code = `export function first(path: string): string {
  const text = read(path, 'utf8');
  log('first');
  // ... existing code ...
}

// ... existing code ...`;
    assert.equal(
      await fill(code, file),
      file.trimEnd().replace('read(path)', "read(path, 'utf8')"),
    );
  });

  it('takes what is left out of a part that is no text of its own', async () => {
    const code = `  add(item: Item): void {
    this.items.push(item, 1);
    this.changed.fire();
    // ... rest of the method
  }

  remove(item: Item): void {
    // ... existing code
    this.changed.fire();
    this.log('removed');
  }`;
    const filled = await fill(code, methods);
    assert.equal(filled?.trimEnd(), methods.replace('push(item)', 'push(item, 1)').trimEnd());
  });

  it('gives nothing where the neighbours of what is left out are there twice', async () => {
    const lines = 'start();\nsame();\na();\nsame();\nb();\nsame();\nend();\n';
    assert.equal(
      await fill('start(1);\nsame();\n// ...\nsame();\nend();', lines, 'a.txt'),
      undefined,
    );
  });

  it('keeps all where a mark stands for it', async () => {
    assert.equal(await fill('// ... existing code ...', methods), methods.trimEnd());
  });

  it('gives nothing where nothing of the reply is in the code', async () => {
    assert.equal(await fill('// ... existing code ...\nother();\n// ...', file), undefined);
  });
});

import assert from 'node:assert/strict';
import { runPaletteCommand } from '../../launch/vscode/openWorkbench.ts';
import { until } from '../../support/until.ts';
import { withApplying } from './applying.ts';

const python = `class Inventory:
    def __init__(self, items={}):
        self.items = items

    def add(self, name, count=1):
        self.items[name] = self.items.get(name, 0) + count

    def missing(self, wanted):
        return [name for name in wanted if self.items[name] < wanted[name]]
`;

/** Two changes, far enough from each other to be two hunks. */
const twoEdits = `Two changes of \`src/inventory.py\`:

\`\`\`python
<<<<<<< SEARCH
    def __init__(self, items={}):
        self.items = items
=======
    def __init__(self, items=None):
        self.items = dict(items or {})
>>>>>>> REPLACE
<<<<<<< SEARCH
        return [name for name in wanted if self.items[name] < wanted[name]]
=======
        return [name for name in wanted if self.items.get(name, 0) < wanted[name]]
>>>>>>> REPLACE
\`\`\`
`;

const first = python
  .replace('items={}', 'items=None')
  .replace('= items\n', '= dict(items or {})\n');
const second = (text: string): string =>
  text.replace('self.items[name] <', 'self.items.get(name, 0) <');

describe('applying a block of code', () => {
  const window = withApplying();
  beforeEach(async () => {
    await window.write('src/inventory.py', python);
  });
  afterEach(async () => window.closeEditors());

  it('shows a diff, writes nothing before it is accepted, and is one step to undo', async () => {
    const { page } = window.parley();
    const before = window.service().requests.length;
    await window.ask(twoEdits, { file: 'inventory.py' });
    await window.apply();
    await window.reviewed('inventory.py');
    await window.parley().screenshot('apply-review');
    assert.equal(String(await window.bytes('src/inventory.py')), python);
    await window.press('Accept');
    await window.written('inventory.py');
    assert.equal(String(await window.bytes('src/inventory.py')), python, 'saving is the user’s');
    await window.savedAs('src/inventory.py', second(first));
    await page.keyboard.press('Control+z');
    await window.savedAs('src/inventory.py', python);
    assert.equal(window.service().requests.length, before + 1, 'applying sends nothing');
  });

  it('keeps what the reply leaves out, until a link in its hover deletes it', async () => {
    const { page } = window.parley();
    const add = /\n {4}def add[^]+?count\n/;
    await window.ask(
      `\`src/inventory.py\`:\n\n\`\`\`python\n${second(python).replace(add, '')}\`\`\`\n`,
      { file: 'inventory.py' },
    );
    await window.apply();
    await window.reviewed('inventory.py');
    const line = page.locator('.modified .view-line', { hasText: 'def add' });
    await line.hover({ position: { x: 60, y: 5 } });
    const hover = page.locator('.monaco-hover', { hasText: 'The reply leaves out add' });
    await hover.locator('a', { hasText: 'Delete' }).click();
    await line.waitFor({ state: 'detached' });
    assert.equal(String(await window.bytes('src/inventory.py')), python);
    await window.press('Accept');
    await window.written('inventory.py');
    await window.savedAs('src/inventory.py', second(python).replace(add, ''));
  });

  it('rejects a change with the arrow of the diff editor, and accepts the rest', async () => {
    const { page } = window.parley();
    await window.ask(twoEdits, { file: 'inventory.py' });
    await window.apply();
    await window.reviewed('inventory.py');
    const arrows = page.locator('.monaco-diff-editor .gutterItem .codicon-arrow-right');
    await until('two hunks', async () => (await arrows.count()) === 2);
    await page.locator('.monaco-diff-editor .gutterItem').first().hover();
    await arrows.first().click();
    await until('one hunk', async () => (await arrows.count()) === 1);
    await until('the tab is clean', async () => (await page.locator('.tab.dirty').count()) === 0);
    await window.press('Accept');
    await window.written('inventory.py');
    await window.savedAs('src/inventory.py', second(python));
  });

  it('accepts and rejects change by change, all by keyboard', async () => {
    const { page, panel } = window.parley();
    await window.ask(twoEdits, { file: 'inventory.py' });
    await runPaletteCommand(page, 'Parley: Previous Code Block');
    await panel.locator('.code-block:focus').waitFor();
    for (const name of ['Copy Code', 'Insert at Cursor', 'Apply to File…']) {
      await page.keyboard.press('Tab');
      await panel.locator(`[aria-label="${name}"]:focus`).waitFor();
    }
    await page.keyboard.press('Enter');
    await window.reviewed('inventory.py');
    await page.locator('.monaco-diff-editor .monaco-editor.focused').first().waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Control+y');
    await page
      .locator('.monaco-diff-editor .view-line', { hasText: 'dict(items or {})' })
      .nth(1)
      .waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Control+n');
    await page
      .locator('.tabs-container .tab', { hasText: 'Proposed' })
      .waitFor({ state: 'detached' });
    await window.open('src/inventory.py');
    await window.savedAs('src/inventory.py', first);
  });

  it('adds no row to Go to File', async () => {
    const { page } = window.parley();
    await window.write('src/inventory_notes.py', '');
    await window.ask(twoEdits, { file: 'inventory.py' });
    await window.apply();
    await window.reviewed('inventory.py');
    await runPaletteCommand(page, 'Go to File');
    const picker = page.locator('.quick-input-widget');
    await picker.getByPlaceholder(/^Search files by name/).fill('inventory');
    const rows = picker.locator('.monaco-list-row');
    // It was never open: once it is listed, all that was found is.
    await rows.filter({ hasText: 'inventory_notes.py' }).waitFor();
    assert.equal(await rows.filter({ hasText: 'inventory.py' }).count(), 1);
    await page.keyboard.press('Escape');
    await picker.waitFor({ state: 'hidden' });
  });

  it('keeps what is typed in the file meanwhile', async () => {
    const { page } = window.parley();
    await window.ask(twoEdits, { file: 'inventory.py' });
    await window.apply();
    await window.reviewed('inventory.py');
    await window.open('src/inventory.py');
    await page.locator('.editor-instance .view-line', { hasText: 'def add' }).last().click();
    await page.keyboard.press('End');
    await page.keyboard.type('  # typed');
    await page.locator('.tabs-container .tab', { hasText: 'Proposed' }).click();
    await page.locator('.monaco-diff-editor .view-line', { hasText: '# typed' }).nth(1).waitFor();
    await window.press('Accept');
    await window.written('inventory.py');
    const typed = second(first).replace('count=1):', 'count=1):  # typed');
    await window.savedAs('src/inventory.py', typed);
  });

  it('refuses to write over what was typed at the same place, and says so', async () => {
    const { page } = window.parley();
    await window.ask(twoEdits, { file: 'inventory.py' });
    await window.apply();
    await window.reviewed('inventory.py');
    await window.open('src/inventory.py');
    await page.locator('.editor-instance .view-line', { hasText: 'def __init__' }).last().click();
    await page.keyboard.press('End');
    await page.keyboard.type('  # mine');
    await window.notification('was changed where the proposal changes it');
    await page.locator('.tabs-container .tab', { hasText: 'Proposed' }).click();
    await window.press('Accept');
    await window.press('Reject');
    await window.open('src/inventory.py');
    await window.savedAs('src/inventory.py', python.replace('items={}):', 'items={}):  # mine'));
  });

  it('says that a file already has the changes', async () => {
    await window.write('src/inventory.py', second(first));
    await window.ask(twoEdits, { file: 'inventory.py' });
    await window.apply();
    await window.notification('src/inventory.py already has these changes.');
  });

  it('offers a diff and a copy where the place is unclear', async () => {
    const { page } = window.parley();
    await window.ask(twoEdits.replace('def __init__(self, items={}):', 'def other(self):'));
    await window.apply();
    const told = await window.notification('does not have the lines that this code block changes');
    await told.getByRole('button', { name: 'Compare with File…' }).click();
    await page
      .locator('.quick-input-widget .monaco-list-row', { hasText: 'inventory.py' })
      .first()
      .click();
    await page.locator('.tabs-container .tab', { hasText: 'inventory.py ↔ Code Block' }).waitFor();
    assert.equal(String(await window.bytes('src/inventory.py')), python);
  });
});

import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureGit } from '../../launch/git.ts';
import { runPaletteCommand } from '../../launch/vscode/openWorkbench.ts';
import { createTestRepository } from '../../support/git/testRepository.ts';
import type { Locator } from 'playwright-core';
import { until } from '../../support/until.ts';
import type { CanaryService } from '../support/canary.ts';
import { lastMessages } from '../support/lastMessages.ts';
import { openCodeActions } from '../support/openCodeActions.ts';
import { openFile } from '../support/openFile.ts';
import { shownNotification } from '../support/shownNotification.ts';
import { withParley } from '../support/parleySuite.ts';
import { lastTurn } from '../support/parleyPage.ts';
import type { ParleyWindow } from '../support/parleyWindow.ts';
import { writeProblemExtension } from './problemExtension.ts';

/** Files of the languages that are asked about, with what is hard in them. */
const files: Readonly<Record<string, string>> = {
  // CRLF, emoji and right-to-left text.
  'src/greet.ts':
    "export function greet(): number {\r\n  const hello: number = 'שלום 👩‍👩‍👧';\r\n  return hello;\r\n}\r\n",
  // Tabs.
  'src/main.go': 'package main\n\nfunc main() {\n\t// TODO: greet\n\tprintln("👍")\n}\n',
  // Fences inside.
  'notes.md': '# Notes\n\n````md\n```ts\nconst a = 1;\n```\n````\n',
  'book.ipynb': JSON.stringify({
    cells: [
      { cell_type: 'markdown', metadata: {}, source: ['# Book'] },
      {
        cell_type: 'code',
        metadata: {},
        execution_count: null,
        outputs: [],
        source: ['first = 1\n', 'second = 2'],
      },
    ],
    metadata: { language_info: { name: 'python' } },
    nbformat: 4,
    nbformat_minor: 5,
  }),
};

describe('questions about code, problems and terminals', () => {
  let service: CanaryService;
  let parley: ParleyWindow;
  const extensionFolder = join(tmpdir(), `parley-problems-${process.pid}`);
  before(ensureGit);
  before(async () => writeProblemExtension(extensionFolder));
  withParley((opened) => ({ service, parley } = opened), {
    settings: {
      'terminal.integrated.defaultProfile.linux': 'bash',
      // An unsaved change stays one.
      'files.autoSave': 'off',
    },
    files,
    extensions: [extensionFolder],
    async prepare(folder) {
      const repository = await createTestRepository(folder);
      await repository.commit('feat: greetings');
      await repository.write('src/main.go', `${files['src/main.go'] ?? ''}// More.\n`);
    },
  });
  after(async () => rm(extensionFolder, { recursive: true, force: true }));

  /** Waits for one more request than there were and for its reply, and gives the content of its last message. */
  const sent = async (work: () => Promise<unknown>): Promise<string> => {
    const { length } = service.requests;
    const before = await lastTurn(parley.panel);
    await work();
    await until('the message is sent', () => service.requests.length > length);
    // A request is there before its turn is shown.
    const turn = await until('the turn is shown', async () => {
      const last = await lastTurn(parley.panel);
      return last === before ? undefined : last;
    });
    await parley.panel.locator(`[data-turn-id="${turn}"] article.reply[aria-busy=false]`).waitFor();
    assert.equal(service.requests.length, length + 1);
    return lastMessages(service).at(-1) ?? '';
  };

  const line = (words: string) =>
    parley.page.locator('.editor-instance .view-line', { hasText: words }).first();
  /** Selects lines from the one with these words on. */
  const selectLines = async (words: string, count: number): Promise<void> => {
    const { page } = parley;
    await line(words).click();
    await page.keyboard.press('Home');
    for (let pressed = 0; pressed < count; pressed += 1) {
      await page.keyboard.press('Shift+ArrowDown');
    }
    await page.locator('.statusbar-item', { hasText: 'selected' }).waitFor();
  };
  const actions = () => parley.page.locator('.action-widget .monaco-list-row');
  const menuItem = (words: string) =>
    parley.page.locator('.monaco-menu .action-label', { hasText: words });
  /** Clicks an entry of a menu. VS Code ignores clicks right after a menu has opened. */
  const clickItem = async (words: string): Promise<void> => {
    await menuItem(words).waitFor();
    await until('the menu is closed', async () => {
      await menuItem(words)
        .click({ timeout: 2000 })
        .catch(() => undefined);
      return menuItem(words)
        .waitFor({ state: 'detached', timeout: 1000 })
        .then(
          () => true,
          () => false,
        );
    });
  };
  /** Clicks the lightbulb, which may come after what is waited for. */
  const openLightbulb = async (): Promise<void> => {
    await parley.page.locator('.lightBulbWidget, .codicon-gutter-lightbulb').first().click();
    await actions().first().waitFor();
  };
  const chips = async () => parley.panel.locator('article.user-message').last().locator('.chip');

  it('sends a problem and the code around it from the lightbulb', async () => {
    const { page } = parley;
    await openFile(parley, 'src/greet.ts');
    await page.locator('.squiggly-error').first().waitFor();
    await line('const hello').click({ position: { x: 60, y: 5 } });
    const content = await sent(async () => {
      await openCodeActions(page, 'Explain with Parley');
      await parley.screenshot('lightbulb-problem');
      await actions().filter({ hasText: 'Fix with Parley' }).click();
    });
    assert.match(content, /^Fix this problem\.\n\nproblems in src\/greet\.ts:\n\n```plaintext\n/);
    assert.match(content, /src\/greet\.ts:2:9: error 2322 \(ts\): Type 'string' is not assignable/);
    assert.match(content, />\s+2 \| {3}const hello: number = 'שלום 👩‍👩‍👧';\n\s+3 \|/);
    assert.match(
      content,
      /src\/greet\.ts, lines 1–4 \(typescript\):\n\n```typescript\nexport function greet/,
    );
    await (await chips()).filter({ hasText: 'Problems in greet.ts' }).waitFor();
    await (await chips()).filter({ hasText: 'greet.ts 1–4' }).waitFor();
  });

  it('offers every command in the lightbulb of a selection, by mouse', async () => {
    await openFile(parley, 'src/main.go');
    await selectLines('func main', 4);
    await openLightbulb();
    await parley.screenshot('lightbulb-selection');
    assert.deepEqual(
      (await actions().allTextContents()).filter((text) => text.includes('Parley')),
      [
        'Fix with Parley',
        'Explain with Parley',
        'Parley: Ask…',
        'Parley: Explain',
        'Parley: Fix',
        'Parley: Improve Code',
        'Parley: Write Tests',
        'Parley: Document Code',
        'Parley: Translate to…',
        'Parley: Rewrite…',
      ],
    );
    const content = await sent(async () =>
      actions().filter({ hasText: 'Parley: Explain' }).click(),
    );
    assert.equal(
      content,
      'Explain this code.\n\nsrc/main.go, lines 3–6 (go):\n\n```go\nfunc main() {\n\t// TODO: greet\n\tprintln("👍")\n}\n```',
    );
  });

  it('shows no lightbulb where nothing is selected and nothing is wrong', async () => {
    await openFile(parley, 'src/inventory.py');
    await selectLines('def add', 2);
    await parley.page.locator('.lightBulbWidget').waitFor();
    await parley.page.keyboard.press('ArrowLeft');
    await parley.page.locator('.lightBulbWidget').waitFor({ state: 'hidden' });
  });

  it('asks the same about another selection, by key', async () => {
    const { page } = parley;
    await openFile(parley, 'notes.md');
    await selectLines('````md', 5);
    const content = await sent(async () => {
      await page.keyboard.press('Control+k');
      await page.keyboard.press('b');
    });
    assert.equal(
      content,
      'Explain this code.\n\nnotes.md, lines 3–7 (markdown):\n\n`````markdown\n````md\n```ts\nconst a = 1;\n```\n````\n`````',
    );
  });

  it('remembers a question of one’s own, and names it in the lightbulb', async () => {
    const { page, panel } = parley;
    await openFile(parley, 'src/main.go');
    await selectLines('println', 1);
    await page.keyboard.press('Control+k');
    await page.keyboard.press('h');
    await panel.locator('.composer-text:focus').waitFor();
    await page.keyboard.type('What does it print?');
    await sent(async () => page.keyboard.press('Enter'));
    await openFile(parley, 'src/inventory.py');
    await selectLines('def add', 2);
    await openLightbulb();
    const content = await sent(async () =>
      actions().filter({ hasText: 'Parley: Ask Again: “What does it print?”' }).click(),
    );
    assert.match(content, /^What does it print\?\n\nsrc\/inventory\.py, lines 5–6 \(python\):/);
  });

  it('translates to the language that is chosen, from the context menu', async () => {
    const { page } = parley;
    await openFile(parley, 'src/main.go');
    await selectLines('func main', 4);
    const content = await sent(async () => {
      await line('println').click({ button: 'right' });
      await menuItem('Parley').hover();
      await menuItem('Translate to…').waitFor();
      await parley.screenshot('editor-menu');
      await clickItem('Translate to…');
      const picker = page.locator('.quick-input-widget');
      await picker.locator('.monaco-list-row', { hasText: 'Python' }).waitFor();
      await parley.screenshot('translate');
      await picker.locator('input').fill('COBOL');
      await picker.locator('.monaco-list-row', { hasText: 'COBOL' }).first().click();
    });
    assert.match(content, /^Translate this code to COBOL\.\n\nsrc\/main\.go, lines 3–6 \(go\):/);
  });

  it('asks about the cell of a notebook by its number', async () => {
    const { page } = parley;
    await openFile(parley, 'book.ipynb');
    const cell = page.locator('.cell.code .view-line', { hasText: 'second' }).first();
    await cell.click();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+End');
    const content = await sent(async () => {
      await page.keyboard.press('Control+k');
      await page.keyboard.press('l');
    });
    assert.equal(
      content,
      'Explain this code.\n\nbook.ipynb, cell 2 (python):\n\n```python\nsecond = 2\n```',
    );
    await (await chips()).filter({ hasText: 'book.ipynb cell 2' }).waitFor();
  });

  it('names the side of a diff that is no file', async () => {
    const { page } = parley;
    await openFile(parley, 'src/inventory.py');
    await line('def add').click();
    await page.keyboard.press('End');
    await page.keyboard.type('  # one more');
    await runPaletteCommand(page, 'File: Compare Active File with Saved');
    const original = page.locator('.monaco-diff-editor .editor.original .view-line', {
      hasText: 'def add',
    });
    await original.click();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+End');
    const content = await sent(async () => runPaletteCommand(page, 'Parley: Explain'));
    assert.match(
      content,
      /^Explain this code\.\n\nsrc\/inventory\.py \(original\), line 5 \(python\):/,
    );
    assert.doesNotMatch(content, /one more/);
    await parley.runCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('explains the last failed command with its output, from the context menu', async function () {
    const { page } = parley;
    await runPaletteCommand(page, 'Terminal: Create New Terminal');
    const terminal = page.locator('.terminal.xterm').first();
    // Shell integration marks the prompt.
    await page.locator('.terminal-command-decoration').first().waitFor();
    await terminal.click();
    // VS Code may lose what a command prints in its first moments (microsoft/vscode#237208).
    await page.keyboard.type(
      `sleep 1; for i in 1 2 3; do printf "\\rstep $i"; done; printf "\\n\\033[31mred 👍\\033[0m\\n"; ls /none; (exit 3)\n`,
    );
    await page
      .locator('.terminal-command-decoration.codicon-error, .terminal-command-decoration.error')
      .first()
      .waitFor();
    const content = await sent(async () => {
      await until('Parley knows that the command has failed', async () => {
        await terminal.click({ button: 'right', position: { x: 300, y: 40 } });
        await menuItem('Kill Terminal').waitFor();
        const isKnown = (await menuItem('Parley').count()) > 0;
        await (isKnown ? menuItem('Parley').hover() : page.keyboard.press('Escape'));
        return isKnown;
      });
      await menuItem('Explain Terminal Output').waitFor();
      await parley.screenshot('terminal-menu');
      await clickItem('Explain Terminal Output');
    });
    assert.match(
      content,
      /^Explain why this command failed and how to fix it\.\n\nterminal command:/,
    );
    assert.match(
      content,
      /Command: sleep 1; for i in 1 2 3; do .*; \(exit 3\)\nDirectory: \S+\nExit code: 3\n/,
    );
    assert.match(content, /Output:\nstep 3\nred 👍\nls: [^\n]*none[^\n]*\n```$/);
  });

  it('attaches the last command of the terminal after #', async () => {
    const { page, panel, composer } = parley;
    await composer.click();
    await page.keyboard.type('#terminal');
    await panel.getByRole('option', { name: '#terminal' }).waitFor();
    await page.keyboard.press('Enter');
    await panel.locator('.attachments .chip').waitFor();
    await page.keyboard.type('Which step?');
    const content = await sent(async () => page.keyboard.press('Enter'));
    assert.match(
      content,
      /^Which step\?\n\nterminal command:\n\n```[^]*\nCommand: sleep 1; for i in 1 2 3;/,
    );
    assert.match(content, /Exit code: 3\nOutput:\nstep 3\n/);
  });

  it('asks about what is selected in the terminal, and leaves the clipboard as it was', async () => {
    const { page, panel } = parley;
    await page.evaluate(async () => navigator.clipboard.writeText('what was copied'));
    const terminal = page.locator('.terminal.xterm').first();
    const { x = 0, y = 0 } = (await terminal.boundingBox()) ?? {};
    await page.mouse.move(x + 25, y + 5);
    await page.mouse.down();
    await page.mouse.move(x + 300, y + 70, { steps: 10 });
    await page.mouse.up();
    await terminal.click({ button: 'right', position: { x: 60, y: 40 } });
    await menuItem('Parley').hover();
    await clickItem('Ask About Terminal Selection');
    await panel.locator('.attachments .chip', { hasText: 'Terminal selection' }).waitFor();
    await panel.locator('.composer-text:focus').waitFor();
    await page.keyboard.type('What is red?');
    const content = await sent(async () => page.keyboard.press('Enter'));
    assert.match(content, /^What is red\?\n\nterminal selection:/);
    assert.match(content, /red 👍/);
    assert.equal(
      await page.evaluate(async () => navigator.clipboard.readText()),
      'what was copied',
    );
  });

  it('explains the message of a failed test with the code around it', async () => {
    const { page } = parley;
    await runPaletteCommand(page, 'Test: Run All Tests');
    await runPaletteCommand(page, 'Test Results: Focus on Test Results View');
    await page
      .locator('.test-output-peek-tree .monaco-list-row', { hasText: 'Counts differ' })
      .first()
      .click();
    const button = page.getByText('Explain Test Failure with Parley');
    await button.first().waitFor();
    await parley.screenshot('test-message');
    const content = await sent(async () => button.first().click());
    assert.match(content, /^Explain why this test fails and how to fix it\.\n\nfailed test:/);
    assert.match(
      content,
      /Test: inventory › adds items\nPlace: src\/inventory\.py:6\nMessage:\nCounts differ badly\nExpected:\nthree\nActual:\nfour\n/,
    );
    assert.match(content, /src\/inventory\.py, lines 1–\d+ \(python\):/);
  });

  /** Selects the line with these words. */
  const selectLine = async (line: Locator): Promise<void> => {
    const { page } = parley;
    await line.click();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+End');
  };
  const forCode = [
    'Fix',
    'Improve Code',
    'Write Tests',
    'Document Code',
    'Translate to…',
    'Rewrite Selection…',
  ];
  /** The entries of Parley's menu on a line that are for code. */
  const codeEntries = async (line: Locator): Promise<readonly string[]> => {
    const { page } = parley;
    await line.click({ button: 'right' });
    await menuItem('Parley').hover();
    await menuItem('Ask About Selection').waitFor();
    const entries = await parley.page.locator('.monaco-menu .action-label').allTextContents();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await menuItem('Parley').waitFor({ state: 'detached' });
    return forCode.filter((entry) => entries.includes(entry));
  };
  const pressFix = async (): Promise<void> => {
    await parley.page.keyboard.press('Control+k');
    await parley.page.keyboard.press('x');
  };
  const pressExplain = async (): Promise<void> => {
    await parley.page.keyboard.press('Control+k');
    await parley.page.keyboard.press('l');
  };
  /** Runs a command for code where there is none: it says so, and sends nothing. */
  const isRefused = async (): Promise<void> => {
    const before = service.requests.length;
    await pressFix();
    await shownNotification(parley, 'This command is for code.');
    await parley.runCommand('notifications.clearAll');
    assert.equal(service.requests.length, before);
  };

  it('asks about what is selected in the output panel, without commands for code', async () => {
    const { page } = parley;
    await runPaletteCommand(page, 'Output: Show Output Channels');
    // The log of the window always has something.
    const channel = page.locator('.quick-input-widget .monaco-list-row[aria-label^="Window"]');
    await channel.waitFor();
    await page.keyboard.type('Window');
    await channel.click();
    const lines = page.locator('.part.panel .view-line', { hasText: /\w{3}/ });
    await lines.last().waitFor();
    const words = (await lines.last().innerText()).replaceAll('\u00A0', ' ').trim();
    const logged = page.locator('.part.panel .view-line', { hasText: words }).last();
    await selectLine(logged);
    assert.deepEqual(await codeEntries(logged), []);
    await isRefused();
    await selectLine(logged);
    const content = await sent(pressExplain);
    assert.match(content, /^Explain this text\.\n\n\w+ \(output\), line \d+ \(log\):\n\n```log\n/i);
    assert.ok(content.includes(words), content);
    await parley.runCommand('workbench.action.closePanel');
  });

  it('asks about results in a search editor, without commands for code', async () => {
    const { page } = parley;
    await runPaletteCommand(page, 'Search Editor: New Search Editor');
    await page.locator('.search-editor textarea').first().waitFor();
    await page.keyboard.type('def missing');
    const found = page.locator('.search-editor .search-results .view-line', {
      hasText: 'def missing',
    });
    await page.keyboard.press('Enter');
    await found.first().waitFor();
    await selectLine(found.first());
    assert.deepEqual(await codeEntries(found.first()), []);
    await isRefused();
    await selectLine(found.first());
    const content = await sent(pressExplain);
    assert.match(content, /^Explain this text\.\n\n.*search.*\n\n```search-result\n.*def missing/);
    await parley.runCommand('workbench.action.closeActiveEditor');
  });

  it('asks about settings, files that are read-only, and files without a place', async () => {
    const { page } = parley;
    await runPaletteCommand(page, 'Preferences: Open User Settings (JSON)');
    const setting = line('terminal.integrated.defaultProfile');
    await selectLine(setting);
    assert.deepEqual(await codeEntries(setting), forCode);
    await selectLine(setting);
    assert.match(
      await sent(pressFix),
      /settings\.json, line \d+ \(jsonc\):\n\n```jsonc\n.*defaultProfile/,
    );
    await openFile(parley, 'src/inventory.py');
    await runPaletteCommand(page, 'File: Set Active Editor Read-only in Session');
    await selectLine(line('class Inventory'));
    assert.deepEqual(
      await codeEntries(line('class Inventory')),
      forCode.filter((entry) => entry !== 'Rewrite Selection…'),
    );
    await selectLine(line('class Inventory'));
    assert.match(await sent(pressFix), /\n\nsrc\/inventory\.py, line 1 \(python\):/);
    await runPaletteCommand(page, 'File: Set Active Editor Writeable in Session');
    await parley.runCommand('workbench.action.files.newUntitledFile');
    await page.locator('.tab.active', { hasText: 'Untitled' }).waitFor();
    await page.keyboard.type('let it = 1');
    await page.keyboard.press('Control+a');
    assert.match(
      await sent(pressFix),
      /\n\nUntitled-\d, line 1 \(plaintext\):\n\n```plaintext\nlet it = 1\n```$/,
    );
    await parley.runCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('has every command for a file as Git has it', async () => {
    const { page } = parley;
    await openFile(parley, 'src/main.go');
    await runPaletteCommand(page, 'Git: Open File (HEAD)');
    await page.locator('.tab.active', { hasText: '(HEAD)' }).waitFor();
    await selectLine(line('TODO'));
    for (const [command, question] of [
      ['Explain', 'Explain this code.'],
      ['Fix', 'Find and fix the mistakes in this code.'],
      [
        'Improve Code',
        'Improve this code without changing what it does, and explain your changes.',
      ],
      ['Write Tests', 'Write tests for this code.'],
      ['Document Code', 'Write documentation comments for this code.'],
      ['Ask the Same About This Selection', 'Write documentation comments for this code.'],
    ] as const) {
      const content = await sent(async () => runPaletteCommand(page, `Parley: ${command}`));
      const label = 'src/main.go (git), line 4 (go)';
      assert.equal(content, `${question}\n\n${label}:\n\n\`\`\`go\n// TODO: greet\n\`\`\``);
    }
    await parley.runCommand('workbench.action.closeActiveEditor');
  });
});

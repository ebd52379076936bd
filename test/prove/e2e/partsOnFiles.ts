import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { runPaletteCommand } from '../../launch/vscode/openWorkbench.ts';
import { until } from '../../support/until.ts';
import type { ApplyWindow } from '../../e2e/apply/applying.ts';
import { openCodeActions } from '../../e2e/support/openCodeActions.ts';

const secret = ['Qx7q', 'Zp2m', 'Vx9s', 'Lw4t'].join('');

const shapes = `export function area(width: number, height: number): number {
  return width + height;
}

export function outline(width: number, height: number): number {
  return width + height;
}
`;
const outlineRight = shapes.replace(/(outline.*\n.*)width \+ height/, '$12 * (width + height)');
const areaRight = shapes.replace('width + height', 'width * height');

/** The files that `itWorksOnFiles` is about. */
export const partFiles: Readonly<Record<string, string | Uint8Array>> = {
  'AGENTS.md': 'Use tabs.\n',
  '.github/prompts/review.prompt.md':
    '---\ndescription: Reviews a file\n---\nReview it. Look at ${input:aspect}.\n',
  'conf/local/.env': `API_TOKEN=${secret}\n`,
  'deep/er/shapes.ts': shapes,
  'deep/wide.txt': Buffer.from('\uFEFFfirst line ü\n', 'utf16le'),
};

/** Tests of the parts that read and change files of the workspace, in the order in which they stand here. */
export function itWorksOnFiles(window: ApplyWindow): void {
  const page = () => window.parley().page;
  const panel = () => window.parley().panel;
  const picker = () => page().locator('.quick-input-widget');
  const chip = (words: string): Locator =>
    panel().locator('.attachments .chip', { hasText: words });
  const lastRequest = (): string => window.service().requests.at(-1)?.rest ?? '';
  const newChat = async (): Promise<void> => {
    await window.parley().newChat();
    // An empty chat keeps what is attached to it. Instructions come by themselves.
    const chips = panel().locator('.attachments .chip', { hasNotText: 'AGENTS.md' });
    await until('nothing else is attached', async () => {
      const remove = chips.first().getByRole('button').last();
      await ((await chips.count()) > 0 && remove.click({ timeout: 2000 }).catch(() => undefined));
      return (await chips.count()) === 0;
    });
    await window.parley().composer.fill('');
  };
  const complete = async (query: string, option: string): Promise<void> => {
    const { composer } = window.parley();
    await until(`${option} is offered`, async () => {
      // What a new chat shows a moment late closes the list.
      await composer.fill('');
      await composer.click();
      await page().keyboard.type(query);
      const row = panel().getByRole('option', { name: option }).first();
      return row.waitFor({ timeout: 10_000 }).then(
        () => true,
        () => false,
      );
    });
    await page().keyboard.press('Enter');
  };
  const line = (words: string): Locator =>
    page().locator('.editor-instance .view-line', { hasText: words.replaceAll(' ', '\u00a0') });
  /** Opens the file as its chip does, and selects a function of it. */
  const selectFunction = async (name: string): Promise<void> => {
    await newChat();
    await complete('#shapes', 'shapes.ts');
    await chip('shapes.ts').locator('.chip-link').click();
    await page().locator('.tab.active', { hasText: 'shapes.ts' }).waitFor();
    await line(`function ${name}`).click();
    await page().keyboard.press('Home');
    for (let pressed = 0; pressed < 3; pressed += 1) {
      await page().keyboard.press('Shift+ArrowDown');
    }
    await page().locator('.statusbar-item', { hasText: 'selected' }).waitFor();
  };
  beforeEach(async () => {
    await window.write('deep/er/shapes.ts', shapes);
  });
  afterEach(async () => window.closeEditors());

  it('finds files in any folder, and reads them with their encoding', async () => {
    await newChat();
    await complete('#wide', 'wide.txt');
    await chip('wide.txt').waitFor();
    await window.askHere('Read.');
    assert.match(lastRequest(), /first line ü/);
    await panel().locator('article.user-message .chip-link').click();
    await line('first line ü').waitFor();
  });

  it('lists the files of a folder before they are attached', async () => {
    await newChat();
    await complete('#deep', 'deep');
    await picker()
      .locator('.monaco-list-row', { hasText: /shapes\.ts.*tokens · er/ })
      .waitFor();
    await page().keyboard.press('Enter');
    await chip('deep').waitFor();
    await window.askHere('Read.');
    assert.match(lastRequest(), /function area/);
  });

  it('points at a value of an .env file in any folder, and masks it', async () => {
    await newChat();
    const { composer } = window.parley();
    await composer.fill(`token ${secret}`);
    const found = panel().locator('.guard-line', { hasText: 'API_TOKEN' });
    await found.getByRole('button', { name: 'Mask', exact: true }).click();
    await until('it is masked', async () => !(await composer.inputValue()).includes(secret));
  });

  const filledIn = async (): Promise<void> => {
    await page().getByText('Enter “aspect”').waitFor();
    await page().keyboard.type('names');
    await page().keyboard.press('Enter');
    await until(
      'the box is filled',
      async () =>
        (await window.parley().composer.inputValue()).trim() === 'Review it. Look at names.',
    );
  };

  it('fills in a prompt file', async () => {
    await newChat();
    await complete('/rev', '/review');
    await filledIn();
  });

  const promptRow = async (): Promise<Locator> => {
    await runPaletteCommand(page(), 'Parley: Run Prompt');
    const row = picker().locator('.monaco-list-row', { hasText: 'Reviews a file' });
    await row.filter({ hasText: '.github/prompts' }).waitFor();
    return row;
  };

  it('runs a prompt file from the palette', async () => {
    await newChat();
    await (await promptRow()).click();
    await filledIn();
  });

  it('completes a prompt file in its editor, and shows its problems', async () => {
    const row = await promptRow();
    await row.hover();
    await row.getByRole('button', { name: 'Edit Prompt' }).click();
    await page().locator('.tab.active', { hasText: 'review.prompt.md' }).waitFor();
    await line('Review it. Look at').click();
    await page().keyboard.press('Control+End');
    await page().keyboard.type('Also ${sel');
    await page().locator('.suggest-widget .monaco-list-row', { hasText: '${selection}' }).waitFor();
    await page().keyboard.press('Enter');
    await line('Also ${selection}').waitFor();
    await page().keyboard.type(' ${fiel}');
    await page().locator('.squiggly-warning').first().waitFor();
  });

  it('offers nothing of Git where it has no repository, and no command without a terminal', async () => {
    await newChat();
    await panel().getByRole('button', { name: 'Add to Chat…' }).click();
    const offered = picker().locator('.monaco-list-row');
    await offered.filter({ hasText: 'Clipboard' }).waitFor();
    assert.equal(await offered.filter({ hasText: 'Changes' }).count(), 0);
    assert.equal(await offered.filter({ hasText: 'Terminal' }).count(), 0);
    await page().keyboard.press('Escape');
    await picker().waitFor({ state: 'hidden' });
    await window.parley().composer.click();
    await page().keyboard.type('#');
    await panel().getByRole('option', { name: '#clipboard' }).waitFor();
    for (const name of ['#changes', '#terminal']) {
      assert.equal(await panel().getByRole('option', { name }).count(), 0, name);
    }
  });

  it('attaches instructions once the user agrees', async () => {
    await newChat();
    await panel().getByRole('button', { name: 'Attach', exact: true }).click();
    await chip('AGENTS.md').waitFor();
    await window.askHere('Read.');
    assert.match(lastRequest(), /Use tabs\./);
  });

  it('sends selected code with its path', async () => {
    await selectFunction('area');
    const before = window.service().requests.length;
    await page().keyboard.press('Control+k');
    await page().keyboard.press('l');
    await until('the question is sent', () => window.service().requests.length > before);
    await window.parley().replyEnded();
    assert.match(lastRequest(), /deep\/er\/shapes\.ts/);
    assert.match(lastRequest(), /function area/);
    assert.doesNotMatch(lastRequest(), /function outline/);
  });

  it('offers questions in the lightbulb', async () => {
    await selectFunction('area');
    await openCodeActions(page(), 'Parley: Explain');
    await page().keyboard.press('Escape');
    await page().locator('.action-widget').first().waitFor({ state: 'hidden' });
  });

  it('applies a function by its name to a file that the reply names in part', async () => {
    // Two functions have the same lines: only their grammar tells where this one is.
    const block = outlineRight.slice(outlineRight.indexOf('export function outline'));
    await newChat();
    await window.askHere(`\`er/shapes.ts\`:\n\n\`\`\`ts\n${block}\`\`\`\n`);
    await window.apply();
    await window.reviewed('shapes.ts');
    await window.press('Accept');
    await window.written('shapes.ts');
    await window.savedAs('deep/er/shapes.ts', outlineRight);
  });

  it('rewrites in place', async () => {
    await selectFunction('area');
    const code = areaRight.slice(0, areaRight.indexOf('}') + 1);
    window.reply('multiply instead', `\`\`\`ts\n${code}\n\`\`\`\n`);
    await page().keyboard.press('Control+k');
    await page().keyboard.press('a');
    await picker()
      .locator('.quick-input-title', { hasText: /Rewrite/ })
      .waitFor();
    await page().keyboard.type('multiply instead');
    await picker().locator('.monaco-list-row', { hasText: 'multiply instead' }).first().waitFor();
    await page().keyboard.press('Enter');
    await page().locator('.editor-actions [aria-label^="Accept"]').waitFor();
    await page().locator('.monaco-diff-editor .monaco-editor.focused').first().waitFor();
    await page().keyboard.press('Control+Enter');
    await page().locator('.tab', { hasText: 'Proposed Changes' }).waitFor({ state: 'detached' });
    await page().locator('.editor-instance .monaco-editor.focused').first().waitFor();
    await window.savedAs('deep/er/shapes.ts', areaRight);
  });
}

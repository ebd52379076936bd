import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FrameLocator, Page } from 'playwright-core';
import { ensureGit } from '../../launch/git.ts';
import { showPanel } from '../../launch/vscode/openWorkbench.ts';
import { openTestWorkbench } from '../../launch/vscode/testWorkbench.ts';
import { createTestRepository } from '../../support/git/testRepository.ts';
import type { Extent } from '../extent.ts';
import { type Figure, repeat, type Run, valueFigure } from '../figure.ts';

/** Bytes of the patch that is staged, in so many files. */
const patchBytes = 5_000_000;
const files = 100;

/**
 * How long it takes in VS Code, with real Git, from the choice of the staged changes to their chip. The time in which
 * the user reads the question about large changes does not count.
 */
export async function diffAsChip({ runCount }: Extent): Promise<readonly Figure[]> {
  await ensureGit();
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-git-'));
  try {
    await stagePatch(folder);
    const workbench = await openTestWorkbench({
      workspaceFolder: folder,
      // Nothing is sent.
      userSettings: {
        'parley.connections': [
          { id: 'c', name: 'C', baseUrl: 'http://127.0.0.1:9/v1', model: 'm' },
        ],
      },
    });
    try {
      const { page } = workbench;
      const panel = await showPanel(page);
      await panel.getByRole('textbox', { name: 'Message' }).waitFor();
      // The first time, the extension of Git may not have looked at the folder.
      await page.locator('.statusbar-item', { hasText: 'main' }).first().waitFor();
      await attach(page, panel);
      const runs = await repeat(runCount, async () => attach(page, panel));
      const name = 'a diff of 5 MB as a chip';
      return [valueFigure({ name, arm: 'chip ms', unit: 'ms', goal: 300 }, runs)];
    } finally {
      await workbench.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function stagePatch(folder: string): Promise<void> {
  const { write, commit, git } = await createTestRepository(folder);
  const lineOf = (line: number, word: string) =>
    `export const value${line} = '${word}';`.padEnd(49);
  const lines = patchBytes / files / 50;
  const content = (word: string, count: number) =>
    Array.from({ length: count }, (_, line) => `${lineOf(line, word)}\n`).join('');
  for (let file = 0; file < files; file += 1) {
    await write(`src/file${file}.ts`, content('old', lines / 2));
  }
  await commit('first');
  for (let file = 0; file < files; file += 1) {
    // A line that is replaced is two in the patch.
    await write(`src/file${file}.ts`, content('new', lines / 2));
  }
  await git('add', '-A');
}

/** Attaches the staged changes, and removes them again. */
async function attach(page: Page, panel: FrameLocator): Promise<Run> {
  const rows = page.locator('.quick-input-widget .monaco-list-row');
  await panel.getByRole('button', { name: 'Add to Chat…' }).click();
  await rows.filter({ hasText: 'Changes…' }).click();
  await rows.filter({ hasText: 'Staged Changes' }).waitFor();
  const question = page.locator('.monaco-dialog-box');
  const asked = await timed(page, 'Enter', async () => question.waitFor());
  await question.getByRole('button', { name: 'Add as Much as Possible' }).focus();
  const chip = panel.locator('.attachments .chip', { hasText: 'staged changes' });
  const added = await timed(page, 'Enter', async () => chip.waitFor());
  await panel.getByRole('button', { name: /^Remove Staged Changes/ }).click();
  await chip.waitFor({ state: 'detached' });
  return { 'chip ms': asked + added };
}

async function timed(page: Page, key: string, shown: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await page.keyboard.press(key);
  await shown();
  return performance.now() - start;
}

import type { Locator, Page } from 'playwright-core';
import type { HostRunner } from '../../launch/vscode/hostRunner.ts';
import { until } from '../../support/until.ts';

/** A window that shows notifications. */
interface NotifyingWindow extends Pick<HostRunner, 'runCommand'> {
  readonly page: Page;
}

/**
 * The notification with these words, in VS Code's list once it is there. A toast would go by itself, and a list that is
 * opened before its first notification closes again.
 */
export async function shownNotification(
  { page, runCommand }: NotifyingWindow,
  words: string | RegExp,
): Promise<Locator> {
  const list = page.locator('.notifications-center .notification-list-item');
  const item = list.filter({ hasText: words }).first();
  await until(`a notification says ${words}`, async () => {
    await runCommand('notifications.showList');
    return item.isVisible();
  });
  return item;
}

import axe from 'axe-core';
import { until } from '../../support/until.ts';
import { equal } from '../assert.ts';
import { nextFrame } from '../openPanel.ts';
import { panelStates } from '../panelStates.ts';
import { themeColors } from '../themeColors.ts';

describe('accessibility', () => {
  const { className } = document.body;
  const { title } = document;
  afterEach(() => {
    document.body.className = className;
    document.documentElement.removeAttribute('style');
    document.body.removeAttribute('style');
  });

  for (const [kind, colors] of Object.entries(themeColors)) {
    for (const [state, show] of Object.entries(panelStates)) {
      it(`finds nothing in ${kind}: ${state}`, async () => {
        // In other colours diagrams are drawn again, each in a frame. If the page is cleared
        // before that is done, the next drawing waits until the old one times out.
        await until('nothing is being drawn', () => document.querySelector('iframe') === null);
        await show();
        document.title = title;
        useTheme(kind, colors);
        await nextFrame();
        equal(await findings(), []);
      });
    }
  }
});

function useTheme(kind: string, colors: Readonly<Record<string, string>>): void {
  document.body.className = kind;
  for (const [name, value] of Object.entries(colors)) {
    document.documentElement.style.setProperty(name, value);
  }
  document.body.style.background = 'var(--vscode-sideBar-background)';
  document.body.style.color = 'var(--vscode-foreground)';
}

/** The violations that axe-core finds in the page. */
async function findings(): Promise<readonly string[]> {
  const { violations } = await axe.run(document, {
    resultTypes: ['violations'],
    elementRef: true,
    // The panel is a frame in a page that has headings of its own.
    rules: { 'page-has-heading-one': { enabled: false } },
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ element }) => id !== 'scrollable-region-focusable' || !takesFocus(element))
      .map(
        ({ html, any }) =>
          `${id}: ${html.slice(0, 200)} ${any.map(({ message }) => message).join()}`,
      ),
  );
}

/** Chromium gives the focus to scrolling elements without a tab index, which axe-core requires. */
function takesFocus(element: HTMLElement | undefined): boolean {
  element?.focus();
  return document.activeElement === element;
}

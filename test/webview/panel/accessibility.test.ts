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
        // In other colours diagrams are drawn anew, each in a frame. A page that is cleared
        // meanwhile would leave the next drawing waiting until that one is given up.
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

/** What axe-core finds in the page as it is. */
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

/** Chromium lets the keyboard reach what scrolls by itself; axe-core wants a tab index. */
function takesFocus(element: HTMLElement | undefined): boolean {
  element?.focus();
  return document.activeElement === element;
}

import axe from 'axe-core';
import { waysOf } from '../../../support/quantity.ts';
import { equal } from '../../../webview/assert.ts';
import { nextFrame } from '../../../webview/openPanel.ts';
import { panelStates } from '../../../webview/panelStates.ts';
import { themes, useTheme } from '../../../webview/themes.ts';

// The text of each node that a rule looks at costs as much as the rule.
axe.configure({ noHtml: true });

/** What a further theme can change: nothing but colours and borders. */
const rulesOfColors = ['color-contrast', 'link-in-text-block'];

describe('accessibility', () => {
  const { title } = document;
  afterEach(() => {
    // What is still there would be drawn again in the usual colours.
    document.body.replaceChildren();
    useTheme();
  });

  for (const [at, [state, show]] of Object.entries(panelStates).entries()) {
    for (const [index, [name, theme]] of waysOf(Object.entries(themes), at).entries()) {
      it(`finds nothing in ${name}: ${state}`, async () => {
        useTheme(theme);
        document.body.style.background = 'var(--vscode-sideBar-background)';
        document.body.style.color = 'var(--vscode-foreground)';
        await show();
        document.title = title;
        await nextFrame();
        equal(await findings(index > 0 ? rulesOfColors : undefined), []);
      });
    }
  }
});

/** The violations that axe-core finds in the page, of all its rules or of some. */
async function findings(rules?: string[]): Promise<readonly string[]> {
  const { violations } = await axe.run(document, {
    ...(rules !== undefined && { runOnly: rules }),
    resultTypes: ['violations'],
    elementRef: true,
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ element }) => id !== 'scrollable-region-focusable' || !takesFocus(element))
      .map(
        ({ element, any }) =>
          `${id}: ${element?.outerHTML.slice(0, 200)} ${any.map(({ message }) => message).join()}`,
      ),
  );
}

/** Chromium gives the focus to scrolling elements without a tab index, which axe-core requires. */
function takesFocus(element: HTMLElement | undefined): boolean {
  element?.focus();
  return document.activeElement === element;
}

import axe from 'axe-core';
import { waysOf } from '../../../support/quantity.ts';
import { equal } from '../../../webview/assert.ts';
import { nextFrame } from '../../../webview/openPanel.ts';
import { panelStates } from '../../../webview/panelStates.ts';
import { themeColors } from '../../../webview/themeColors.ts';

// The text of each node that a rule looks at costs as much as the rule.
axe.configure({ noHtml: true });

/** What a further theme can change: nothing but colours and borders. */
const rulesOfColors = ['color-contrast', 'link-in-text-block'];

describe('accessibility', () => {
  const { className } = document.body;
  const { title } = document;
  afterEach(() => {
    // What is still there would be drawn again in the usual colours.
    document.body.replaceChildren();
    document.body.className = className;
    document.documentElement.removeAttribute('style');
    document.body.removeAttribute('style');
  });

  for (const [at, [state, show]] of Object.entries(panelStates).entries()) {
    for (const [index, [kind, colors]] of waysOf(Object.entries(themeColors), at).entries()) {
      it(`finds nothing in ${kind}: ${state}`, async () => {
        useTheme(kind, colors);
        await show();
        document.title = title;
        await nextFrame();
        equal(await findings(index > 0 ? rulesOfColors : undefined), []);
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

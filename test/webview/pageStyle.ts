import { until } from '../support/until.ts';

/** The style of a page that is not the panel, as a file of the tests. */
export type PageStyle = 'connectionsStyle';

let link: HTMLLinkElement | undefined;

/** Adds the style of another page to that of the panel, or takes it away again. */
export async function usePageStyle(style: PageStyle | undefined): Promise<void> {
  link?.remove();
  link = undefined;
  if (style !== undefined) {
    const added = document.createElement('link');
    added.rel = 'stylesheet';
    added.href = `/${style}.css`;
    document.head.append(added);
    link = added;
    await until('the style is there', () => added.sheet);
  }
}

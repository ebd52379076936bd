/**
 * The README as it is on the extension's page in VS Code where its files have no address on the web. VS Code shows
 * pictures there only from `https` addresses, and opens no file of the extension. So pictures are left out, the
 * pages in `docs` that the README links to follow at its end, and links lead to their headings. The text of links
 * to other files stays.
 *
 * @param readme {string} the README
 * @param readPage {(path: string) => string} reads a page, such as `docs/settings.md`
 * @returns {string}
 */
export function selfContainedPage(readme, readPage) {
  const paths = new Set([...readme.matchAll(pageLink)].map(([, path]) => path));
  const pages = [...paths].map((path) => ({ path, text: readPage(path) }));
  const anchors = new Map(pages.map(({ path, text }) => [path, slug(titleOf(path, text))]));
  const parts = [
    withLinks(readme.replace(picture, ''), '', anchors),
    ...pages.map(({ text }) => withLinks(lowerHeadings(text), 'docs/', anchors)),
  ];
  return parts.map((part) => part.trim()).join('\n\n') + '\n';
}

const pageLink = /\]\((docs\/[\w-]+\.md)\)/g;

/** A picture in a paragraph of its own. */
const picture = /^!\[[^\]\n]*\]\([^)\n]*\)\n+/gm;

const link = /\[([^\]\n]+)\]\(([^)\s]+)\)/g;

/** Links in a file of `folder` lead to headings, to the web, or nowhere. */
function withLinks(text, folder, anchors) {
  return text.replace(link, (whole, words, target) => {
    if (/^(?:https?:|mailto:|#)/.test(target)) {
      return whole;
    }
    const anchor = anchors.get(folder + target);
    return anchor === undefined ? words : `[${words}](#${anchor})`;
  });
}

/** Every heading one level lower, except in blocks of code. */
function lowerHeadings(text) {
  let isCode = false;
  const lines = text.split('\n').map((line) => {
    isCode = line.startsWith('```') ? !isCode : isCode;
    return !isCode && line.startsWith('#') ? `#${line}` : line;
  });
  return lines.join('\n');
}

function titleOf(path, text) {
  const title = /^# (.+)$/m.exec(text)?.[1];
  if (title === undefined) {
    throw new Error(`${path} has no title.`);
  }
  return title;
}

/** The ID that VS Code gives to a heading. */
function slug(title) {
  return title
    .trim()
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

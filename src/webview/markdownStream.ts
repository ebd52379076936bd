/** Stable entry point of the streaming renderer, which other programs import by this path. */
export { createMarkdownStream } from './markdown/open/markdownStream.ts';

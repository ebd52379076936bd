/** The stable address of the streaming renderer; other programs load it from here. */
export { createMarkdownStream } from './markdown/markdownStream.ts';

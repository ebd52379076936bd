/** Stable entry point of the reader of event streams, which other programs import by this path. */
export { readServerSentEvents, type ServerSentEvent } from './reply/eventStream.ts';

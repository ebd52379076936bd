import { type Guarded, isObjectOf, isOneOf, isString, isUnionByKind } from '../guards.ts';

/** Recognizes messages from the host: frames within the page can post messages as well. */
export const isHostToDiagramPage = isObjectOf({ kind: isOneOf('diagram'), text: isString });

/** The message from the host to a page that shows one diagram: its source in Mermaid's language. */
export type HostToDiagramPage = Guarded<typeof isHostToDiagramPage>;

/** Guards messages from the page: it shows model output and is not trusted. */
export const isDiagramPageToHost = isUnionByKind({ ready: {}, saveDiagram: { text: isString } });

/** Messages from the page to the host: it is ready for the source, or its drawing is to be saved as SVG. */
export type DiagramPageToHost = Guarded<typeof isDiagramPageToHost>;

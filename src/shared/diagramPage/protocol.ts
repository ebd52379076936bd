import { isObjectOf, isOneOf, isString, isUnionByKind, type Guard } from '../guards.ts';

/** The message from the host to a page that shows one diagram: its source in Mermaid's language. */
export interface HostToDiagramPage {
  readonly kind: 'diagram';
  readonly text: string;
}

/** Messages from the page to the host: it is ready for the source, or its drawing is to be saved as SVG. */
export type DiagramPageToHost =
  { readonly kind: 'ready' } | { readonly kind: 'saveDiagram'; readonly text: string };

/** Guards messages from the page: it shows model output and is not trusted. */
export const isDiagramPageToHost: Guard<DiagramPageToHost> = isUnionByKind({
  ready: isObjectOf({ kind: isOneOf('ready') }),
  saveDiagram: isObjectOf({ kind: isOneOf('saveDiagram'), text: isString }),
});

/** Recognizes messages from the host: frames within the page can post messages as well. */
export const isHostToDiagramPage: Guard<HostToDiagramPage> = isObjectOf({
  kind: isOneOf('diagram'),
  text: isString,
});

import { isObjectOf, isOneOf, isString, isUnionByKind, type Guard } from '../guards.ts';

/** Host to the page that shows one diagram: its source, in Mermaid's language. */
export interface HostToDiagram {
  readonly kind: 'diagram';
  readonly text: string;
}

/** That page to the host: it can be told the source, or the drawing is to be kept as a file. */
export type DiagramToHost =
  { readonly kind: 'ready' } | { readonly kind: 'saveDiagram'; readonly text: string };

/** Guards what the page posts: it shows model output, so it is not trusted. */
export const isDiagramToHost: Guard<DiagramToHost> = isUnionByKind({
  ready: isObjectOf({ kind: isOneOf('ready') }),
  saveDiagram: isObjectOf({ kind: isOneOf('saveDiagram'), text: isString }),
});

/** The host is trusted; what other frames may post is not ours. */
export const isHostToDiagram: Guard<HostToDiagram> = isObjectOf({
  kind: isOneOf('diagram'),
  text: isString,
});

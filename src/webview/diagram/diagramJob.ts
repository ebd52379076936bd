import {
  isFiniteNumber,
  isObjectOf,
  isOneOf,
  isString,
  isUnionByKind,
  optional,
  type Guard,
} from '../../shared/guards.ts';
import { isSvgNode, type SvgNode } from './svgTree.ts';

/** A colour in sRGB; each component is from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** The look of the page that a diagram is drawn for. */
export interface DiagramColors {
  readonly background: Rgb;
  readonly foreground: Rgb;
  /** Colours that distinguish the parts of a chart. */
  readonly accents: readonly Rgb[];
  /** A CSS font family. */
  readonly fontFamily: string;
}

/** A request to draw a diagram. */
export interface DiagramJob {
  /** In Mermaid's language. */
  readonly source: string;
  readonly colors: DiagramColors;
}

/** Why there is no drawing. The page puts it into words. */
export type DiagramFault =
  /** The diagram has more than `limit` connections. */
  | { readonly kind: 'connections'; readonly limit: number }
  /** The first line names no type of diagram. */
  | { readonly kind: 'type' }
  /** Without a line, the error is at the end. `excerpt` is empty or begins with a line break. */
  | {
      readonly kind: 'syntax';
      readonly line?: number | undefined;
      readonly column?: number | undefined;
      readonly excerpt: string;
    }
  /** The diagram has an image, which would have to be loaded. */
  | { readonly kind: 'image' }
  /** Drawing took longer than `limitMs`. */
  | { readonly kind: 'time'; readonly limitMs: number }
  /** Mermaid says something about the diagram, in English. */
  | { readonly kind: 'said'; readonly text: string }
  | { readonly kind: 'unknown' };

/** The answer of the sandboxed frame: a drawing or a fault. */
export interface DiagramAnswer {
  readonly svg?: SvgNode | undefined;
  readonly fault?: DiagramFault | undefined;
}

const isDiagramFault: Guard<DiagramFault> = isUnionByKind({
  connections: isObjectOf({ kind: isOneOf('connections'), limit: isFiniteNumber }),
  type: isObjectOf({ kind: isOneOf('type') }),
  syntax: isObjectOf({
    kind: isOneOf('syntax'),
    line: optional(isFiniteNumber),
    column: optional(isFiniteNumber),
    excerpt: isString,
  }),
  image: isObjectOf({ kind: isOneOf('image') }),
  time: isObjectOf({ kind: isOneOf('time'), limitMs: isFiniteNumber }),
  said: isObjectOf({ kind: isOneOf('said'), text: isString }),
  unknown: isObjectOf({ kind: isOneOf('unknown') }),
});

/** Guards the answer of the sandboxed frame, where hostile text may have been read. */
export const isDiagramAnswer: Guard<DiagramAnswer> = isObjectOf({
  svg: optional(isSvgNode),
  fault: optional(isDiagramFault),
});

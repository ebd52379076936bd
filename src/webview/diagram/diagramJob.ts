import {
  type Guarded,
  isFiniteNumber,
  isObjectOf,
  isString,
  isUnionByKind,
  optional,
} from '../../shared/guards.ts';
import { isSvgNode } from './svgTree.ts';

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

const isDiagramFault = isUnionByKind({
  /** The diagram has more than `limit` connections. */
  connections: { limit: isFiniteNumber },
  /** The first line names no type of diagram. */
  type: {},
  /** Without a line, the error is at the end. `excerpt` is empty or begins with a line break. */
  syntax: { line: optional(isFiniteNumber), column: optional(isFiniteNumber), excerpt: isString },
  /** The diagram has an image, which would have to be loaded. */
  image: {},
  /** Drawing took longer than `limitMs`. */
  time: { limitMs: isFiniteNumber },
  /** Mermaid says something about the diagram, in English. */
  said: { text: isString },
  unknown: {},
});

/** Why there is no drawing. The page puts it into words. */
export type DiagramFault = Guarded<typeof isDiagramFault>;

/** Guards the answer of the sandboxed frame, where hostile text may have been read. */
export const isDiagramAnswer = isObjectOf({
  svg: optional(isSvgNode),
  fault: optional(isDiagramFault),
});

/** The answer of the sandboxed frame: a drawing or a fault. */
export interface DiagramAnswer extends Guarded<typeof isDiagramAnswer> {}

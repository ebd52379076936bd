import { type Guarded, isObjectOf, isOneOf, isString, optional } from '../../shared/guards.ts';
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

const isDiagramFault = isObjectOf({
  /** What Mermaid says, in English. */
  message: isString,
  /** An image, which would have to be loaded, or an error of a program and not of the diagram. */
  kind: optional(isOneOf('image', 'defect')),
});

/** Why there is no drawing, as Mermaid says it. The page puts it into words. */
export interface DiagramFault extends Guarded<typeof isDiagramFault> {}

/** Guards the answer of the sandboxed frame, where hostile text may have been read. */
export const isDiagramAnswer = isObjectOf({
  svg: optional(isSvgNode),
  fault: optional(isDiagramFault),
});

/** The answer of the sandboxed frame: a drawing or a fault. */
export interface DiagramAnswer extends Guarded<typeof isDiagramAnswer> {}

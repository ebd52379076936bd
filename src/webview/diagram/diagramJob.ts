import { isObjectOf, isString, optional, type Guard } from '../../shared/guards.ts';
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

/** The answer of the sandboxed frame: a drawing or an error. */
export interface DiagramAnswer {
  readonly svg?: SvgNode | undefined;
  /** The reason why there is no drawing. */
  readonly error?: string | undefined;
}

/** Guards the answer of the sandboxed frame, where hostile text may have been read. */
export const isDiagramAnswer: Guard<DiagramAnswer> = isObjectOf({
  svg: optional(isSvgNode),
  error: optional(isString),
});

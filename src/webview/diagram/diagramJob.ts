import { isObjectOf, isString, optional, type Guard } from '../../shared/guards.ts';
import { isSvgNode, type SvgNode } from './svgTree.ts';

/** A colour as the shares of red, green and blue, each from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** How the page looks that a diagram is drawn for. */
export interface DiagramColors {
  readonly background: Rgb;
  readonly foreground: Rgb;
  /** Colours that tell things apart. */
  readonly accents: readonly Rgb[];
  readonly fontFamily: string;
}

/** A diagram in Mermaid's language, to be drawn. */
export interface DiagramJob {
  readonly source: string;
  readonly colors: DiagramColors;
}

/** What comes out of the sandbox. */
export interface DiagramAnswer {
  readonly svg?: SvgNode | undefined;
  /** Why there is no picture. */
  readonly error?: string | undefined;
}

/** Guards what comes out of the sandbox: hostile text was read there. */
export const isDiagramAnswer: Guard<DiagramAnswer> = isObjectOf({
  svg: optional(isSvgNode),
  error: optional(isString),
});

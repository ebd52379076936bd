/** What is used of the package, which has no types of its own. */
declare module 'gifenc/dist/gifenc.esm.js' {
  /** Red, green and blue of each colour, 0 to 255. */
  type Palette = readonly (readonly [number, number, number])[];

  interface FrameOptions {
    readonly palette: Palette | undefined;
    /** How long the frame is shown, in milliseconds. */
    readonly delay: number;
    readonly transparent: boolean;
    readonly transparentIndex: number;
    /** What happens to the frame before the next one; 1 keeps it. */
    readonly dispose: number;
  }

  interface Encoder {
    writeFrame(index: Uint8Array, width: number, height: number, options: FrameOptions): void;
    finish(): void;
    bytes(): Uint8Array;
  }

  export function GIFEncoder(): Encoder;

  /** Finds the palette of pixels with four bytes each. */
  export function quantize(pixels: Uint8Array, maxColors: number): Palette;
}

/** Lines of a text, the first and the one after the last, counted from 0. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

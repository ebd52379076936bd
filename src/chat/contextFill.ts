/** How near a request is to what the model takes. */
export type FillState = 'fits' | 'near' | 'over';

/** From here on the reply may not fit any more. */
const nearShare = 0.8;

/** How full a request of about `tokens` makes a context of `length` tokens. */
export function contextFill(
  tokens: number,
  length: number,
): { readonly percent: number; readonly state: FillState } {
  const share = tokens / length;
  const state = share > 1 ? 'over' : share >= nearShare ? 'near' : 'fits';
  // Just over must not look like just full.
  return { percent: share > 1 ? Math.ceil(share * 100) : Math.floor(share * 100), state };
}

/** Thrown where finished parts of a block are not what they seemed: it is to be rendered anew. */
export class Diverged extends Error {}

import { isSafeId } from '../shared/safeId.ts';

/** What Windows keeps for itself. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * Whether an id from elsewhere can be the name of a file on every system beside those in `taken`, which
 * are in lower case: some file systems know no case.
 */
export function isFreeName(id: string, taken: ReadonlySet<string>): boolean {
  return isSafeId(id) && !reserved.test(id) && !taken.has(id.toLowerCase());
}

import { lineDifferences } from '../apply/lines/lineDifferences.ts';
import { isTelling } from './replyCode.ts';

/**
 * What is shown while lines arrive that replace others, calmly: what has arrived stands where it will stand, and the old lines
 * behind the last one that both have stay until they are reached. Which that is, is a guess about the display only.
 */
export function arrivingLines(
  arrived: readonly string[],
  old: readonly string[],
): readonly string[] {
  const last = lineDifferences(arrived.filter(isTelling), old).at(-1)?.after;
  return last?.to === old.length ? [...arrived, ...old.slice(last.from)] : arrived;
}

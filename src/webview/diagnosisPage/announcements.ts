import * as l10n from '@vscode/l10n';
import type { Diagnosis, Finding } from '../../shared/diagnosis/diagnosis.ts';
import { statusWords, summaryWords } from '../../shared/diagnosis/diagnosisWords.ts';
import { shownText } from './shownText.ts';

/** Length of an announcement. What is longer is read on the page. In characters. */
const maxLength = 500;

/**
 * What a screen reader is told of a diagnosis so far, under a key that stays the same while the text does: a sentence
 * for each finished step, and the outcome once all are finished.
 */
export function announcements(diagnosis: Diagnosis): ReadonlyMap<string, string> {
  const finished = diagnosis.findings.filter(
    ({ status }) => status !== 'running' && status !== 'skipped',
  );
  return new Map([
    ...finished.map((finding): [string, string] => [
      `${finding.step} ${finding.status}`,
      findingWords(finding),
    ]),
    ...(diagnosis.isRunning || diagnosis.findings.length === 0
      ? []
      : [[`outcome ${finished.length}`, shownText(summaryWords(diagnosis), maxLength)] as const]),
  ]);
}

/** A step without trouble is announced by its title only, so that the others stand out. */
function findingWords({ status, title, facts, advice }: Finding): string {
  const outcome = l10n.t({
    message: '{0}: {1}',
    args: [statusWords(status), title],
    comment: ['{0} is the status of a step of a diagnosis, such as "OK", {1} what was found'],
  });
  const more = status === 'fine' ? [] : [...facts, ...advice];
  return shownText([outcome, ...more].join('\n'), maxLength);
}

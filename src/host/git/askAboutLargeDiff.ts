import * as vscode from 'vscode';
import { tokenEstimate } from '../../conversation/request/tokenEstimate.ts';
import { formatNumber } from '../../shared/language.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { cutSize, isLarge } from '../context/cutItem.ts';
import { diffItem } from './diff/diffItem.ts';
import type { DiffSection } from './diff/diffSections.ts';
import { type FittedDiff, fitDiff } from './diff/fitDiff.ts';

/** What is attached at most, in UTF-16 code units; about 100,000 tokens. */
export const largestDiff = 400_000;

/**
 * Gives how long the text of changes may be, in UTF-16 code units. Asks the user about changes that are large, and says
 * what a shorter text leaves out. Undefined if they cancelled.
 */
export async function askAboutLargeDiff(
  name: string,
  sections: readonly DiffSection[],
): Promise<number | undefined> {
  const most = fitDiff(sections, largestDiff);
  if (!isLarge(diffItem(name, most.text))) {
    return largestDiff;
  }
  const short = fitDiff(sections, cutSize.characters);
  const isWhole = most.cut.length + most.omitted.length === 0;
  const shorter = vscode.l10n.t('Add Shortened');
  const longer = isWhole
    ? vscode.l10n.t('Add Everything')
    : vscode.l10n.t('Add as Much as Possible');
  const hasChoice = short.text !== most.text;
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('This is large. How much of it do you want to add to your message?'),
    {
      modal: true,
      detail: [
        ...(hasChoice
          ? [[vscode.l10n.t('Shortened: about {0} tokens.', tokens(short)), ...leftOut(short)]]
          : []),
        isWhole
          ? [vscode.l10n.t('Everything: about {0} tokens.', tokens(most))]
          : [
              vscode.l10n.t('As much as possible: about {0} tokens.', tokens(most)),
              ...leftOut(most),
            ],
      ]
        .map((sentences) => sentences.join(' '))
        .join('\n\n'),
    },
    ...(hasChoice ? [shorter] : []),
    longer,
  );
  return answer === shorter ? cutSize.characters : answer === longer ? largestDiff : undefined;
}

function tokens({ text }: FittedDiff): string {
  return formatNumber(tokenEstimate(text));
}

/** Which files a text has in part or not at all. */
function leftOut({ files, cut, omitted }: FittedDiff): readonly string[] {
  return [
    ...(cut.length === 0
      ? []
      : [vscode.l10n.t('Only the beginning of large changes: {0}.', named(cut))]),
    ...(omitted.length === 0
      ? []
      : [
          vscode.l10n.t(
            'By name only, {0} of {1} changed files: {2}.',
            formatNumber(omitted.length),
            formatNumber(files),
            named(omitted),
          ),
        ]),
  ];
}

/** How many files are named in a sentence, and with how many UTF-16 code units. */
const maxNamed = 5;
const maxNameLength = 200;

function named(paths: readonly string[]): string {
  const names = paths.slice(0, maxNamed).map((path) => visibleText(path.slice(0, maxNameLength)));
  return [...names, ...(paths.length > maxNamed ? ['…'] : [])].join(', ');
}

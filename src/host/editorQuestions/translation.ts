import * as vscode from 'vscode';
import { type Guarded, isArrayOf, isBoolean, isObjectOf, isString } from '../../shared/guards.ts';
import { displayLanguage } from '../../shared/language.ts';
import { labelText } from '../base/safeText.ts';
import { startOf } from '../../shared/visibleText.ts';

/** Names of programming languages, which are the same in every language. */
const programmingLanguages = [
  'Bash',
  'C',
  'C#',
  'C++',
  'Dart',
  'Elixir',
  'Go',
  'Haskell',
  'Java',
  'JavaScript',
  'Julia',
  'Kotlin',
  'Lua',
  'PHP',
  'PowerShell',
  'Python',
  'R',
  'Ruby',
  'Rust',
  'Scala',
  'SQL',
  'Swift',
  'TypeScript',
];

/** Languages of people that are offered for comments and texts. */
const spokenLanguages = 'ar de en es fr hi it ja ko nl pl pt ru tr uk zh'.split(' ');

/** Where the languages that were chosen last are remembered, and how many. */
const memoryKey = 'parley.translateTo';
const maxRemembered = 3;

/** A longer name is cut. In UTF-16 code units. */
const maxName = 100;

const isTarget = isObjectOf({
  language: isString,
  /** Whether only comments and texts are translated. */
  isText: isBoolean,
});

/** What code is translated to. */
interface Target extends Guarded<typeof isTarget> {}

interface TargetItem extends vscode.QuickPickItem {
  readonly target?: Target;
}

const isTargets = isArrayOf(isTarget);

/** Asks what the code is to be translated to, and gives the question. Remembers the choice. */
export async function askTranslation(
  title: string,
  memory: vscode.Memento,
): Promise<string | undefined> {
  const target = await pickTarget(title, remembered(memory));
  if (target === undefined) {
    return undefined;
  }
  const others = remembered(memory).filter(
    ({ language, isText }) => language !== target.language || isText !== target.isText,
  );
  await memory.update(memoryKey, [target, ...others].slice(0, maxRemembered));
  return target.isText
    ? vscode.l10n.t(
        'Translate all comments and texts to {0}. Leave the code unchanged.',
        target.language,
      )
    : vscode.l10n.t('Translate this code to {0}.', target.language);
}

function remembered(memory: vscode.Memento): readonly Target[] {
  const value = memory.get<unknown>(memoryKey);
  return isTargets(value) ? value.slice(0, maxRemembered) : [];
}

async function pickTarget(title: string, recent: readonly Target[]): Promise<Target | undefined> {
  const picker = vscode.window.createQuickPick<TargetItem>();
  picker.title = title;
  picker.placeholder = vscode.l10n.t('Choose a language or type another one.');
  picker.matchOnDescription = true;
  const known = knownItems(recent);
  picker.items = known;
  picker.onDidChangeValue((value) => (picker.items = [...known, ...typedItems(value, known)]));
  try {
    return await new Promise<Target | undefined>((resolve) => {
      picker.onDidAccept(() => {
        // The last row is for what is typed now.
        const [item = typedItems(picker.value, known)[0]] = picker.selectedItems;
        if (item !== undefined) {
          resolve(item.target);
        }
      });
      picker.onDidHide(() => resolve(undefined));
      picker.show();
    });
  } finally {
    picker.dispose();
  }
}

function knownItems(recent: readonly Target[]): readonly TargetItem[] {
  const names = new Intl.DisplayNames(displayLanguage(), { type: 'language' });
  const spoken = spokenLanguages
    .map((tag) => names.of(tag) ?? tag)
    .toSorted((one, other) => one.localeCompare(other, displayLanguage()));
  return [
    ...section(vscode.l10n.t('Recent'), recent),
    ...section(
      vscode.l10n.t('Code'),
      programmingLanguages.map((language) => ({ language, isText: false })),
    ),
    ...section(
      vscode.l10n.t('Comments and Texts'),
      spoken.map((language) => ({ language, isText: true })),
    ),
  ];
}

function section(label: string, targets: readonly Target[]): readonly TargetItem[] {
  return targets.length === 0
    ? []
    : [
        { label, kind: vscode.QuickPickItemKind.Separator },
        ...targets.map((target) => targetItem(target)),
      ];
}

/** A typed target is shown however little of its label is typed. */
function targetItem(target: Target, alwaysShow = false): TargetItem {
  return {
    alwaysShow,
    label: labelText(target.language),
    ...(target.isText && { description: vscode.l10n.t('Comments and Texts') }),
    target,
  };
}

/** What is typed as a language of its own, unless it is in the list. */
function typedItems(value: string, known: readonly TargetItem[]): readonly TargetItem[] {
  const language = startOf(value.trim(), maxName);
  const isKnown = known.some(
    ({ target }) => target?.language.toLowerCase() === language.toLowerCase(),
  );
  return language === '' || isKnown
    ? []
    : [false, true].map((isText) => targetItem({ language, isText }, true));
}

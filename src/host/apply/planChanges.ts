import * as vscode from 'vscode';
import type { FilePlan } from '../../apply/blockPlan.ts';
import { spliced } from '../../apply/fitEdit.ts';
import { isSamePath } from '../../shared/codePath/namedPath.ts';
import type { LineRange } from '../../apply/placeEdit.ts';
import { blockPaths, planBlock } from '../../apply/planBlock.ts';
import type { BlockFile, ReplyBlock } from '../../apply/replyBlock.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { labelText, nameText, notificationText } from '../base/safeText.ts';
import { relativePath } from '../editor/codePlace.ts';
import { attachedFiles } from './attachedFiles.ts';
import { choosePlace } from './choosePlace.ts';
import { chooseFile, choosePlaceOfNewFile } from './chooseTarget.ts';
import type { CreatedFile, PlanContext, Planned, StatedBlock } from './planContext.ts';
import { blockRefusalWords, fileRefusalWords } from './refusalWords.ts';
import { type FileChange, isSame } from '../review/reviewedFile.ts';
import { hasMixedLineEnds, type TargetFile } from './targetFile.ts';
import { addTarget, blockFile, filesNamed, type Target, targetAt, targetsOf } from './targets.ts';
import { resolvePath } from './workspacePath.ts';

/** So often a user can be asked about one block. */
const maxQuestions = 100;

/** Plans what a block changes, and asks the user for what it does not say. Writes nothing. */
export async function planChanges(stated: StatedBlock, context: PlanContext): Promise<Planned> {
  const path = await onePath(stated, context);
  if (typeof path === 'object') {
    return path;
  }
  const block: ReplyBlock = { ...stated, path };
  const targets = await targetsOf(block, context);
  if (!Array.isArray(targets)) {
    return targets;
  }
  for (let question = 0; question < maxQuestions; question += 1) {
    const files = targets.map((target) => blockFile(target, context));
    const plan = await planBlock(block, files, context.loadSyntax);
    if (targets.some((target, at) => blockFile(target, context).text !== files[at]?.text)) {
      // Somebody has typed meanwhile: the plan is about another text.
      continue;
    }
    if (plan.kind === 'refuse') {
      return {
        kind: 'refused',
        text: blockRefusalWords(plan.reason),
        uri: targets[0]?.file.document.uri,
        isShell: plan.reason === 'shell',
      };
    }
    const asked =
      plan.kind === 'chooseFile'
        ? await askForFile(targets, undefined, context)
        : await answer(plan.files, targets, files, context);
    if (asked === undefined) {
      return plan.kind === 'files' ? changesOf(plan.files, targets, context) : unsure(block);
    }
    if (asked !== 'again') {
      return asked;
    }
  }
  return unsure(block);
}

function unsure({ text }: ReplyBlock): Planned {
  return text.trim() === ''
    ? { kind: 'refused', text: blockRefusalWords('empty') }
    : { kind: 'refused', text: vscode.l10n.t('The file of this code block is unclear.') };
}

/** The path that is meant: of several that are stated, the only one that is there. */
async function onePath(
  { paths, text, language, isComplete }: StatedBlock,
  { mayAsk }: PlanContext,
): Promise<string | undefined | Planned> {
  const [first, second] = paths;
  if (second === undefined || blockPaths({ text, language, isComplete }).length > 0) {
    return first;
  }
  const there: string[] = [];
  for (const path of paths.slice(0, 10)) {
    const { kind } = await resolvePath(path);
    there.push(...(kind === 'files' ? [path] : []));
  }
  if (there.length < 2 || !mayAsk) {
    return there.length === 1 ? there[0] : undefined;
  }
  const items = there.map((path) => ({ label: labelText(path), path }));
  const item = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Apply to File'),
    placeHolder: vscode.l10n.t('The reply names several files for this code block.'),
  });
  return item?.path ?? { kind: 'cancelled' };
}

/** Asks for the file of a block that names none, or one that is not there under `alias`. */
async function askForFile(
  targets: Target[],
  alias: string | undefined,
  { mayAsk, turns }: PlanContext,
): Promise<'again' | Planned | undefined> {
  if (!mayAsk) {
    return undefined;
  }
  const attached: vscode.Uri[] = [];
  for (const { path } of attachedFiles(turns).slice(0, 20)) {
    const found = await filesNamed(path);
    attached.push(...(found.kind === 'files' ? found.uris : []));
  }
  const uri = await chooseFile(
    attached,
    alias === undefined
      ? vscode.l10n.t('The reply does not say which file this code block is for.')
      : // The end of a long path is cut off.
        vscode.l10n.t('Not in this workspace: {0}', visibleText(alias)),
  );
  if (uri === undefined) {
    return { kind: 'cancelled' };
  }
  const target = await targetAt(uri, alias ?? relativePath(uri));
  if (typeof target === 'string') {
    return { kind: 'refused', text: target, uri };
  }
  if (alias === undefined) {
    targets.length = 0;
  }
  addTarget(targets, target);
  return 'again';
}

/** Asks what a plan leaves open; undefined if it leaves nothing open. */
async function answer(
  plans: readonly FilePlan[],
  targets: Target[],
  files: readonly BlockFile[],
  context: PlanContext,
): Promise<'again' | Planned | undefined> {
  for (const plan of plans) {
    const target = targets.find(({ alias }) => alias === plan.path);
    const uri = target?.file.document.uri;
    const name = notificationText(target?.file.name ?? plan.path);
    switch (plan.kind) {
      case 'refuse':
        return { kind: 'refused', text: fileRefusalWords(plan.reason, name, nameOf(plan)), uri };
      case 'missing':
        return (
          (await askForFile(targets, plan.path, context)) ?? {
            kind: 'refused',
            text: vscode.l10n.t('The reply names {0}, which is not in this workspace.', name),
          }
        );
      case 'several': {
        const file = files.find(({ path }) => path === plan.path);
        if (target === undefined || file === undefined || !mayChoose(plan, file, context)) {
          const text = vscode.l10n.t('The code block fits in several places of {0}.', name);
          return { kind: 'refused', text, uri };
        }
        const text = file.seen ?? file.text;
        const place = await choosePlace({ ...plan, ...target.file, text });
        if (place === undefined) {
          return { kind: 'cancelled' };
        }
        choose(plan, target, file, place);
        return 'again';
      }
      default:
    }
  }
  return undefined;
}

/** A place that was chosen already may not settle it. */
function mayChoose(
  { edit, places }: SeveralPlaces,
  { within, chosen = [] }: BlockFile,
  { mayAsk }: PlanContext,
): boolean {
  const isChosen =
    edit === undefined
      ? places.some(({ from, to }) => from === within?.from && to === within.to)
      : chosen.some((one) => one.edit === edit.index);
  return mayAsk && !isChosen;
}

function choose(
  { edit }: SeveralPlaces,
  target: Target,
  { text, seen = text, chosen = [] }: BlockFile,
  place: LineRange,
): void {
  target.asked = seen;
  if (edit === undefined) {
    target.within = place;
  } else {
    target.chosen = [...chosen, { edit: edit.index, place }];
  }
}

type SeveralPlaces = Extract<FilePlan, { kind: 'several' }>;

function nameOf({ name }: Extract<FilePlan, { kind: 'refuse' }>): string {
  return nameText(name ?? '');
}

/** The changes of plans that leave nothing open. Asks before a file is changed that a change may damage. */
async function changesOf(
  plans: readonly FilePlan[],
  targets: readonly Target[],
  { proposed, turns, created: others }: PlanContext,
): Promise<Planned> {
  const changes: FileChange[] = [];
  const already: string[] = [];
  const created: CreatedFile[] = [];
  for (const plan of plans) {
    const target = targets.find(({ alias }) => alias === plan.path);
    if (plan.kind === 'create') {
      // It is unknown whether the two texts belong together or one replaces the other.
      const known = [...others, ...created];
      if (known.some(({ path }) => isSamePath(path, plan.path))) {
        return createdTwice(plan.path);
      }
      const uri = await choosePlaceOfNewFile(plan.path, attachedFiles(turns)[0]?.path);
      if (uri === undefined) {
        return { kind: 'cancelled' };
      }
      if (known.some((one) => isSame(one.uri, uri))) {
        return createdTwice(plan.path);
      }
      created.push({ path: plan.path, uri });
      const text = textOfNewFile(plan.text, uri);
      changes.push({ kind: 'create', uri, name: relativePath(uri), base: '', text });
    } else if (target !== undefined) {
      const { document, name } = target.file;
      const base = document.getText();
      const text = proposed(document.uri) ?? base;
      const change = { uri: document.uri, name, base };
      if (plan.kind === 'alreadyThere') {
        already.push(name);
      } else if (plan.kind === 'remove') {
        changes.push({ ...change, kind: 'remove', text: '' });
      } else if (plan.kind === 'apply') {
        if (!(await mayChange(target.file, plan.confirm))) {
          return { kind: 'cancelled' };
        }
        const { splices, leftOut } = plan;
        changes.push({ ...change, kind: 'change', text: spliced(text, splices), leftOut });
      }
    }
  }
  return { kind: 'changes', changes, already, created };
}

function createdTwice(path: string): Planned {
  const text = vscode.l10n.t(
    'Another part of this reply creates {0} as well.',
    notificationText(path),
  );
  return { kind: 'refused', text };
}

/** The text ends with a line break, and has the line ends of the settings. */
function textOfNewFile(text: string, uri: vscode.Uri): string {
  const whole = text.endsWith('\n') ? text : `${text}\n`;
  const lineEnd: unknown = vscode.workspace.getConfiguration('files', uri).get('eol');
  return lineEnd === '\r\n' ? whole.replaceAll('\n', '\r\n') : whole;
}

async function mayChange(
  { document, name }: TargetFile,
  confirm: Extract<FilePlan, { kind: 'apply' }>['confirm'],
): Promise<boolean> {
  const shown = nameText(name);
  if (confirm !== undefined) {
    const words =
      confirm === 'lockFile'
        ? vscode.l10n.t(
            '{0} is a lock file. The program that writes it may overwrite the change.',
            shown,
          )
        : vscode.l10n.t(
            '{0} is generated. The program that writes it may overwrite the change.',
            shown,
          );
    if (!(await confirmed(words))) {
      return false;
    }
  }
  return (
    !(await hasMixedLineEnds(document)) ||
    confirmed(
      vscode.l10n.t(
        'The lines of {0} end in different ways. VS Code makes them all the same when the file is saved.',
        shown,
      ),
    )
  );
}

async function confirmed(words: string): Promise<boolean> {
  const review = vscode.l10n.t('Review Changes');
  return (await vscode.window.showWarningMessage(words, { modal: true }, review)) === review;
}

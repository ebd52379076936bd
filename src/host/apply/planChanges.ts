import * as vscode from 'vscode';
import type { FilePlan } from '../../apply/blockPlan.ts';
import { spliced } from '../../apply/lines/splices.ts';
import { blockPaths, planBlock } from '../../apply/planBlock.ts';
import type { BlockFile, ReplyBlock } from '../../apply/replyBlock.ts';
import { isThere } from '../base/isThere.ts';
import { nameText, notificationText } from '../base/safeText.ts';
import { relativePath } from '../editor/codePlace.ts';
import { isSame, uniqueUris } from '../editor/documentOf.ts';
import type { FileChange } from '../review/reviewedFile.ts';
import { attachedFiles } from './attachedFiles.ts';
import { cellTarget } from './cellTarget.ts';
import { choosePlace } from './choosePlace.ts';
import { askForFile, choosePlaceOfNewFile } from './chooseTarget.ts';
import {
  chosen,
  NotApplied,
  type PlanContext,
  type Planned,
  type StatedBlock,
} from './planContext.ts';
import { blockRefusalWords, fileRefusalWords } from './refusalWords.ts';
import {
  addTarget,
  blockFile,
  type Choice,
  filesNamed,
  type Target,
  targetAt,
  targetsOf,
} from './targets.ts';
import { placeOfNewFile } from './workspacePath.ts';

/**
 * Plans what a block changes, and asks the user for what it does not say. Writes nothing. Throws a `NotApplied` if it cannot be
 * applied, and a `CancellationError` if the user closes a question.
 */
export async function planChanges(stated: StatedBlock, context: PlanContext): Promise<Planned> {
  const block: ReplyBlock = { ...stated, path: await onePath(stated, context) };
  const cell = await cellTarget(context, block);
  const targets = cell === undefined ? await targetsOf(block, context) : [cell];
  for (;;) {
    const files = targets.map((target) => blockFile(target, context));
    const plan = await planBlock(block, files, context.loadSyntax);
    if (plan.kind === 'refuse') {
      const words = blockRefusalWords(plan.reason);
      throw new NotApplied(words, targets[0]?.document.uri, plan.reason === 'shell');
    }
    if (plan.kind === 'files') {
      const open = plan.files.find(isOpen);
      if (open === undefined) {
        return changesOf(plan.files, targets, files, context);
      }
      await settle(open, targets, files, context);
    } else {
      targets.splice(0, targets.length, await askForTarget(undefined, context));
    }
  }
}

/** The path that is meant: of several that are stated, that of the only file that is there. */
async function onePath(
  { paths, text, language, isComplete }: StatedBlock,
  context: PlanContext,
): Promise<string | undefined> {
  const [first, second] = paths;
  if (second === undefined || blockPaths({ text, language, isComplete }).length > 0) {
    return first;
  }
  const found = await Promise.all(paths.slice(0, 10).map(filesNamed));
  const uris = uniqueUris(found.flatMap((one) => one.uris));
  const [uri, other] = uris;
  const question = vscode.l10n.t('The reply names several files for this code block.');
  return uri && relativePath(other === undefined ? uri : await askForFile(question, uris, context));
}

/** Asks for the file of a block that names none, or one that is not there under `alias`. */
async function askForTarget(alias: string | undefined, context: PlanContext): Promise<Target> {
  const attached: vscode.Uri[] = [];
  for (const { path } of attachedFiles(context.turns).slice(0, 20)) {
    attached.push(...(await filesNamed(path)).uris);
  }
  const question =
    alias === undefined
      ? vscode.l10n.t('The reply does not say which file this code block is for.')
      : vscode.l10n.t('The reply names {0}, which is not in this workspace.', nameText(alias));
  const uri = await askForFile(question, attached, context);
  return targetAt(uri, alias ?? relativePath(uri));
}

/** A plan that says what it lacks. */
type OpenPlan = Extract<FilePlan, { kind: 'refuse' | 'missing' | 'several' }>;

function isOpen(plan: FilePlan): plan is OpenPlan {
  return plan.kind === 'refuse' || plan.kind === 'missing' || plan.kind === 'several';
}

/** Asks what a plan leaves open. */
async function settle(
  plan: OpenPlan,
  targets: Target[],
  files: readonly BlockFile[],
  context: PlanContext,
): Promise<void> {
  const target = targets.find(({ alias }) => alias === plan.path);
  const file = files.find(({ path }) => path === plan.path);
  const name = notificationText(target?.name ?? plan.path);
  const uri = target?.document.uri;
  switch (plan.kind) {
    case 'refuse':
      throw new NotApplied(fileRefusalWords(plan.reason, name, nameText(plan.name ?? '')), uri);
    case 'missing':
      addTarget(targets, await askForTarget(plan.path, context));
      return;
    case 'several': {
      const edit = plan.edit?.index;
      const text = file?.seen ?? file?.text ?? '';
      // A place that was chosen already may not settle it.
      const isNew = ({ text: of, edit: at, place: { from, to } }: Choice): boolean =>
        of !== text ||
        at !== edit ||
        (edit === undefined && !plan.places.some((one) => one.from === from && one.to === to));
      if (!context.mayAsk || target?.choices.every(isNew) !== true) {
        const words = vscode.l10n.t('The code block fits in several places of {0}.', name);
        throw new NotApplied(words, uri);
      }
      target.choices.push({ text, edit, place: await choosePlace({ ...plan, ...target, text }) });
    }
  }
}

/** The changes of plans that leave nothing open. */
async function changesOf(
  plans: readonly FilePlan[],
  targets: readonly Target[],
  files: readonly BlockFile[],
  context: PlanContext,
): Promise<Planned> {
  const changes: FileChange[] = [];
  const already: vscode.Uri[] = [];
  const proposed = (uri: vscode.Uri): string | undefined =>
    changes.find((one) => isSame(one.uri, uri))?.text ?? context.proposed(uri);
  for (const plan of plans) {
    const target = targets.find(({ alias }) => alias === plan.path);
    if (plan.kind === 'create') {
      const uri = await placeOf(plan, proposed, attachedFiles(context.turns)[0]?.path);
      const text = textOfNewFile(plan.text, uri);
      if (proposed(uri) === text) {
        already.push(uri);
      } else {
        changes.push({ kind: 'create', uri, base: '', text });
      }
    } else if (target !== undefined) {
      const { document } = target;
      const { uri } = document;
      if (plan.kind === 'alreadyThere') {
        already.push(uri);
      } else if (plan.kind === 'remove') {
        changes.push({ kind: 'remove', uri, base: document.getText(), text: '' });
      } else if (plan.kind === 'apply') {
        // What was typed since then is merged.
        const base = files.find(({ path }) => path === plan.path)?.text ?? '';
        const text = spliced(base, plan.splices);
        tellRisks(target, plan.isGenerated);
        changes.push({ kind: 'change', uri, base, text, leftOut: plan.leftOut });
      }
    }
  }
  return { changes, already };
}

/** Where the user creates a file, at first near an attached one, or where the same is proposed already. */
async function placeOf(
  { path, text }: Extract<FilePlan, { kind: 'create' }>,
  proposed: PlanContext['proposed'],
  near: string | undefined,
): Promise<vscode.Uri> {
  const isProposed = (uri: vscode.Uri): boolean => {
    const known = proposed(uri);
    if (known !== undefined && known !== textOfNewFile(text, uri)) {
      // It is unknown whether the two texts belong together or one replaces the other.
      const shown = notificationText(path);
      throw new NotApplied(vscode.l10n.t('{0} is already proposed as a new file.', shown), uri);
    }
    return known !== undefined;
  };
  const usual = placeOfNewFile(path, near);
  if (usual !== undefined && isProposed(usual)) {
    return usual;
  }
  const uri = chosen(await choosePlaceOfNewFile(path, usual));
  if (!isProposed(uri) && (await isThere(uri))) {
    throw new NotApplied(fileRefusalWords('exists', notificationText(relativePath(uri))), uri);
  }
  return uri;
}

/** The text ends with a line break, and has the line ends of the settings. */
function textOfNewFile(text: string, uri: vscode.Uri): string {
  const whole = text.endsWith('\n') ? text : `${text}\n`;
  const lineEnd: unknown = vscode.workspace.getConfiguration('files', uri).get('eol');
  return lineEnd === '\r\n' ? whole.replaceAll('\n', '\r\n') : whole;
}

/** Says what may become of a change in a file that programs write, or whose lines end in different ways. */
function tellRisks({ name, hasMixedLineEnds }: Target, isGenerated: boolean): void {
  const shown = nameText(name);
  if (isGenerated) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t(
        '{0} is generated. The program that writes it may overwrite the change.',
        shown,
      ),
    );
  }
  if (hasMixedLineEnds === true) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t(
        'The lines of {0} end in different ways. VS Code makes them all the same when the file is saved.',
        shown,
      ),
    );
  }
}

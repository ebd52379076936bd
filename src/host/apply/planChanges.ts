import * as vscode from 'vscode';
import type { BlockFile, FilePlan, ReplyBlock } from '../../apply/plan/blockPlan.ts';
import { spliced } from '../../apply/lines/splices.ts';
import { blockNames, planBlock } from '../../apply/planBlock.ts';
import { isThere } from '../base/files/fileAccess.ts';
import { nameText, notificationText } from '../base/safeText.ts';
import { relativePath } from '../editor/codePlace.ts';
import { uniqueUris } from '../editor/documentOf.ts';
import type { FileChange } from '../review/reviewedFile.ts';
import { attachedFiles } from './attachedFiles.ts';
import { askForFile, choosePlace, oneOf } from './questions.ts';
import {
  chosen,
  NotApplied,
  type PlanContext,
  type Planned,
  type StatedBlock,
} from './planContext.ts';
import { refusalWords } from './refusalWords.ts';
import { addTarget, blockFile, filesNamed, type Target, targetAt, targetsOf } from './targets.ts';
import { placeOfNewFile } from './workspacePath.ts';

/**
 * Plans what a block changes, and asks the user for what it does not say. Writes nothing. Throws a `NotApplied` if it cannot be
 * applied, and a `CancellationError` if the user closes a question.
 */
export async function planChanges(stated: StatedBlock, context: PlanContext): Promise<Planned> {
  const { names: all, areOfOne } = blockNames(stated, stated.paths);
  const names = areOfOne && all.length > 1 ? await oneName(all, context) : all;
  const block: ReplyBlock = { ...stated, path: areOfOne ? names[0] : stated.paths[0] };
  const targets = await targetsOf(names, block.language, context);
  for (;;) {
    const files = targets.map((target) => blockFile(target, context));
    const plan = await planBlock(block, files, context.loadSyntax);
    if (plan.kind === 'refuse') {
      const { reason } = plan;
      throw new NotApplied(refusalWords(reason), targets[0]?.document.uri, reason === 'shell');
    }
    if (plan.kind === 'chooseFile') {
      const question = vscode.l10n.t('The reply does not say which file this code block is for.');
      targets.splice(0, targets.length, await askForTarget(question, names, context));
      continue;
    }
    const open = plan.files.find(isOpen);
    if (open !== undefined) {
      await settle(open, targets, files, context);
      continue;
    }
    const made: (FileChange | vscode.Uri)[] = [];
    for (const one of plan.files.filter((each) => !isOpen(each))) {
      const at = targets.findIndex(({ path }) => path === one.path);
      made.push(await changeOf(one, targets[at], files[at]?.text ?? '', context));
    }
    return {
      changes: made.flatMap((one) => (one instanceof vscode.Uri ? [] : one)),
      already: made.filter((one) => one instanceof vscode.Uri),
    };
  }
}

/** The path that is meant of several that are stated: that of the only file that is there. None if no file is. */
async function oneName(names: readonly string[], context: PlanContext): Promise<readonly string[]> {
  const uris = await filesOf(names);
  return uris.length === 0 ? [] : [relativePath(await oneOf(uris, context))];
}

/** The files that paths mean. More paths are not looked for. */
async function filesOf(paths: readonly string[]): Promise<readonly vscode.Uri[]> {
  const found = await Promise.all(paths.slice(0, 20).map(filesNamed));
  return uniqueUris(found.flatMap((one) => one ?? []));
}

/** Asks for the file of a block, which may have these names for it. */
async function askForTarget(
  question: string,
  names: readonly string[],
  context: PlanContext,
): Promise<Target> {
  const attached = await filesOf(attachedFiles(context.turns).map(({ path }) => path));
  return targetAt(await askForFile(question, attached, context), ...names);
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
  const target = targets.find(({ path }) => path === plan.path);
  const uri = target?.document.uri;
  const name = notificationText(target?.name ?? plan.path);
  if (plan.kind === 'refuse') {
    throw new NotApplied(refusalWords(plan.reason, name, nameText(plan.name ?? '')), uri);
  }
  if (plan.kind === 'missing' || target === undefined) {
    const { path } = plan;
    const words = vscode.l10n.t(
      'The reply names {0}, which is not in this workspace.',
      nameText(path),
    );
    addTarget(targets, await askForTarget(words, [path], context));
    return;
  }
  const file = files.find(({ path }) => path === plan.path);
  const text = file?.seen ?? file?.text ?? '';
  // A place that was chosen already may not settle it.
  const isAgain = target.chosen.some(
    (one) =>
      one.text === text &&
      plan.places.some(({ from, to }) => one.place.from === from && one.place.to === to),
  );
  if (!context.mayAsk || isAgain) {
    throw new NotApplied(vscode.l10n.t('The code block fits in several places of {0}.', name), uri);
  }
  target.chosen.push({ text, place: await choosePlace(plan, target, text) });
}

/** What a plan that leaves nothing open changes in a text; or the address at which that is there already. */
async function changeOf(
  plan: Exclude<FilePlan, OpenPlan>,
  target: Target | undefined,
  base: string,
  context: PlanContext,
): Promise<FileChange | vscode.Uri> {
  // A plan for no file creates one.
  if (plan.kind === 'create' || target === undefined) {
    return creationOf({ text: '', ...plan }, context);
  }
  const { document, name } = target;
  const { uri } = document;
  if (plan.kind === 'alreadyThere') {
    return uri;
  }
  if (plan.kind === 'remove') {
    return { kind: 'remove', uri, base: document.getText(), text: '' };
  }
  if (plan.isGenerated) {
    const words = vscode.l10n.t(
      '{0} is generated. The program that writes it may overwrite the change.',
      nameText(name),
    );
    void vscode.window.showWarningMessage(words);
  }
  // What was typed since then is merged.
  return { kind: 'change', uri, base, text: spliced(base, plan.splices), leftOut: plan.leftOut };
}

/** A file that the user creates, at first near an attached one; or the address where the same is proposed already. */
async function creationOf(
  plan: { readonly path: string; readonly text: string },
  { proposed, turns }: PlanContext,
): Promise<FileChange | vscode.Uri> {
  const usual = placeOfNewFile(plan.path, attachedFiles(turns)[0]?.path);
  const options = {
    title: vscode.l10n.t('Create {0}', notificationText(plan.path)),
    saveLabel: vscode.l10n.t('Review New File'),
    ...(usual && { defaultUri: usual }),
  };
  const isUsual = usual !== undefined && proposed(usual) !== undefined;
  const uri = isUsual ? usual : chosen(await vscode.window.showSaveDialog(options));
  const text = textOfNewFile(plan.text, uri);
  const known = proposed(uri);
  if (known === text) {
    return uri;
  }
  if (known !== undefined) {
    // It is unknown whether the two texts belong together or one replaces the other.
    const shown = notificationText(plan.path);
    throw new NotApplied(vscode.l10n.t('{0} is already proposed as a new file.', shown), uri);
  }
  if (await isThere(uri)) {
    throw new NotApplied(refusalWords('exists', notificationText(relativePath(uri))), uri);
  }
  return { kind: 'create', uri, base: '', text };
}

/** The text ends with a line break, and has the line ends of the settings. */
function textOfNewFile(text: string, uri: vscode.Uri): string {
  const whole = text.endsWith('\n') ? text : `${text}\n`;
  const lineEnd: unknown = vscode.workspace.getConfiguration('files', uri).get('eol');
  return lineEnd === '\r\n' ? whole.replaceAll('\n', '\r\n') : whole;
}

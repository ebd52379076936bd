import * as vscode from 'vscode';
import type { FilePlan } from '../../apply/blockPlan.ts';
import { spliced } from '../../apply/lines/splices.ts';
import { blockNames, planBlock } from '../../apply/planBlock.ts';
import type { BlockFile, ReplyBlock } from '../../apply/replyBlock.ts';
import { isThere } from '../base/files/fileAccess.ts';
import { nameText, notificationText } from '../base/safeText.ts';
import { relativePath } from '../editor/codePlace.ts';
import { uniqueUris } from '../editor/documentOf.ts';
import type { FileChange } from '../review/reviewedFile.ts';
import { attachedFiles } from './attachedFiles.ts';
import { choosePlace } from './choosePlace.ts';
import { askForFile, choosePlaceOfNewFile, oneOf } from './chooseTarget.ts';
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
    if (open === undefined) {
      return changesOf(plan.files, targets, files, context);
    }
    await settle(open, targets, files, context);
  }
}

/** The path that is meant of several that are stated: that of the only file that is there. None if no file is. */
async function oneName(names: readonly string[], context: PlanContext): Promise<readonly string[]> {
  const found = await Promise.all(names.slice(0, 10).map(filesNamed));
  const uris = uniqueUris(found.flatMap((one) => one ?? []));
  return uris.length === 0 ? [] : [relativePath(await oneOf(uris, context))];
}

/** Asks for the file of a block, which may have these names for it. */
async function askForTarget(
  question: string,
  names: readonly string[],
  context: PlanContext,
): Promise<Target> {
  const attached: vscode.Uri[] = [];
  for (const { path } of attachedFiles(context.turns).slice(0, 20)) {
    attached.push(...((await filesNamed(path)) ?? []));
  }
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
  if (!context.mayAsk) {
    throw new NotApplied(vscode.l10n.t('The code block fits in several places of {0}.', name), uri);
  }
  target.chosen.push({ text, place: await choosePlace({ ...plan, ...target, text }) });
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
  for (const plan of plans) {
    const target = targets.find(({ path }) => path === plan.path);
    const uri = target?.document.uri;
    if (plan.kind === 'create') {
      const made = await creationOf(plan, context);
      if (made instanceof vscode.Uri) {
        already.push(made);
      } else {
        changes.push(made);
      }
    } else if (uri !== undefined && plan.kind === 'alreadyThere') {
      already.push(uri);
    } else if (uri !== undefined && plan.kind === 'remove') {
      changes.push({ kind: 'remove', uri, base: target?.document.getText() ?? '', text: '' });
    } else if (target !== undefined && plan.kind === 'apply') {
      // What was typed since then is merged.
      const base = files.find(({ path }) => path === plan.path)?.text ?? '';
      const text = spliced(base, plan.splices);
      if (plan.isGenerated) {
        const shown = nameText(target.name);
        const words = vscode.l10n.t(
          '{0} is generated. The program that writes it may overwrite the change.',
          shown,
        );
        void vscode.window.showWarningMessage(words);
      }
      changes.push({ kind: 'change', uri: target.document.uri, base, text, leftOut: plan.leftOut });
    }
  }
  return { changes, already };
}

/** A file that the user creates, at first near an attached one; or the address where the same is proposed already. */
async function creationOf(
  plan: Extract<FilePlan, { kind: 'create' }>,
  { proposed, turns }: PlanContext,
): Promise<FileChange | vscode.Uri> {
  const usual = placeOfNewFile(plan.path, attachedFiles(turns)[0]?.path);
  const isUsual = usual !== undefined && proposed(usual) !== undefined;
  const uri = isUsual ? usual : chosen(await choosePlaceOfNewFile(plan.path, usual));
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

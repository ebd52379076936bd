import * as vscode from 'vscode';
import type { FilePlan } from '../../apply/blockPlan.ts';
import type { LoadSyntax } from '../../apply/code/syntax.ts';
import { spliced } from '../../apply/fitEdit.ts';
import type { LineRange } from '../../apply/placeEdit.ts';
import { blockPaths, planBlock } from '../../apply/planBlock.ts';
import type { ChosenPlace } from '../../apply/planEdits.ts';
import type { BlockFile, ReplyBlock } from '../../apply/replyBlock.ts';
import type { Turn } from '../../shared/conversation/conversation.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { notificationText } from '../base/safeText.ts';
import { relativePath } from '../editor/codePlace.ts';
import { attachedFiles, seenText, soleFile } from './attachedFiles.ts';
import { choosePlace } from './choosePlace.ts';
import { chooseFile, choosePlaceOfNewFile } from './chooseTarget.ts';
import { blockRefusalWords, fileRefusalWords, pathRefusalWords } from './refusalWords.ts';
import type { FileChange } from './reviewedFile.ts';
import { hasMixedLineEnds, openTarget, type TargetFile } from './targetFile.ts';
import { resolvePath } from './workspacePath.ts';

/** A block of a reply, and the paths that it may be for, as its fence or the text before it names them. */
export interface StatedBlock extends Omit<ReplyBlock, 'path'> {
  readonly paths: readonly string[];
}

/** What a block is planned with. */
export interface PlanContext {
  /** The turns up to the reply. */
  readonly turns: readonly Turn[];
  /** What the review proposes for a file by now. */
  readonly proposed: (uri: vscode.Uri) => string | undefined;
  readonly loadSyntax: LoadSyntax;
  /** Whether the user may be asked which file or place a block is for. */
  readonly mayAsk: boolean;
}

/** What became of a block. */
export type Planned =
  | {
      readonly kind: 'changes';
      readonly changes: readonly FileChange[];
      /** Files that already are as they would be afterwards. */
      readonly already: readonly string[];
    }
  /** It is not applied, for the reason in `text`. `uri` is the file that it was for, if that is known. */
  | {
      readonly kind: 'refused';
      readonly text: string;
      readonly uri?: vscode.Uri | undefined;
      readonly isShell?: boolean | undefined;
    }
  /** The user has closed a question. */
  | { readonly kind: 'cancelled' };

/** A file under the name by which the block is planned for it. */
interface Target {
  readonly alias: string;
  readonly file: TargetFile;
  within?: LineRange | undefined;
  /** What the user has chosen, and the text that it is about. */
  chosen: readonly ChosenPlace[];
  asked?: string | undefined;
}

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
  const items = there.map((path) => ({ label: visibleText(path), path }));
  const item = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Apply to File'),
    placeHolder: vscode.l10n.t('The reply names several files for this code block.'),
  });
  return item?.path ?? { kind: 'cancelled' };
}

/** The files that a block names, or else the only one that it can be for. */
async function targetsOf(block: ReplyBlock, context: PlanContext): Promise<Target[] | Planned> {
  const targets: Target[] = [];
  const names = blockPaths(block);
  const cell = names.length === 0 ? cellTarget(context.turns) : undefined;
  if (cell !== undefined) {
    return [cell];
  }
  const sole = names.length === 0 ? soleFile(context.turns)?.path : undefined;
  for (const name of sole === undefined ? names.slice(0, 50) : [sole]) {
    const found = await filesNamed(name);
    if (found.kind === 'refused') {
      const text = pathRefusalWords(found.reason, notificationText(name));
      return { kind: 'refused', text };
    }
    const uris = found.kind === 'files' ? found.uris : [];
    const uri = uris.length > 1 ? await chooseNamed(uris, name, context) : uris[0];
    if (uris.length > 1 && uri === undefined) {
      return context.mayAsk
        ? { kind: 'cancelled' }
        : {
            kind: 'refused',
            text: vscode.l10n.t('Several files are called {0}.', notificationText(name)),
          };
    }
    const target = uri && (await targetAt(uri, name));
    if (typeof target === 'string') {
      return { kind: 'refused', text: target, uri };
    }
    targets.push(...(target === undefined ? [] : [target]));
  }
  return targets;
}

/** The cell of an open notebook, if it is all that the message has attached and its code is as it was. */
function cellTarget(turns: readonly Turn[]): Target | undefined {
  const [item, other] = turns.at(-1)?.user.context ?? [];
  if (item?.kind !== 'cell' || other !== undefined) {
    return undefined;
  }
  const cell = vscode.workspace.notebookDocuments
    .filter(({ uri }) => relativePath(uri) === item.path)
    .flatMap((notebook) => notebook.getCells())
    .find(({ index, document }) => item.name === `${index + 1}` && isIn(document, item.text));
  return (
    cell && {
      alias: `cell.${cellEnds[cell.document.languageId] ?? 'txt'}`,
      file: { document: cell.document, name: `${item.path} [${cell.index + 1}]` },
      chosen: [],
    }
  );
}

/** Whether the code of a cell is in what was attached of it, which may have its output as well. */
function isIn(document: vscode.TextDocument, text: string): boolean {
  const code = document.getText().replaceAll('\r\n', '\n').trim();
  return code !== '' && text.replaceAll('\r\n', '\n').includes(code);
}

/** The ends of names of files, by which the syntax of code is known. */
const cellEnds: Readonly<Record<string, string>> = {
  javascript: 'js',
  python: 'py',
  ruby: 'rb',
  rust: 'rs',
  typescript: 'ts',
};

/** The files that a path means, editors without a file included. */
async function filesNamed(name: string): ReturnType<typeof resolvePath> {
  const untitled = vscode.workspace.textDocuments.find(
    ({ uri, isUntitled }) => isUntitled && relativePath(uri) === name,
  );
  return untitled === undefined ? resolvePath(name) : { kind: 'files', uris: [untitled.uri] };
}

async function chooseNamed(
  uris: readonly vscode.Uri[],
  name: string,
  { mayAsk, turns }: PlanContext,
): Promise<vscode.Uri | undefined> {
  const attached = new Set(attachedFiles(turns).map(({ path }) => path));
  const known = uris.filter((uri) => attached.has(relativePath(uri)));
  if (known.length === 1) {
    return known[0];
  }
  return mayAsk
    ? chooseFile(uris, vscode.l10n.t('Several files are called {0}.', visibleText(name)))
    : undefined;
}

async function targetAt(uri: vscode.Uri, alias: string): Promise<Target | string> {
  const file = await openTarget(uri);
  return typeof file === 'string' ? file : { alias, file, chosen: [] };
}

function blockFile(target: Target, { turns, proposed }: PlanContext): BlockFile {
  const { alias, file, asked } = target;
  const { document } = file;
  const path = relativePath(document.uri);
  const attached = attachedFiles(turns).find((one) => one.path === path);
  const text = proposed(document.uri) ?? document.getText();
  const known = seenText(attached, text);
  // A choice says nothing about another text.
  const isAsked = asked === (known.seen ?? text);
  const { within = known.within, chosen } = isAsked ? target : { chosen: [] };
  return { path: alias, text, seen: known.seen, within, chosen };
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
      : vscode.l10n.t('The reply names {0}, which is not in this workspace.', visibleText(alias)),
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
  targets.push(target);
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
  return notificationText(name ?? '');
}

/** The changes of plans that leave nothing open. Asks before a file is changed that a change may damage. */
async function changesOf(
  plans: readonly FilePlan[],
  targets: readonly Target[],
  { proposed }: PlanContext,
): Promise<Planned> {
  const changes: FileChange[] = [];
  const already: string[] = [];
  for (const plan of plans) {
    const target = targets.find(({ alias }) => alias === plan.path);
    if (plan.kind === 'create') {
      const uri = await choosePlaceOfNewFile(plan.path);
      if (uri === undefined) {
        return { kind: 'cancelled' };
      }
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
        changes.push({ ...change, kind: 'change', text: spliced(text, plan.splices) });
      }
    }
  }
  return { kind: 'changes', changes, already };
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
  const shown = notificationText(name);
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

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContactRecorder } from '../../launch/vscode/contactRecorder.ts';
import type { VSCode } from '../../launch/vscode/findVSCode.ts';
import { createHostRunner, type HostRunner } from '../../launch/vscode/hostRunner.ts';
import { createLogRecorder, type LogLine } from '../../launch/vscode/logRecorder.ts';
import type { Workbench } from '../../launch/vscode/openWorkbench.ts';
import { makeRestartable } from '../../launch/vscode/restartableParley.ts';
import { openTestWorkbench } from '../../launch/vscode/testWorkbench.ts';
import { assertNothingLeaked } from './canary.ts';
import { recordPageErrors } from './pageErrors.ts';
import { type ParleyPage, shownParley } from './parleyPage.ts';
import { viewport, writeWorkspace, type WindowContent } from './windowContent.ts';

/** How a window differs from a calm one on the sample workspace, which it trusts. */
export interface WindowKind {
  /** The VS Code of all tests where not given. */
  readonly vscode: VSCode;
  /** Changes the workspace in `folder`, and gives the path to open in place of it. */
  readonly opens: (folder: string) => Promise<string>;
  readonly workspaceTrust: boolean;
  /** Whether VS Code has its AI features and side bars as it is installed. */
  readonly isStock: boolean;
  /** Whether Parley runs in the page, where its log cannot be recorded. */
  readonly isInPage: boolean;
  /** Folders of further extensions. */
  readonly extensions: readonly string[];
  /** Further JSON files beside the user's settings, by name. */
  readonly userFiles: Readonly<Record<string, unknown>>;
  /**
   * Whether the extension of VS Code's own chat runs. It contacts GitHub and Microsoft from the same process,
   * so that only what is contacted on this computer is checked.
   */
  readonly runsBuiltInChat: boolean;
}

/** A window that has the packaged Parley, which shows itself. */
export interface OpenWindow extends Workbench, ParleyPage, Pick<HostRunner, 'run' | 'runCommand'> {
  /** The folder of the sample. */
  readonly workspaceFolder: string;
  /** What Parley's log was given so far; nothing where it is not recorded. */
  log(): Promise<readonly LogLine[]>;
  /** Throws where the window has left or contacted what it must not, or its pages had errors. */
  assertClean(): Promise<void>;
}

/** Whether Parley can be stopped and started: without a package, its files are those of the project. */
export const isRestartable = process.env['PARLEY_VSIX'] !== undefined;

/** What VS Code says of a row under the mouse would cover the next one, sooner or later. */
const noHovers = {
  'workbench.hover.delay': 1_000_000_000,
  'workbench.hover.reducedDelay': 1_000_000_000,
};

/** Opens a window of a kind with this content. */
export async function openWindow(
  {
    vscode,
    opens,
    workspaceTrust = false,
    isStock,
    isInPage = false,
    extensions = [],
    userFiles,
    runsBuiltInChat = false,
  }: Partial<WindowKind>,
  content: WindowContent,
): Promise<OpenWindow> {
  const workspaceFolder = await mkdtemp(join(tmpdir(), 'parley-workspace-'));
  await writeWorkspace(workspaceFolder, content);
  const recorder = await createContactRecorder();
  const hostRunner = await createHostRunner();
  const logRecorder = await createLogRecorder();
  const isLogRecorded = !isInPage && isRestartable;
  const workbench = await openTestWorkbench({
    workspaceFolder: (await opens?.(workspaceFolder)) ?? workspaceFolder,
    ...(vscode && { vscode }),
    workspaceTrust,
    isStock,
    // A user sees what moves: in some windows it does.
    isStill: isStock !== true,
    linkedExtensions: [recorder.extensionFolder, hostRunner.extensionFolder, ...extensions],
    onInstalled: isLogRecorded
      ? async (folder) => {
          await logRecorder.record(folder);
          await makeRestartable(folder);
        }
      : undefined,
    userSettings: { ...noHovers, ...content.settings },
    ...(userFiles && { userFiles }),
    viewport,
  });
  const { page, dataFolder } = workbench;
  const pageErrors = recordPageErrors(page.context());
  const log = async () => (isLogRecorded ? logRecorder.lines() : []);
  return {
    ...workbench,
    // Parley shows itself the first time that it is there.
    ...(await shownParley(page)),
    run: hostRunner.run,
    runCommand: hostRunner.runCommand,
    workspaceFolder,
    settingsWith: (settings) => workbench.settingsWith({ ...noHovers, ...settings }),
    log,
    async assertClean() {
      const contacts = (await recorder.contacts()).filter(
        (contact) => !runsBuiltInChat || contact.includes('127.0.0.1'),
      );
      await assertNothingLeaked({ page, dataFolder, contacts, log: await log() });
      assert.deepEqual(pageErrors, []);
    },
    async close() {
      await workbench.close();
      await recorder.dispose();
      await hostRunner.dispose();
      await logRecorder.dispose();
      await rm(workspaceFolder, { recursive: true, force: true });
    },
  };
}

import * as vscode from 'vscode';
import type { Diagnosis, DiagnosisAction } from '../../shared/diagnosis/diagnosis.ts';
import {
  type DiagnosisPageToHost,
  type HostToDiagnosisPage,
  isDiagnosisPageToHost,
} from '../../shared/diagnosis/protocol.ts';
import { messageOf } from '../base/errorMessage.ts';
import { showPage } from '../base/webviewPage.ts';
import type { Connection } from '../connections/connection.ts';
import type { Target } from '../connections/target.ts';
import { diagnose, type RunningDiagnosis } from '../diagnosis/diagnose.ts';
import { diagnosisReport } from '../diagnosis/diagnosisReport.ts';
import type { DiagnosisServices } from '../diagnosis/diagnosisServices.ts';

/** What a tab with a diagnosis uses of the rest of Parley: functions and data only, since it is in a bundle of its own. */
export interface DiagnosisTabServices {
  readonly extensionUri: vscode.Uri;
  readonly diagnosis: DiagnosisServices;
  /** The saved connection with this ID as it is now, with the model that is diagnosed; undefined if there is none. */
  readonly saved: (connectionId: string) => Target | undefined;
  /** Carries out what the user can do about a finding. Gives a sentence about what was done, if it cannot be seen. */
  readonly act: (action: DiagnosisAction, connection: Connection) => Promise<string | undefined>;
}

/** What VS Code shows the page in. */
export type TabPanel = Pick<vscode.WebviewPanel, 'webview' | 'reveal' | 'onDidDispose' | 'dispose'>;

/** One editor tab with the diagnosis of one connection. Closing it ends all its work. */
export class DiagnosisTab implements vscode.Disposable {
  readonly #services: DiagnosisTabServices;
  readonly #tab: TabPanel;
  #target: Target | undefined;
  #apiKey: string | undefined;
  /** Counts the runs. What comes of an earlier run is not shown. */
  #run = 0;
  #work = new AbortController();
  #running: RunningDiagnosis | undefined;
  #diagnosis: Diagnosis | undefined;
  #isClosed = false;

  constructor(services: DiagnosisTabServices, tab: TabPanel, onClosed: () => void) {
    this.#services = services;
    this.#tab = tab;
    this.#tab.webview.onDidReceiveMessage(async (message: unknown) => {
      if (isDiagnosisPageToHost(message)) {
        await this.#receive(message).catch((error: unknown) => this.#say(messageOf(error), true));
      }
    });
    this.#tab.onDidDispose(() => {
      this.#isClosed = true;
      this.#work.abort();
      onClosed();
    });
    showPage(this.#tab.webview, services.extensionUri, 'diagnosis');
  }

  /** Brings the tab to the front and diagnoses `target`, unless a diagnosis is running. */
  open(target: Target, apiKey: string | undefined): void {
    this.#tab.reveal();
    if (this.#diagnosis?.isRunning !== true) {
      this.#target = target;
      this.#apiKey = apiKey;
      this.#start(target);
    }
  }

  dispose(): void {
    this.#tab.dispose();
  }

  async #receive(message: DiagnosisPageToHost): Promise<void> {
    switch (message.kind) {
      case 'ready':
        return this.#show();
      case 'runAgain':
        return this.#runAgain();
      case 'stop':
        return this.#work.abort();
      case 'askForReply':
        return this.#running?.askForReply();
      case 'copyReport':
        return this.#copyReport();
      case 'showLog':
        await vscode.commands.executeCommand('parley.showLog');
        return;
      case 'act':
        return this.#act(message.action);
    }
  }

  #start(target: Target): void {
    this.#work.abort();
    this.#work = new AbortController();
    this.#run += 1;
    const run = this.#run;
    const { diagnosis } = this.#services;
    const apiKey = this.#apiKey;
    const services =
      apiKey === undefined
        ? diagnosis
        : { ...diagnosis, clients: async (of: Connection) => diagnosis.clients(of, apiKey) };
    this.#running = diagnose(
      target,
      services,
      (changed) => {
        if (run === this.#run) {
          this.#diagnosis = changed;
          this.#show();
        }
      },
      this.#work.signal,
    );
  }

  #runAgain(): void {
    const before = this.#target;
    if (before === undefined || this.#diagnosis?.isRunning === true) {
      return;
    }
    const saved = this.#services.saved(before.connection.id);
    if (saved !== undefined) {
      this.#apiKey = undefined;
    }
    this.#target = saved ?? before;
    this.#start(this.#target);
  }

  async #copyReport(): Promise<void> {
    if (this.#diagnosis !== undefined) {
      await vscode.env.clipboard.writeText(diagnosisReport(this.#diagnosis));
      this.#say(vscode.l10n.t('The report was copied. Known API keys are masked.'));
    }
  }

  /** Carries out an action that the page offers: a webview is not trusted to name another one. */
  async #act(action: DiagnosisAction): Promise<void> {
    const isOffered = this.#diagnosis?.findings.some((finding) => finding.action === action);
    const { connection } = this.#target ?? {};
    if (isOffered === true && connection !== undefined) {
      const said = await this.#services.act(action, connection);
      if (said !== undefined) {
        this.#say(said);
      }
    }
  }

  #show(): void {
    if (this.#diagnosis !== undefined) {
      this.#post({ kind: 'diagnosis', run: this.#run, diagnosis: this.#diagnosis });
    }
  }

  #say(text: string, isProblem = false): void {
    this.#post({ kind: 'said', text, isProblem });
  }

  #post(message: HostToDiagnosisPage): void {
    if (!this.#isClosed) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a webview, not a window
      void this.#tab.webview.postMessage(message);
    }
  }
}

import * as vscode from 'vscode';
import { notificationText } from '../base/safeText.ts';
import type { Connection } from '../connections/connection.ts';
import type { Target } from '../connections/target.ts';
import { diagnose, type RunningDiagnosis } from './diagnose.ts';
import type { Diagnosis, DiagnosisAction } from './diagnosis.ts';
import { diagnosisScheme, type DiagnosisServices } from './diagnosisServices.ts';
import {
  buttonLabels,
  type DiagnosisButton,
  diagnosisText,
  firstTrouble,
} from './diagnosisText.ts';

/** What diagnoses use of the rest of Parley. */
export interface DiagnosesServices {
  readonly diagnosis: DiagnosisServices;
  /** The saved connection with this ID as it is now, with the model that is diagnosed; undefined if there is none. */
  readonly saved: (connectionId: string) => Target | undefined;
  /** Carries out what the user can do about a finding. Gives a sentence about what was done, if it cannot be seen. */
  readonly act: (action: DiagnosisAction, connection: Connection) => Promise<string | undefined>;
  /** The text of this document has changed. */
  readonly onChange: (uri: vscode.Uri) => void;
}

/** A diagnosis that was started. */
interface Run {
  readonly target: Target;
  readonly apiKey: string | undefined;
  readonly work: AbortController;
  running?: RunningDiagnosis;
  diagnosis?: Diagnosis;
}

/** How long the status bar says what became of a button, in milliseconds. */
const saidMs = 5000;

/** The diagnoses, each in a read-only document with the ID of its connection. Closing it ends all its work. */
class Diagnoses implements vscode.Disposable {
  readonly #services: DiagnosesServices;
  readonly #runs = new Map<string, Run>();
  readonly #lensesChanged = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;

  constructor(services: DiagnosesServices) {
    this.#services = services;
    this.#subscription = vscode.Disposable.from(
      this.#lensesChanged,
      vscode.languages.registerCodeLensProvider(
        { scheme: diagnosisScheme },
        {
          onDidChangeCodeLenses: this.#lensesChanged.event,
          provideCodeLenses: ({ uri }) => this.#lenses(uri.query),
        },
      ),
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => this.#end(closed)),
    );
  }

  /**
   * Shows the document of a connection and diagnoses it, unless that is happening already. `apiKey` is the key of a
   * connection that is not saved yet.
   */
  async open(target: Target, apiKey?: string): Promise<void> {
    const { id } = target.connection;
    const run = this.#runs.get(id);
    if (run === undefined || run.diagnosis?.isRunning === false) {
      this.#start(target, apiKey);
    }
    await this.#show(id);
  }

  /** Diagnoses a connection, which need not be saved, without showing its document. */
  async check(target: Target): Promise<Diagnosis> {
    return this.#start(target, undefined, true).ended;
  }

  /** The text of a document; empty if nothing was diagnosed in it since VS Code was started. */
  text({ query }: vscode.Uri): string {
    const diagnosis = this.#runs.get(query)?.diagnosis;
    return diagnosis === undefined ? '' : diagnosisText(diagnosis).text;
  }

  /** Presses a button of the diagnosis of a connection, or shows it; does nothing if the button is not shown. */
  async press(connectionId: string, button: string): Promise<void> {
    if (button === 'showReport') {
      return this.#show(connectionId);
    }
    const run = this.#runs.get(connectionId);
    const shown = buttonsOf(run).find(({ id }) => id === button)?.id;
    if (shown === 'runAgain') {
      const saved = this.#services.saved(connectionId);
      const target = saved ?? run?.target;
      if (target !== undefined) {
        this.#start(target, saved === undefined ? run?.apiKey : undefined);
      }
    } else if (run !== undefined && shown !== undefined) {
      const said = await this.#carryOut(shown, run);
      if (said !== undefined) {
        vscode.window.setStatusBarMessage(said, saidMs);
      }
    }
  }

  dispose(): void {
    this.#subscription.dispose();
    for (const { work } of this.#runs.values()) {
      work.abort();
    }
  }

  #start(target: Target, apiKey: string | undefined, isQuiet = false): RunningDiagnosis {
    const { id } = target.connection;
    const { diagnosis, onChange } = this.#services;
    this.#runs.get(id)?.work.abort();
    const run: Run = { target, apiKey, work: new AbortController() };
    this.#runs.set(id, run);
    const services =
      apiKey === undefined
        ? diagnosis
        : { ...diagnosis, clients: async (of: Connection) => diagnosis.clients(of, apiKey) };
    const show = (changed: Diagnosis): void => {
      run.diagnosis = changed;
      if (this.#runs.get(id) === run) {
        onChange(uriOf(id));
        this.#lensesChanged.fire();
      }
    };
    run.running = diagnose(target, services, show, run.work.signal);
    void run.running.ended.then(async () => isQuiet || this.#sayProblem(run));
    return run.running;
  }

  async #show(id: string): Promise<void> {
    await vscode.window.showTextDocument(uriOf(id), { preview: false });
    // VS Code misses what has changed before the document was open.
    this.#services.onChange(uriOf(id));
  }

  async #carryOut(
    button: Exclude<DiagnosisButton, 'runAgain'>,
    run: Run,
  ): Promise<string | undefined> {
    const { connection } = run.target;
    switch (button) {
      case 'stop':
        run.work.abort();
        return undefined;
      case 'askForReply':
        await run.running?.askForReply();
        void this.#sayProblem(run);
        return undefined;
      case 'copyReport':
        await vscode.env.clipboard.writeText(this.text(uriOf(connection.id)));
        return vscode.l10n.t('The report was copied. Known API keys are masked.');
      case 'showLog':
        await vscode.commands.executeCommand('parley.showLog');
        return undefined;
      default:
        return this.#services.act(button, connection);
    }
  }

  /** Says a problem in a notification as well: a screen reader hears it, and its button is reached by keyboard. */
  async #sayProblem({ target, diagnosis }: Run): Promise<void> {
    const { status, title = '', action } = (diagnosis && firstTrouble(diagnosis)) ?? {};
    if (status === 'problem' && diagnosis?.isStopped !== true) {
      const labels = action === undefined ? [] : [buttonLabels[action]()];
      const chosen = await vscode.window.showWarningMessage(notificationText(title), ...labels);
      if (chosen !== undefined && action !== undefined) {
        await this.press(target.connection.id, action);
      }
    }
  }

  #lenses(connectionId: string): vscode.CodeLens[] {
    return buttonsOf(this.#runs.get(connectionId)).map(({ line, id }) => {
      const place = new vscode.Range(line, 0, line, 0);
      return new vscode.CodeLens(place, {
        title: buttonLabels[id](),
        command: 'parley.diagnoseConnection',
        arguments: [connectionId, id],
      });
    });
  }

  /** Ends the diagnoses whose last tab was closed. */
  #end(closed: readonly vscode.Tab[]): void {
    const open = new Set(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(connectionOf)));
    for (const id of closed.map(connectionOf)) {
      if (id !== undefined && !open.has(id)) {
        this.#runs.get(id)?.work.abort();
        this.#runs.delete(id);
      }
    }
  }
}

/** The whole of diagnosing, for a bundle of its own. */
export function createDiagnoses(services: DiagnosesServices): Diagnoses {
  return new Diagnoses(services);
}

function uriOf(connectionId: string): vscode.Uri {
  const path = `/${vscode.l10n.t('Connection Diagnosis')}.md`;
  return vscode.Uri.from({ scheme: diagnosisScheme, path, query: connectionId });
}

/** The ID of the connection whose diagnosis a tab shows. */
function connectionOf({ input }: vscode.Tab): string | undefined {
  return input instanceof vscode.TabInputText && input.uri.scheme === diagnosisScheme
    ? input.uri.query
    : undefined;
}

/** The buttons that are shown. Where VS Code has restored a document, nothing was diagnosed yet. */
function buttonsOf(run: Run | undefined): ReturnType<typeof diagnosisText>['buttons'] {
  return run?.diagnosis === undefined
    ? [{ line: 0, id: 'runAgain' }]
    : diagnosisText(run.diagnosis).buttons;
}

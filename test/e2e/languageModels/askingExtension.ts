import { mkdir, mkdtemp, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../../launch/vscode/vscodeServer.ts';
import { writeExtension } from '../../launch/vscode/writeExtension.ts';
import { until } from '../../support/until.ts';

/** What a test has the extension do with the models of Parley. */
type Task =
  | { readonly do: 'list' }
  | {
      readonly do: 'ask';
      /** The id of a model that the extension has seen at some time. */
      readonly model: string;
      readonly text: string;
      /** The name of a tool without parameters that may be called. */
      readonly tool?: string;
      /** Whether it cancels at the first part of the reply. */
      readonly cancels?: boolean;
    };

/** A model as an extension sees it. */
interface SeenModel {
  readonly id: string;
  readonly name: string;
  readonly vendor: string;
  readonly family: string;
  readonly maxInputTokens: number;
  /** Of the text “Hello”. */
  readonly tokens: number;
}

/** What came of a task. */
interface Outcome {
  readonly models?: readonly SeenModel[];
  readonly texts?: readonly string[];
  readonly calls?: readonly { readonly name: string; readonly input: unknown }[];
  /** The ids of these calls. */
  readonly callIds?: readonly string[];
  /** When it cancelled, as Unix time in milliseconds. */
  readonly cancelledAt?: number;
  readonly error?: {
    readonly isLanguageModelError: boolean;
    readonly code: string;
    readonly message: string;
  };
}

/** Another extension that uses `vscode.lm`. */
export interface AskingExtension {
  /** An extension that is to be linked into the window. */
  readonly extensionFolder: string;
  carryOut(task: Task): Promise<Outcome>;
  dispose(): Promise<void>;
}

/** The id by which Parley can know it. */
export const askingExtensionId = 'parley-chat.parley-asking';

/** Takes tasks from one folder and writes what came of them into another one. */
const program = `const vscode = require('vscode');
const { readdirSync, readFileSync, renameSync, watch, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const seen = new Map();

async function list() {
  const found = await vscode.lm.selectChatModels({ vendor: 'parley' });
  const models = [];
  for (const model of found) {
    const { id, name, vendor, family, maxInputTokens } = model;
    seen.set(id, model);
    const tokens = await model.countTokens('Hello');
    models.push({ id, name, vendor, family, maxInputTokens, tokens });
  }
  return { models };
}

async function ask({ model, text, tool, cancels }) {
  const source = new vscode.CancellationTokenSource();
  const outcome = { texts: [], calls: [], callIds: [] };
  const tools = tool && [{ name: tool, description: 'A tool', inputSchema: { type: 'object' } }];
  try {
    const messages = [vscode.LanguageModelChatMessage.User(text)];
    const response = await seen.get(model).sendRequest(messages, { tools }, source.token);
    for await (const part of response.stream) {
      if (part instanceof vscode.LanguageModelTextPart) {
        outcome.texts.push(part.value);
      } else if (part instanceof vscode.LanguageModelToolCallPart) {
        outcome.calls.push({ name: part.name, input: part.input });
        outcome.callIds.push(part.callId);
      }
      if (cancels && outcome.cancelledAt === undefined) {
        outcome.cancelledAt = Date.now();
        source.cancel();
      }
    }
  } catch (error) {
    const isLanguageModelError = error instanceof vscode.LanguageModelError;
    outcome.error = { isLanguageModelError, code: error.code, message: error.message };
  }
  return outcome;
}

exports.activate = () => {
  const taken = new Set();
  const take = () => {
    for (const name of readdirSync(join(__dirname, 'tasks'))) {
      if (name.endsWith('.json') && !taken.has(name)) {
        taken.add(name);
        void carryOut(name);
      }
    }
  };
  watch(join(__dirname, 'tasks'), take);
  take();
};

async function carryOut(name) {
  const task = JSON.parse(readFileSync(join(__dirname, 'tasks', name), 'utf8'));
  const outcome = await (task.do === 'list' ? list() : ask(task));
  const path = join(__dirname, 'outcomes', name);
  writeFileSync(path + '.part', JSON.stringify(outcome));
  renameSync(path + '.part', path);
}
`;

/** Writes the extension into a folder of its own. */
export async function createAskingExtension(): Promise<AskingExtension> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-asking-'));
  await writeExtension(folder, {
    name: 'parley-asking',
    displayName: 'Parley Asking',
    description: 'Uses the language models of Parley as any extension can. Only used by tests.',
    activationEvents: ['onStartupFinished'],
    program,
  });
  await mkdir(join(folder, 'tasks'));
  await mkdir(join(folder, 'outcomes'));
  let count = 0;
  return {
    extensionFolder: folder,
    async carryOut(task) {
      count += 1;
      const path = join(folder, 'tasks', `${count}.json`);
      await writeFile(`${path}.part`, JSON.stringify(task));
      // Named when it is whole, so that the extension never reads half of it.
      await rename(`${path}.part`, path);
      const outcome = await until(`the extension has carried out: ${task.do}`, async () =>
        readFile(join(folder, 'outcomes', `${count}.json`), 'utf8').catch(() => undefined),
      );
      return JSON.parse(outcome) as Outcome;
    },
    dispose: () => removeFolder(folder),
  };
}

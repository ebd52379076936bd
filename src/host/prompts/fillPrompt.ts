import * as vscode from 'vscode';
import { contextPlace } from '../../conversation/request/contextLabel.ts';
import { fileReferencesIn } from '../../promptFiles/fileReferences.ts';
import type { PromptFile } from '../../promptFiles/promptFile.ts';
import {
  type ContextVariable,
  contextVariables,
  fillIn,
  textVariables,
} from '../../promptFiles/variables.ts';
import type { ContextItem } from '../../shared/conversation/conversation.ts';
import { isOneOf } from '../../shared/guards.ts';
import { formatNumber } from '../../shared/language.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { inputMessageText } from '../base/safeText.ts';
import { askInput } from '../base/inputs/quickInput.ts';
import type { PickedContext } from '../context/contextSource.ts';
import type { AddedContext } from '../context/registry/contextRegistry.ts';
import type { Contexts } from '../context/registry/contexts.ts';
import { selectedItems, textValue } from './promptEditor.ts';

/** What reads the things that are attached. Each may ask the user, and gives undefined if the user cancels. */
export interface PromptContexts {
  readonly attach: (picked: PickedContext) => Promise<AddedContext | undefined>;
  readonly addFile: (uri: vscode.Uri) => Promise<AddedContext | undefined>;
  /** What a source of "Add to Chat" has; `missing` if there is no such source, or it has nothing now. */
  readonly pick: (name: string) => Promise<AddedContext | 'missing' | undefined>;
}

/** The same of what can be attached to messages. */
export function promptContexts(contexts: Contexts): PromptContexts {
  return {
    attach: async (picked) => (await contexts()).attach(picked),
    addFile: async (uri) => (await contexts()).add([uri], true),
    async pick(name) {
      const registry = await contexts();
      const isOffered = registry.offered().some((source) => source.name === name);
      return isOffered ? registry.pick(name) : 'missing';
    },
  };
}

/** A prompt as it is put into the input box. */
interface FilledPrompt {
  readonly text: string;
  readonly items: readonly ContextItem[];
  /** A sentence for each variable that could not be filled in, and for what stays text. */
  readonly problems: readonly string[];
}

/** More inputs are not asked: nobody would answer them. */
const maxInputs = 20;

/** The sources of “Add to Chat” by their names. */
const sources = { clipboard: 'clipboard', problems: 'problems', diff: 'changes' } as const;

const isText = isOneOf(...textVariables);
const isContext = isOneOf(...contextVariables);

/**
 * Asks for the inputs of a prompt, reads what its variables stand for, and fills them in. What has no value stays as
 * it is written. Undefined if the user cancels.
 */
export async function fillPrompt(
  title: string,
  { body, variables }: PromptFile,
  editor: vscode.TextEditor | undefined,
  contexts: PromptContexts,
): Promise<FilledPrompt | undefined> {
  const inputs = await askInputs(title, variables);
  if (inputs === undefined) {
    return undefined;
  }
  const items: ContextItem[] = [];
  const problems: string[] = [];
  const names = new Map<string, string>();
  for (const name of new Set(variables.map((use) => use.name).filter(isContext))) {
    const found = await readContext(name, editor, contexts);
    if (found === undefined) {
      return undefined;
    }
    problems.push(...found.problems);
    if (found.items.length > 0) {
      items.push(...found.items);
      names.set(name, found.items.map((item) => itemName(item, name)).join(', '));
    }
  }
  const text = fillIn(body, variables, ({ name, input }) => {
    if (input !== undefined) {
      return inputs.get(input);
    }
    return isText(name) ? textValue(name, editor) : names.get(name);
  });
  const missing = [...new Set(variables.map((use) => use.name).filter(isText))].filter(
    (name) => textValue(name, editor) === undefined,
  );
  return {
    text: text.trim(),
    items,
    problems: [...problems, ...missing.map(noValue), ...notFollowed(body)],
  };
}

/** No more references to files are named. */
const maxNamed = 3;

/** Says that references to files stay text, with the first of them. */
function notFollowed(body: string): readonly string[] {
  const names = [...new Set(fileReferencesIn(body).map(({ path }) => visibleText(nameIn(path))))];
  const named = names.slice(0, maxNamed).join(', ');
  return names.length === 0
    ? []
    : [
        vscode.l10n.t(
          'Sent as text, without the files: {0}. Attach them with #.',
          names.length > maxNamed ? `${named} …` : named,
        ),
      ];
}

/** The name of the file or folder to which a reference leads. */
function nameIn(path: string): string {
  const parts = path.replace(/^#file:/, '').split(/[/\\]/);
  return parts.findLast((part) => part !== '') ?? path;
}

type Uses = PromptFile['variables'];

/** Asks for each input once. Undefined if the user closes one of the input boxes. */
async function askInputs(
  title: string,
  variables: Uses,
): Promise<ReadonlyMap<string, string> | undefined> {
  const wanted = new Map<string, string | undefined>();
  for (const { input, placeholder } of variables) {
    if (input !== undefined && (wanted.has(input) || wanted.size < maxInputs)) {
      wanted.set(input, wanted.get(input) ?? placeholder);
    }
  }
  const values = new Map<string, string>();
  for (const [name, placeholder] of wanted) {
    const count = vscode.l10n.t(
      '{0} ({1}/{2})',
      title,
      formatNumber(values.size + 1),
      formatNumber(wanted.size),
    );
    const value = await askInput({
      title: wanted.size > 1 ? count : title,
      prompt: vscode.l10n.t('Enter “{0}”. Nothing is sent yet.', inputMessageText(name)),
      ...(placeholder !== undefined && { placeholder: visibleText(placeholder) }),
      check: async (typed) => ({ result: typed }),
    });
    if (value === undefined) {
      return undefined;
    }
    values.set(name, value);
  }
  return values;
}

/** Reads what is attached for a variable. Undefined if the user cancels. */
async function readContext(
  name: ContextVariable,
  editor: vscode.TextEditor | undefined,
  contexts: PromptContexts,
): Promise<AddedContext | undefined> {
  switch (name) {
    case 'selection':
    case 'selectedText': {
      const items = editor === undefined ? [] : selectedItems(editor);
      return items.length === 0
        ? without(vscode.l10n.t('Nothing is selected. {0} was left as it is.', written(name)))
        : contexts.attach({ items });
    }
    case 'file':
      return editor === undefined ? without(noValue(name)) : contexts.addFile(editor.document.uri);
    case 'clipboard':
    case 'problems':
    case 'diff': {
      const picked = await contexts.pick(sources[name]);
      return picked === 'missing' ? without(nothingFor(name)) : picked;
    }
  }
}

function without(problem: string): AddedContext {
  return { items: [], problems: [problem] };
}

function nothingFor(name: string): string {
  return vscode.l10n.t('There is nothing to attach for {0}. It was left as it is.', written(name));
}

function noValue(name: string): string {
  return vscode.l10n.t('No file is open. {0} was left as it is.', written(name));
}

function written(name: string): string {
  return `\${${name}}`;
}

/** What stands for an item in the text. It is sent, and so not translated. */
function itemName(item: ContextItem, variable: ContextVariable): string {
  return visibleText(variable === 'file' ? item.path : contextPlace(item));
}

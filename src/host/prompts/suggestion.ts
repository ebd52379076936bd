import * as vscode from 'vscode';
import type { PromptFile } from '../../promptFiles/promptFile.ts';
import { parameterLines } from '../../shared/service/parameterText.ts';
import { mergeParameters, parameterNames } from '../../shared/service/requestParameters.ts';
import { visibleText } from '../../shared/visibleText.ts';
import type { Chat } from '../chat/chat.ts';
import type { Connection } from '../connections/connection.ts';
import { allConnections } from '../connections/connectionSettings.ts';
import type { Models } from '../models/models.ts';

/** The model and the parameters that a prompt suggests for a chat that has others. */
export interface Suggestion {
  /** What the user is told. */
  readonly words: string;
  /** Missing if there is nothing that could be used: no model list has the model. */
  readonly use?: (() => Promise<void>) | undefined;
}

/** A longer parameter is cut in the sentence. In characters. */
const maxLine = 100;

type Wishes = Pick<PromptFile, 'models' | 'parameters'>;

/** Compares what a prompt suggests with what the chat has. Undefined if nothing differs. Sends no request. */
export function suggestionOf(
  name: string,
  wishes: Wishes,
  chat: Chat,
  models: Models,
): Suggestion | undefined {
  const parameters = newParameters(wishes, chat);
  const model = newModel(wishes, chat, models);
  const found = model?.found;
  const parts = [
    ...(found === undefined ? [] : [modelWords(found, chat)]),
    ...parameterLines(parameters).map((line) => visibleText(line.slice(0, maxLine))),
  ];
  const sentences = [
    ...(model === undefined || found !== undefined ? [] : [missingWords(name, model.wanted)]),
    ...(parts.length === 0 ? [] : [vscode.l10n.t('“{0}” suggests: {1}.', name, parts.join(', '))]),
  ];
  if (sentences.length === 0) {
    return undefined;
  }
  return {
    words: sentences.join(' '),
    ...(parts.length > 0 && {
      use: async () => {
        if (found !== undefined) {
          await chat.target.choose(found.connection.id, found.model);
        }
        const { parameters: own } = chat.session.conversation;
        chat.session.setParameters({ ...own, ...parameters });
      },
    }),
  };
}

/** The parameters that the chat would send otherwise. */
function newParameters({ parameters }: Wishes, { session, target }: Chat): Wishes['parameters'] {
  const sent = mergeParameters(
    target.current()?.connection.parameters,
    session.conversation.parameters,
  );
  return Object.fromEntries(
    parameterNames
      .filter((name) => parameters[name] !== undefined)
      .filter((name) => JSON.stringify(parameters[name]) !== JSON.stringify(sent[name]))
      .map((name) => [name, parameters[name]]),
  );
}

interface FoundModel {
  readonly connection: Connection;
  readonly model: string;
}

/** The first model of the prompt that a list has, or only its name. Undefined if the chat has one of them. */
function newModel(
  { models: wanted }: Wishes,
  { target }: Chat,
  { catalogue }: Models,
): { readonly wanted: string; readonly found?: FoundModel | undefined } | undefined {
  const [first] = wanted;
  const current = target.current();
  const isCurrent = (name: string): boolean =>
    current?.model !== undefined && isSame(current.model, name);
  if (first === undefined || wanted.some(isCurrent)) {
    return undefined;
  }
  const connections = allConnections().toSorted(
    (one, other) =>
      Number(other.id === current?.connection.id) - Number(one.id === current?.connection.id),
  );
  for (const name of wanted) {
    for (const connection of connections) {
      const listed = catalogue.peek(connection)?.models ?? [];
      const model = listed.find(({ id }) => isSame(id, name));
      if (model !== undefined) {
        const found = { connection, model: model.id };
        return isCurrent(model.id) ? undefined : { wanted: first, found };
      }
    }
  }
  // A list that is not known is not fetched: the user can try the model.
  const list = current && catalogue.peek(current.connection);
  const isUnknown = current !== undefined && (list === undefined || list.isMissing === true);
  return isUnknown && /^\S+$/.test(first)
    ? { wanted: first, found: { connection: current.connection, model: first } }
    : { wanted: first };
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-');
}

/** VS Code writes the vendor after the name, such as in "GPT-4o (copilot)". */
function isSame(id: string, wanted: string): boolean {
  const vendor = wanted.lastIndexOf(' (');
  const name = vendor > 0 && wanted.endsWith(')') ? wanted.slice(0, vendor) : wanted;
  return plain(id) === plain(wanted) || plain(id) === plain(name);
}

function modelWords({ connection, model }: FoundModel, { target }: Chat): string {
  return target.current()?.connection.id === connection.id
    ? visibleText(model)
    : vscode.l10n.t('{0} of {1}', visibleText(model), visibleText(connection.name));
}

function missingWords(name: string, model: string): string {
  return vscode.l10n.t(
    '“{0}” suggests the model {1}, which is in none of your model lists.',
    name,
    visibleText(model),
  );
}

import type * as vscode from 'vscode';
import { toolTurnField } from '../../conversation/request/sentReasoning.ts';
import { serviceAddress } from '../../service/serviceAddress.ts';
import {
  createToolNames,
  idFormFor,
  sentIds,
  type ToolNames,
} from '../../service/tools/toolNames.ts';
import {
  type CallForm,
  type HistoryMessage,
  toolMessages,
} from '../../service/tools/toolMessages.ts';
import { isRecord, type WireObject } from '../../shared/guards.ts';
import type { ChatCompletionRequest, OfferedTool } from '../../shared/service/chatCompletion.ts';
import {
  fieldNames,
  isOwnParameters,
  type OwnParameters,
  parameterProblem,
} from '../../shared/service/requestParameters.ts';
import { adjustmentsOf, requestFields } from '../chat/buildRequest.ts';
import type { ReadyTarget } from '../connections/target.ts';
import { listedModel } from '../models/models.ts';
import { type CallMemory, sentReasoning } from './callMemory.ts';
import { takesImages } from './offeredModels.ts';
import { createImageUrls, type ReadMessage, readMessages } from './readMessages.ts';
import type { LanguageModelServices } from './services.ts';

/** A request of another extension, as VS Code hands it over. */
export interface AskedRequest {
  readonly messages: readonly vscode.LanguageModelChatRequestMessage[];
  readonly options: vscode.ProvideLanguageModelChatResponseOptions;
}

/** The request to the service, and what its reply is read with. */
export interface PreparedRequest {
  readonly request: ChatCompletionRequest;
  readonly names: ToolNames;
  /** The IDs of all calls so far. */
  readonly callIds: ReadonlySet<string>;
  /** The parameters that the other extension has set. */
  readonly askedFields: readonly string[];
}

interface RequestServices extends Pick<LanguageModelServices, 'models' | 'adjustments' | 'log'> {
  readonly memory: CallMemory;
}

/** `vscode.LanguageModelChatToolMode.Required`. */
const requiredMode = 2;

/**
 * The request for a reply to another extension: its messages and tools, with the parameters of the connection. The
 * system prompt of the connection is not part of it, because the other extension has its own. Throws
 * `LanguageModelFailure`.
 */
export function prepareRequest(
  target: ReadyTarget,
  { messages, options }: AskedRequest,
  services: RequestServices,
): PreparedRequest {
  const { models, adjustments, log } = services;
  const read = readMessages(messages, {
    imageUrl: takesImages(target, services) ? createImageUrls() : () => undefined,
    onDropped: (kind) => log.warn(`A part of another extension's request was not sent: ${kind}`),
  });
  const tools = options.tools ?? [];
  const calls = read.flatMap((message) => message.calls);
  const names = createToolNames([...tools, ...calls].map(({ name }) => name));
  const asked = askedParameters(options.modelOptions);
  const { parameters, fields } = requestFields(target, asked, listedModel(target, models));
  const known = adjustments.of(target);
  return {
    request: {
      ...parameters,
      ...(Object.keys(fields).length === 0 ? {} : { fields }),
      ...adjustmentsOf(target.connection, { ...parameters, ...fields }, known),
      model: target.model,
      messages: wireMessages(read, target, names, services.memory),
      ...toolFields(tools, options.toolMode, names),
    },
    names,
    callIds: new Set(calls.map(({ id }) => id)),
    askedFields: Object.keys(asked),
  };
}

function wireMessages(
  read: readonly ReadMessage[],
  target: ReadyTarget,
  names: ToolNames,
  memory: CallMemory,
): ChatCompletionRequest['messages'] {
  const host = hostOf(target);
  const ids = sentIds(
    read.flatMap(({ calls }) => calls.map(({ id }) => id)),
    idFormFor(host, target.model),
    (id) => memory.of(id) !== undefined,
  );
  const form: CallForm = {
    sent({ id, name }) {
      const extra = memory.of(id)?.extras.get(id);
      return {
        id: ids.get(id) ?? id,
        name: names.sent(name),
        ...(extra === undefined ? {} : { extra_content: extra }),
      };
    },
  };
  return toolMessages(
    read.map((message) => withReasoning(message, target, memory)),
    form,
  );
}

/** The message with the reasoning that led to its calls, where the model reads it. */
function withReasoning(
  { thinking, ...message }: ReadMessage,
  { connection, model }: ReadyTarget,
  memory: CallMemory,
): HistoryMessage {
  const [call] = message.calls;
  if (call === undefined) {
    return message;
  }
  const rule = toolTurnField({ host: hostOf({ connection }), model });
  const remembered = memory.of(call.id) ?? { reasoning: thinking, extras: new Map() };
  const reasoning = sentReasoning(remembered, rule?.field);
  if (reasoning === undefined && rule?.isRequired === true) {
    // DeepSeek rejects an empty text as well.
    return { ...message, reasoning: { field: rule.field, value: ' ' } };
  }
  return reasoning === undefined ? message : { ...message, reasoning };
}

function hostOf({ connection }: Pick<ReadyTarget, 'connection'>): string {
  return new URL(serviceAddress(connection.baseUrl).origin).hostname;
}

/** The parameters that Parley knows and that can be sent. */
function askedParameters(
  modelOptions: vscode.ProvideLanguageModelChatResponseOptions['modelOptions'] = {},
): OwnParameters {
  const asked = Object.fromEntries(
    fieldNames
      .map((name): readonly [typeof name, unknown] => [name, modelOptions[name]])
      .filter(([name, value]) => isSet(value) && parameterProblem(name, value) === undefined),
  );
  return isOwnParameters(asked) ? asked : {};
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function toolFields(
  tools: readonly vscode.LanguageModelChatTool[],
  mode: number,
  names: ToolNames,
): Pick<ChatCompletionRequest, 'tools' | 'tool_choice'> {
  if (tools.length === 0) {
    return {};
  }
  const offered = tools.map(({ name, description, inputSchema }): OfferedTool => ({
    type: 'function',
    function: { name: names.sent(name), description, parameters: parametersOf(inputSchema) },
  }));
  return { tools: offered, ...(mode === requiredMode ? { tool_choice: 'required' } : {}) };
}

/** Services require the schema of an object, and OpenAI that it has properties. */
function parametersOf(schema: unknown): WireObject {
  return { type: 'object', properties: {}, ...(isRecord(schema) ? schema : {}) };
}

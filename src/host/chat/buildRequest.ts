import type { Connection } from '../connections/connection.ts';
import type { ReadyTarget, Target } from '../connections/target.ts';
import { isReplyOf } from '../../conversation/conversationState.ts';
import { buildMessages } from '../../conversation/request/prompt.ts';
import { type ImageUrl, imagesOf, isSent } from '../../conversation/request/sentImages.ts';
import { reasoningField } from '../../conversation/request/sentReasoning.ts';
import { serviceAddress } from '../../service/serviceAddress.ts';
import { streamOptions } from '../../service/http/request.ts';
import type { Conversation, Reply, Turn } from '../../shared/conversation/conversation.ts';
import { isRecord, type WireObject } from '../../shared/guards.ts';
import type {
  ChatCompletionRequest,
  Model,
  ReasoningField,
} from '../../shared/service/chatCompletion.ts';
import {
  addAdjustments,
  effectiveAdjustments,
  imagesField,
  type RequestAdjustment,
} from '../../shared/service/requestAdjustment.ts';
import {
  mergeParameters,
  type OwnParameters,
  type RequestParameters,
  fieldNames,
  type ParameterName,
} from '../../shared/service/requestParameters.ts';
import { schemaOf } from '../../shared/service/responseFormat.ts';
import {
  thinkingBody,
  thinkingFieldFor,
  type ThinkingModel,
  type ThinkingSupport,
  thinkingSupport,
} from '../../shared/service/thinking.ts';
import type { PanelTarget } from '../../shared/panel/panelState.ts';
import { type ModelParameters, supportsParameter } from '../../shared/models/modelParameters.ts';
import type { ListedModel } from '../models/modelCatalogue.ts';

/** What a request is made of beside what the user sees. */
interface RequestSources {
  readonly listed?: Model | undefined;
  readonly urlOf?: ImageUrl | undefined;
}

/**
 * The request for the reply of the last turn of a path; the only place where requests are built. System prompt
 * and parameters of the conversation take precedence over those of the connection. Adjustments that make no
 * difference are left out. `listed` is the model in the list of the service. `urlOf` gives the images as data URLs.
 */
export function buildRequest(
  path: readonly Turn[],
  target: ReadyTarget,
  { parameters: own, systemPrompt }: Pick<Conversation, 'parameters' | 'systemPrompt'>,
  adjustments: readonly RequestAdjustment[],
  { listed, urlOf = () => undefined }: RequestSources = {},
): ChatCompletionRequest {
  const { connection, model } = target;
  const { parameters, fields } = requestFields(target, own, listed);
  const prompt = systemPrompt ?? connection.systemPrompt;
  const all = imagesOf(path);
  const sent = adjustments.some(({ field: name }) => name === imagesField) ? 'asNotes' : urlOf;
  const images = all.filter((image) => isSent(image, sent));
  const messages = buildMessages(path, prompt, sentReasoningField(target, fields), sent);
  const adjustable = { ...parameters, ...fields, ...(all.length > 0 && { [imagesField]: all }) };
  return {
    ...parameters,
    ...(Object.keys(fields).length === 0 ? {} : { fields }),
    model,
    messages,
    ...(images.length === 0 ? {} : { images }),
    ...adjustmentsOf(connection, adjustable, adjustments),
  };
}

/** The parameters of a request and its further fields: a conversation's `own` take precedence. */
export function requestFields(
  target: ReadyTarget,
  own: OwnParameters | undefined,
  listed: Model | undefined,
): { readonly parameters: RequestParameters; readonly fields: WireObject } {
  const { connection } = target;
  const merged = mergeParameters(connection.parameters, own);
  const { thinkingEffort: effort, thinkingField, ...parameters } = merged;
  const field = thinkingField ?? thinkingFieldFor(thinkingModel(target, listed), effort);
  const thinking = effort === undefined ? {} : thinkingBody(field, effort);
  return { parameters, fields: furtherFields(connection, own?.fields, thinking) };
}

/** The schema that the reply to a request must fit; undefined if the request asks for no JSON. */
export function requestedSchema(
  { response_format, fields, adjustments = [] }: ChatCompletionRequest,
  { connection: { extraBody } }: ReadyTarget,
): WireObject | undefined {
  const set = { ...extraBody, ...fields, ...(response_format && { response_format }) };
  const format: unknown = set['response_format'];
  const isSent = adjustments.every(({ field }) => field !== 'response_format');
  return isSent ? schemaOf(format) : undefined;
}

/** What decides on how a target is asked for a thinking effort. */
export function thinkingModel(
  { connection, model }: ReadyTarget,
  listed: Model | undefined,
): ThinkingModel {
  return { host: hostOf(connection), model, ownedBy: listed?.owned_by };
}

/**
 * The fields of a chat and those of its thinking effort. An object of the effort is added to the one that the
 * user has set under the same name.
 */
function furtherFields(
  { extraBody }: Connection,
  own: WireObject = {},
  thinking: WireObject,
): WireObject {
  const set: WireObject = { ...extraBody, ...own };
  const added = Object.entries(thinking).map(([name, value]) => {
    const before = set[name];
    return [name, isRecord(before) && isRecord(value) ? { ...before, ...value } : value] as const;
  });
  return { ...own, ...Object.fromEntries(added) };
}

/**
 * The field in which the reasoning of earlier replies is sent to a target; undefined if it is not. `fields` are
 * those of the chat.
 */
export function sentReasoningField(
  { connection, model }: Target,
  fields: WireObject = {},
): ReasoningField | undefined {
  const extraBody = { ...connection.extraBody, ...fields };
  return reasoningField({ host: hostOf(connection), model: model ?? '', extraBody });
}

function hostOf({ baseUrl }: Connection): string {
  return new URL(serviceAddress(baseUrl).origin).hostname;
}

/** The field `adjustments` of a request with these fields: those that make a difference to it; missing if none does. */
export function adjustmentsOf(
  { extraBody, mode }: Connection,
  fields: WireObject,
  adjustments: readonly RequestAdjustment[],
): Pick<ChatCompletionRequest, 'adjustments'> {
  const body = { ...extraBody, ...fields };
  const effective = effectiveAdjustments(adjustments, {
    ...body,
    stream_options: streamOptions({ stream: mode !== 'standard', extraBody: body }),
  });
  return effective.length === 0 ? {} : { adjustments: effective };
}

/**
 * The adjustments of a request that is sent again: those of a failed `reply`, if connection and model are the
 * same, and `adjustment`.
 */
export function retryAdjustments(
  reply: Reply,
  target: ReadyTarget,
  adjustment: RequestAdjustment | undefined,
): readonly RequestAdjustment[] {
  const { status, model, changes: adjustments = [] } = reply;
  const isSame = isReplyOf(reply, target.connection) && model === target.model;
  const kept = isSame && status === 'failed' ? adjustments : [];
  // Another model may accept the field, so the adjustment is not remembered for it.
  const more =
    adjustment === undefined ? [] : [isSame ? adjustment : { ...adjustment, once: true }];
  return addAdjustments(kept, more);
}

/**
 * What is known of the parameters of a target: from its entry in the model list, and the `efforts` that the
 * service has named when it rejected another one.
 */
export function targetParameters(
  { connection, model }: Target,
  listed: ListedModel | undefined,
  efforts: readonly string[] | undefined,
): Pick<PanelTarget, 'thinking' | 'notListed' | 'maxOutputTokens'> {
  if (model === undefined) {
    return {};
  }
  const { parameters = {} } = listed ?? {};
  const support = thinkingSupport(thinkingModel({ connection, model }, listed));
  return {
    thinking: { ...support, efforts: efforts ?? listedEfforts(support, parameters) },
    notListed: notListed(parameters),
    maxOutputTokens: parameters.maxOutputTokens,
  };
}

/** The efforts of the list, if the field takes them by name. */
function listedEfforts(
  { field, efforts: known }: ThinkingSupport,
  { efforts = [] }: ModelParameters,
): readonly string[] {
  const takesNames = field === 'reasoning_effort' || field === 'reasoning';
  return takesNames && efforts.length > 0 ? efforts : known;
}

/** The parameters that a list which names some does not name; undefined if there are none. */
function notListed(stated: ModelParameters): readonly ParameterName[] | undefined {
  const isNotListed = (name: string) => supportsParameter(stated, name) === false;
  const missing: readonly ParameterName[] = [
    ...(isNotListed('reasoning_effort') ? (['thinkingEffort'] as const) : []),
    ...fieldNames.filter(isNotListed),
  ];
  return missing.length === 0 ? undefined : missing;
}

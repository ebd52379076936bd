import { splitReasoning } from '../../shared/reasoning/reasoningReader.ts';
import type { Reply } from '../../shared/conversation/conversation.ts';
import { isRecord, type WireObject } from '../../shared/guards.ts';
import type { ReasoningField, SentReasoning } from '../../shared/service/chatCompletion.ts';

/** What decides whether earlier reasoning is part of a request. */
interface RequestTarget {
  /** Host of the service's address. */
  readonly host: string;
  readonly model: string;
  /** The connection's additional fields of the body. */
  readonly extraBody?: WireObject | undefined;
}

/**
 * The field in which the reasoning of earlier replies is sent; undefined if it is not. It is sent only where
 * a model reads it in a chat without tools: Kimi from K2.7 on, and others if a field of the request says so
 * (`docs/service-interface.md`, "Message object" 5).
 */
export function reasoningField({
  host,
  model,
  extraBody = {},
}: RequestTarget): ReasoningField | undefined {
  if (!alwaysKept.test(model) && !isKept(extraBody)) {
    return undefined;
  }
  return namedReasoning.test(host) ? 'reasoning' : 'reasoning_content';
}

/**
 * Kimi K2.7, K3 and later. As everywhere here, the family is a word of its own in the name of the model, because the
 * names of owners, services and variants may stand around it.
 */
const alwaysKept =
  /(?:^|[^a-z\d])kimi[a-z/_ -]{0,12}k(?:2[.p_-][7-9](?!\d)|2[.p][1-9]\d|[3-9](?!\d))/i;

/** Services that name the field differently. */
const namedReasoning = /(?:^|\.)(?:cerebras\.ai|openrouter\.ai)$/;

/** How the reasoning of a reply with tool calls is sent back. */
interface ToolTurnField {
  readonly field: ReasoningField;
  /** The service rejects a reply with calls that has no such field. */
  readonly isRequired: boolean;
}

/**
 * The field in which the reasoning that led to tool calls is sent back with their results; undefined for models that
 * do not read it (`docs/service-interface.md`, "Tool calls" 6).
 */
export function toolTurnField({ host, model }: RequestTarget): ToolTurnField | undefined {
  const isRequired = requiredBy.test(host) || requiresToolTurns.test(model);
  if (!isRequired && !namedReasoning.test(host) && !readsToolTurns.test(model)) {
    return undefined;
  }
  return { field: namedReasoning.test(host) ? 'reasoning' : 'reasoning_content', isRequired };
}

/** DeepSeek's own names of models need not say which one it is. */
const requiredBy = /(?:^|\.)deepseek\.com$/;

/** DeepSeek from V3.2 on, Kimi and MiMo: their services reject a reply with calls without its reasoning. */
const requiresToolTurns =
  /(?:^|[^a-z\d])(?:deepseek[-._ ]?(?:v3[.p_-]?[2-9](?!\d)|v[4-9]|reasoner)|kimi[-_ /]|mimo[-_ ]v?\d)/i;

/** Other models that reason between their calls: GLM, MiniMax, Qwen 3, Step 3, gpt-oss, and later ones of these. */
const readsToolTurns =
  /(?:^|[^a-z\d])(?:glm[-_ ]?(?:[4-9]|z1)|minimax[-_ ]?m\d|qwen[-_ ]?[3-9]|step[-_ ]?[3-9]|gpt[-_ ]oss)/i;

/** Whether a field of the request makes the model read the reasoning of all earlier replies. */
function isKept(body: WireObject): boolean {
  const { thinking, chat_template_kwargs: template, reasoning_history: history } = body;
  const places = [body, thinking, template].filter(isRecord);
  return (
    history === 'preserved' ||
    (isRecord(thinking) && thinking['keep'] === 'all') ||
    places.some((place) => place['preserve_thinking'] === true || place['clear_thinking'] === false)
  );
}

/**
 * What is sent of a reply, with its reasoning if `field` is given. Replies that were stored before Parley
 * knew reasoning in the text may hold it there; it is not sent as text either.
 */
export function sentReply(
  { text: shown, reasoning: known, reasoningDetails }: Reply,
  field: ReasoningField | undefined,
): { readonly text: string; readonly reasoning?: SentReasoning } {
  const { text, reasoning } =
    known === '' && mayHoldReasoning.test(shown)
      ? splitReasoning(shown)
      : { text: shown, reasoning: known };
  if (field === undefined || reasoning === '') {
    return { text };
  }
  // Only services that send details name the field like this.
  const isDetailed = field === 'reasoning' && reasoningDetails !== undefined;
  return {
    text,
    reasoning: isDetailed
      ? { field: 'reasoning_details', value: reasoningDetails }
      : { field, value: reasoning },
  };
}

/** Every reply with reasoning in its text has one of these words in it. */
const mayHoldReasoning = /think|reason|thought|channel|inner_|final response/i;

/** The reasoning as text, for its length. */
export function reasoningText({ value }: SentReasoning): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

import { type Guard, isString, type WireObject } from '../guards.ts';

/**
 * How much a model is to think before it replies: a name that the service knows, such as `low`, with `none`
 * for not at all; or the most tokens that it may use for it.
 */
export type ThinkingEffort = string | number;

/** Whether a value can be the name of an effort. */
export const isEffortName: Guard<string> = (value): value is string =>
  isString(value) && /^[A-Za-z][\w.-]{0,39}$/.test(value);

/** The fields in which services take the effort. Behind a point stands the name within an object. */
export const thinkingFields = [
  'reasoning_effort',
  'reasoning',
  'reasoning.enabled',
  'thinking',
  'enable_thinking',
  'chat_template_kwargs.enable_thinking',
  'chat_template_kwargs.thinking',
] as const;

export type ThinkingField = (typeof thinkingFields)[number];

/** The fields of a request that ask for this effort. Fields that can only be on or off take no name. */
export function thinkingBody(field: ThinkingField, effort: ThinkingEffort): WireObject {
  const isOn = effort !== 'none' && effort !== 'off';
  const isBudget = typeof effort === 'number';
  switch (field) {
    case 'reasoning_effort':
      return { reasoning_effort: effort };
    case 'reasoning':
      return { reasoning: isBudget ? { max_tokens: effort } : namedReasoning(effort) };
    case 'reasoning.enabled':
      return { reasoning: { enabled: isOn } };
    case 'thinking':
      return {
        thinking: isBudget
          ? { type: 'enabled', budget_tokens: effort }
          : { type: thinkingType(effort, isOn) },
      };
    case 'enable_thinking':
      return { enable_thinking: isOn, ...(isBudget ? { thinking_budget: effort } : {}) };
    case 'chat_template_kwargs.enable_thinking':
      return { chat_template_kwargs: { enable_thinking: isOn } };
    case 'chat_template_kwargs.thinking':
      return { chat_template_kwargs: { thinking: isOn } };
  }
}

function namedReasoning(effort: string): WireObject {
  return effort === 'on' ? { enabled: true } : { effort };
}

function thinkingType(effort: string, isOn: boolean): string {
  return effort === 'adaptive' ? effort : isOn ? 'enabled' : 'disabled';
}

/** What decides on the field of the effort and on its values. */
export interface ThinkingModel {
  /** The host of the service's address, without port. */
  readonly host: string;
  readonly model: string;
  /** The field `owned_by` in the model list, which names some servers. */
  readonly ownedBy?: string | undefined;
}

/** How a model is asked for an effort. */
export interface ThinkingSupport {
  readonly field: ThinkingField;
  /** The field for no thinking, if it is another one. */
  readonly off?: ThinkingField | undefined;
  /** The efforts that are known, the least first. The service may know others. */
  readonly efforts: readonly string[];
  /** Whether the effort can be a number of tokens. */
  readonly takesBudget?: boolean | undefined;
}

interface ThinkingRule extends ThinkingSupport {
  /** The hosts of a service, with those below them; any host if missing. */
  readonly hosts?: readonly string[];
  readonly ownedBy?: readonly string[];
  /** What the ID of the model holds. */
  readonly model?: RegExp;
}

const onOff = ['none', 'on'];
const moonshot = ['moonshot.ai', 'moonshot.cn', 'kimi.com'];
const templated = ['vllm', 'sglang'];

/** What the services document, the first that matches (`docs/service-interface.md`, "Thinking effort"). */
const rules: readonly ThinkingRule[] = [
  {
    hosts: ['openrouter.ai'],
    field: 'reasoning',
    efforts: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'],
    takesBudget: true,
  },
  {
    hosts: ['deepseek.com'],
    field: 'reasoning_effort',
    off: 'thinking',
    efforts: ['none', 'low', 'high', 'max'],
  },
  { hosts: moonshot, model: /k3/i, field: 'reasoning_effort', efforts: ['low', 'high', 'max'] },
  { hosts: moonshot, field: 'thinking', efforts: onOff },
  { hosts: ['z.ai', 'bigmodel.cn'], field: 'thinking', efforts: onOff },
  { hosts: ['minimax.io', 'minimaxi.com'], field: 'thinking', efforts: ['none', 'adaptive'] },
  {
    hosts: ['aliyuncs.com', 'siliconflow.cn', 'siliconflow.com'],
    field: 'enable_thinking',
    efforts: onOff,
    takesBudget: true,
  },
  {
    hosts: ['groq.com'],
    field: 'reasoning_effort',
    efforts: ['none', 'default', 'low', 'medium', 'high'],
  },
  {
    hosts: ['x.ai'],
    field: 'reasoning_effort',
    efforts: ['none', 'low', 'medium', 'high', 'xhigh'],
  },
  { hosts: ['mistral.ai'], field: 'reasoning_effort', efforts: ['none', 'high'] },
  { hosts: ['together.xyz', 'together.ai'], field: 'reasoning.enabled', efforts: onOff },
  { hosts: ['fireworks.ai'], field: 'thinking', efforts: onOff, takesBudget: true },
  { hosts: ['anthropic.com'], field: 'thinking', efforts: ['none'], takesBudget: true },
  {
    ownedBy: templated,
    model: /gpt-oss/i,
    field: 'reasoning_effort',
    efforts: ['low', 'medium', 'high'],
  },
  {
    ownedBy: templated,
    model: /granite|deepseek-v3\.1/i,
    field: 'chat_template_kwargs.thinking',
    efforts: onOff,
  },
  { ownedBy: templated, field: 'chat_template_kwargs.enable_thinking', efforts: onOff },
  {
    ownedBy: ['llamacpp', 'library'],
    field: 'reasoning_effort',
    efforts: ['none', 'low', 'medium', 'high'],
  },
];

const otherwise: ThinkingSupport = {
  field: 'reasoning_effort',
  efforts: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'],
};

/** How this model is asked for an effort, as far as its service is known. */
export function thinkingSupport(asked: ThinkingModel): ThinkingSupport {
  return rules.find((rule) => matches(rule, asked)) ?? otherwise;
}

/** The field in which this effort is sent. */
export function thinkingFieldFor(
  asked: ThinkingModel,
  effort: ThinkingEffort | undefined,
): ThinkingField {
  const { field, off = field } = thinkingSupport(asked);
  return effort === 'none' ? off : field;
}

function matches(
  { hosts, ownedBy, model }: ThinkingRule,
  { host, model: asked, ownedBy: owner = '' }: ThinkingModel,
): boolean {
  return (
    (hosts?.some((name) => host === name || host.endsWith(`.${name}`)) ?? true) &&
    (ownedBy?.includes(owner) ?? true) &&
    (model?.test(asked) ?? true)
  );
}

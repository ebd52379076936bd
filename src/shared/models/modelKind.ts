import { isString, type WireObject } from '../guards.ts';
import type { Model } from '../service/chatCompletion.ts';
import { elementsOf, namesIn, recordIn } from './modelEntry.ts';

/**
 * Whether a model can chat, as far as the model list says so: false for models that make embeddings, speech,
 * images or the like. A list that says nothing is read for the usual names of such models.
 */
export function isChatModel(model: Model): boolean {
  const entry = recordIn(model);
  return statedByType(entry) ?? statedByAbilities(entry) ?? !otherNames.test(lastPart(model.id));
}

const maxOutputs = 5;

/** What a model makes besides text, as the model list states it: `image`, `audio`. */
export function otherOutputs(model: Model): readonly string[] {
  const outputs = outputsIn(recordIn(model)).map((output) => output.toLowerCase());
  return [...new Set(outputs)].filter((output) => output !== 'text').slice(0, maxOutputs);
}

/** Whether the list says that the model cannot be used at the moment. */
export function isUnavailable(model: Model): boolean {
  const entry = recordIn(model);
  const providers = elementsOf(entry['providers']).map((provider) => recordIn(provider)['status']);
  return (
    entry['active'] === false ||
    entry['archived'] === true ||
    recordIn(entry, 'model_spec')['offline'] === true ||
    (providers.length > 0 && providers.every((status) => isString(status) && status !== 'live'))
  );
}

/** What services call models that chat. */
const chatTypes: ReadonlySet<string> = new Set([
  'chat',
  'chat-completion',
  'chat_completion',
  'language',
  'llm',
  'responses',
  'text',
  'vlm',
]);

/** What services call models that do something else. */
const otherTypes =
  /embed|rerank|image|video|audio|speech|transcri|moderation|tts|stt|asr|music|upscale|inpaint|ocr|classif|guard/;

function statedByType(entry: WireObject): boolean | undefined {
  const types = [entry['type'], recordIn(entry, 'model_info')['mode'], entry['task']]
    .filter(isString)
    .map((type) => type.slice(0, 100).toLowerCase());
  if (types.some((type) => chatTypes.has(type))) {
    return true;
  }
  return types.some((type) => otherTypes.test(type)) ? false : undefined;
}

function statedByAbilities(entry: WireObject): boolean | undefined {
  const capabilities = recordIn(entry, 'capabilities');
  const stated = [
    capabilities['completion_chat'],
    capabilities['chat_completion'],
    entry['supports_chat'],
  ].find((value) => value === true || value === false);
  if (stated === true || stated === false) {
    return stated;
  }
  const outputs = outputsIn(entry);
  if (outputs.length > 0) {
    return outputs.includes('text');
  }
  const methods = namesIn(entry['supportedGenerationMethods']);
  if (methods.length > 0) {
    return methods.includes('generateContent');
  }
  const abilities = namesIn(entry['capabilities']);
  return abilities.includes('embedding') || abilities.includes('embeddings')
    ? abilities.includes('completion')
    : undefined;
}

/** What a model can put out. */
function outputsIn(entry: WireObject): readonly string[] {
  return [
    recordIn(entry, 'architecture')['output_modalities'],
    entry['output_modalities'],
    entry['supported_output_modalities'],
  ].flatMap(namesIn);
}

/** Names of models that do not chat, in lists that state IDs only. */
const otherNames =
  /(?:^|[-_.:])(?:(?:text-)?embed(?:ding|dings|der)?|rerank(?:er)?|moderation|tts|stt|asr|whisper|transcribe|dall-e|gpt-image|sora|bge|davinci|babbage)(?:$|[-_.:\d])|^(?:imagen|veo|stable-diffusion|flux|all-minilm|nomic-embed)\b/i;

/** The ID without the owners before it. */
function lastPart(id: string): string {
  return id.slice(id.lastIndexOf('/') + 1).slice(0, 200);
}

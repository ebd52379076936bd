import { isArrayOf, isKeyOf, isString, keysOf, type WireObject } from '../guards.ts';
import type { Model } from '../service/chatCompletion.ts';
import { elementsOf, fieldsOf, isSupported, recordIn } from './modelEntry.ts';

/** What services call an ability, without “supports” and in snake case. The first four are kinds of input. */
const abilityNames = {
  vision: ['vision', 'image', 'images', 'image_in', 'image_input'],
  audio: ['audio', 'audio_in', 'audio_input'],
  video: ['video', 'video_in', 'video_input'],
  files: ['file', 'files', 'pdf', 'file_input', 'pdf_input'],
  tools: ['tools', 'tool_use', 'tool_calling', 'tool_calls', 'function_calling'],
  reasoning: ['reasoning', 'reasoning_effort', 'include_reasoning', 'thinking'],
};

/** What a model can do besides reading and writing text. */
export type Ability = keyof typeof abilityNames;

export const isAbilities = isArrayOf(isKeyOf(abilityNames));

/** What a model can do, as its entry in the model list states it; empty if it states nothing. */
export function modelAbilities(model: Model): readonly Ability[] {
  const stated = new Set(statedNames(recordIn(model)).map(plainName));
  return keysOf(abilityNames).filter((ability) =>
    abilityNames[ability].some((name) => stated.has(name)),
  );
}

/** Whether the model list says that a model takes no images: by its kinds of input, or by an ability that it lacks. */
export function takesNoImages(model: Model): boolean {
  return !modelAbilities(model).includes('vision') && (readsTextOnly(model) || lacksVision(model));
}

function readsTextOnly(entry: Model): boolean {
  const { modalities } = recordIn(entry);
  const inputs = [
    ...statedInputs(recordIn(entry)),
    ...(Array.isArray(modalities) ? namesIn(modalities) : []),
  ];
  return inputs.some((input) => /^text$/i.test(input));
}

/** The kinds of input in all places where services state them as such. */
function statedInputs(model: WireObject): readonly string[] {
  const architecture = recordIn(model, 'architecture');
  return [
    ...namesIn(architecture['input_modalities']),
    ...modalityNames(architecture['modality']),
    ...namesIn(model['input_modalities']),
    ...namesIn(model['supported_input_modalities']),
    ...namesIn(recordIn(model, 'modalities')['input']),
  ];
}

function lacksVision(entry: Model): boolean {
  const places = [
    recordIn(entry),
    recordIn(entry, 'capabilities'),
    recordIn(entry, 'model_info'),
    recordIn(entry, 'model_spec', 'capabilities'),
    recordIn(entry, 'modalities'),
  ];
  return places
    .flatMap(fieldsOf)
    .some(
      ([name, value]) =>
        (value === false || recordIn(value)['supported'] === false) &&
        abilityNames.vision.includes(plainName(name)),
    );
}

/** The names of abilities in all places where services state them. */
function statedNames(model: WireObject): readonly string[] {
  const { type } = model;
  return [
    ...statedInputs(model),
    ...namesIn(model['supported_parameters']),
    ...namesIn(model['supported_features']),
    ...namesIn(model['capabilities']),
    ...namesIn(model['tags']),
    ...namesIn(recordIn(model, 'metadata')['tags']),
    ...namesIn(model['modalities']),
    ...namesIn(recordIn(model, 'model_spec')['capabilities']),
    // Other fields of a model may have the name of an ability and another meaning.
    ...[model, recordIn(model, 'model_info')].flatMap((place) =>
      namesIn(place).filter((name) => /^(?:supports_|reasoning$|thinking$)/.test(name)),
    ),
    ...elementsOf(model['providers']).flatMap(namesIn),
    ...(type === 'vlm' ? ['vision'] : []),
  ];
}

/** The elements of a list, or the fields of an object that are set. */
function namesIn(place: unknown): readonly string[] {
  return Array.isArray(place)
    ? elementsOf(place).filter(isString)
    : fieldsOf(place).flatMap(([name, value]) => (isSupported(value) ? [name] : []));
}

/** The inputs in a text such as `text+image->text`. */
function modalityNames(modality: unknown): readonly string[] {
  return isString(modality) ? (modality.slice(0, 200).split('->')[0] ?? '').split('+') : [];
}

function plainName(name: string): string {
  return name
    .slice(0, 100)
    .replaceAll(/[A-Z]/g, (letter) => `_${letter}`)
    .replaceAll('-', '_')
    .toLowerCase()
    .replace(/^(?:supports|trained_for)_/, '');
}

import type { ErrorFacts } from './errorFacts.ts';

/**
 * How services say that a model takes no images (`docs/service-interface.md`, "Errors" 13). Each part names the images
 * and that they are not taken at all: an image that is too large, or of a type that is not read, is another matter.
 */
const refusals: readonly RegExp[] = [
  // OpenRouter, Xiaomi
  /no endpoints found (?:that|which) support image/i,
  // DeepSeek
  /unknown variant\W{0,4}image_url/i,
  // llama.cpp, Mistral, Bedrock
  /images?(?: inputs?| content| modality| parts?)?(?: block)?s? (?:is|are) (?:not|un) ?(?:yet )?(?:supported|enabled|allowed|accepted|available)/i,
  /\bmmproj\b/i,
  // vLLM, SGLang
  /not a (?:multi-?modal|vision)[ -](?:language )?model/i,
  /at most 0 images?/i,
  /allowed values: ?\[["']text["']\]/i,
  // OpenAI
  /image_url["'`]? is only supported/i,
  /image_url["'`]?(?: content)?(?: type)? (?:is )?(?:not supported|unsupported)/i,
  /unsupported (?:content|part)(?: part)? type\W{0,4}image/i,
  // LM Studio, Ollama, Cohere, Fireworks, Databricks
  /(?:not|n['’]t|cannot) (?:currently )?(?:support|accept|process|handle|take|have)(?:ing)? (?:the )?(?:vision|multi-?modal|visual|images?\b(?! ?(?:format|type|size|url|larger|of |with |at )))/i,
  /missing data required for image input/i,
  // Services that take a text only, whatever the parts: Groq, the embedded service
  /content\b[^.;\n]{0,60}(?:must|should) be a (?:valid )?string/i,
];

/** What a sentence has that says that a model sees nothing: the images, a no, and what is not done with them. */
const refusalWords: readonly RegExp[] = [
  /\b(?:images?|vision|visual|pictures?|multi-?modal|image_url)\b/i,
  /\b(?:not|no|only|cannot|never|disabled|lacks?|without)\b|n['’]t\b|\bun(?:supported|able|available)/i,
  /support|accept|allow|enabl|availab|handl|process|capab|modalit|understand|\binputs?\b/i,
];

/** A model that reads text alone. */
const textOnly =
  /\btext[- ]only\b|\bonly\W{1,3}text\b|\bonly (?:supports?|accepts?|takes?|allows?) text\b/i;

/** What is said of one image, which another one may not be. */
const ofOneImage =
  /image\/|too (?:large|many|big|small)|format|mime|media[ _]type|\bsizes?\b|\burls?\b|download|fetch|decod|corrupt|exceed|larger|dimension|base64|\bjpe?g\b|\bpng\b|\bat most [1-9]/i;

/** In characters. The reason stands at the start. */
const maxLength = 4000;

/** Whether an error of a request with images says that the model takes none. */
export function isImageRefusal({ message = '', code = '' }: ErrorFacts): boolean {
  const text = `${code} ${message.slice(0, maxLength)}`;
  return (
    refusals.some((refusal) => refusal.test(text)) ||
    textOnly.test(text) ||
    (refusalWords.every((words) => words.test(text)) && !ofOneImage.test(text))
  );
}

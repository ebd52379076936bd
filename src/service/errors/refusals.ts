import type { ErrorFacts } from './errorFacts.ts';

/**
 * What a sentence has that says that a model sees nothing (`docs/service-interface.md`, "Errors" 13): the images, a no,
 * and what is not done with them.
 */
const refusalWords: readonly RegExp[] = [
  /\b(?:images?|vision|visual|pictures?|multi-?modal|image_url|mmproj)\b/i,
  /\b(?:not|no|only|cannot|never|disabled|lacks?|without|unknown variant)\b|\b0 image|n['’]t\b|\bun(?:supported|able|available)|is missing data/i,
  /support|accept|allow|(?:en|dis)abl|availab|handl|process|provid|capab|modalit|understand|expected|\binputs?\b|\ban? (?:vision|multi-?modal)\b/i,
];

/** A model that reads text alone, also by what its service takes as the content of a message. */
const textOnly =
  /\btext[- ]only\b|\bonly\W{1,3}text\b|\bonly (?:supports?|accepts?|takes?|allows?) \W?text\b|allowed values: ?\[["']text["']\]|content\b[^.;\n]{0,60}(?:must|should) be a (?:valid )?string|\bsequence, expected a string|\bexpected [^\n]{0,20}\bstr(?:ing)?\b[^\n]{0,10}\bgot (?:an? )?(?:list|array)|(?:unknown|unsupported) (?:part type: image|content\[\]\.type)|不支持[^。\n]{0,20}(?:图片|图像|视觉|多模态)/i;

/** What a sentence says of one image, which another one may not be. */
const ofOneImage =
  /too (?:large|many|big|small)|\bformats?\b|\bmime|(?:media|image|file)[ _]types?\b|\bsizes?\b|\burls?\b|download|\bfetch|\bdecod|corrupt|exceed|larger|dimension|base64|\bprocess (?:the |this |your )?(?:input )?image\b(?! input)|\bat most [1-9]/i;

/** Types of images. Where some are named, the others are rejected. */
const imageTypes = /image\/|\bjpe?g\b|\bpng\b|\bgif\b|\bwebp\b/i;

/** In characters. The reason stands at the start. */
const maxLength = 4000;

/** Whether an error of a request with images says that the model takes none. */
export function isImageRefusal({ message = '', code = '' }: ErrorFacts): boolean {
  const text = message.slice(0, maxLength);
  const sentences = [code.replaceAll('_', ' '), ...text.split(/[.!?]\s|\n/)];
  return (
    textOnly.test(text) ||
    (!imageTypes.test(text) &&
      sentences.some(
        (one) => refusalWords.every((words) => words.test(one)) && !ofOneImage.test(one),
      ))
  );
}

const streaming = /\bstream(?:s|ed|ing)?\b(?![_ ]?options)/i;

/** What a sentence about streaming says if it is the streaming that is rejected. */
const refused =
  /\b(?:not|cannot|never) |n['’]t\b|\bun(?:supported|available)|\bdisabled\b|must be verified|不支持/i;

/** What goes with it: otherwise something else is not there, such as the stream of an earlier reply. */
const offered = /support|allow|avail|enabl|permit|accept|disabled|verified|支持/i;

const mustBeOff = /\b(?:must|should) be (?:set to )?\W?false/i;

/**
 * Whether an error of a streamed request says that the service does not stream it: OpenAI streams some models only to
 * verified organisations (`docs/service-interface.md`, "Errors" 6).
 */
export function isStreamRefusal({ message = '' }: ErrorFacts): boolean {
  return message
    .slice(0, maxLength)
    .split(/[.!?]\s|[\n。]/)
    .some(
      (one) =>
        streaming.test(one) && ((refused.test(one) && offered.test(one)) || mustBeOff.test(one)),
    );
}

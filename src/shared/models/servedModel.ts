/** In characters. What is longer is not the name of a model. */
const maxLength = 500;

/**
 * Whether the model that a service names in its reply is another one than `asked`. Names of one model differ
 * in case, separators and order; in their owner or folder, such as `models/`; in a variant, such as `:free`;
 * in the extension and quantization of a file; and in a date or version that only one of them has.
 */
export function isOtherModel(asked: string, served: string): boolean {
  if (asked === served || served.trim() === '') {
    return false;
  }
  const [one, other] = [plainName(asked), plainName(served)];
  const isSame =
    sameWords(one.whole, other.whole) ||
    sameWords(one.whole, other.base) ||
    sameWords(one.base, other.whole);
  return !isSame;
}

interface PlainName {
  /** With the date or version at its end, as far as it has one. */
  readonly whole: string;
  readonly base: string;
}

function plainName(id: string): PlainName {
  const name = id.slice(0, maxLength).trim().toLowerCase();
  const last = name.slice(name.search(/[^/\\]*$/));
  const file = last.replace(/\.(?:gguf|ggml|bin|safetensors)$/, '').replace(shard, '');
  // `@` comes before a date as well, and `:` before the size of a model.
  const [stem = '', tag = ''] = file.split(/[:@]/);
  const whole =
    variants.has(tag) || isQuantization(tag) ? stem : tag === '' ? file : `${stem}-${tag}`;
  const plain = withoutQuantization(whole);
  const base = tag !== '' && whole !== stem ? stem : plain.replace(version, '');
  return { whole: plain.replace(latest, ''), base: withoutQuantization(base).replace(latest, '') };
}

/** What comes after a colon and does not choose another model. */
const variants = new Set([
  'free',
  'latest',
  'nitro',
  'floor',
  'online',
  'extended',
  'exacto',
  'beta',
]);

/** One of several files, such as `-00001-of-00003`. */
const shard = /-\d{5}-of-\d{5}$/;

const latest = /-latest$/;

/**
 * A date or a version at the end: `-2024-08-06`, `-20241022`, `-2411`, `-05-20`, `-002`. A shorter number is part
 * of the name.
 */
const version =
  /[-_](?:v?\d{4}[-_]\d{2}[-_]\d{2}|\d{8}|\d{6}|\d{2}[-_]\d{4}|\d{2}[-_]\d{2}|\d{4}|\d{3})$/;

const quantization =
  /^(?:i?q\d\w{0,12}|f16|f32|fp8|fp16|bf16|int4|int8|awq|gptq|gguf|mlx|4bit|8bit)$/;

function isQuantization(word: string): boolean {
  return quantization.test(word);
}

/** A name has at most a few words about its quantization. */
function withoutQuantization(name: string): string {
  let rest = name;
  for (let count = 0; count < 3; count += 1) {
    const at = Math.max(rest.lastIndexOf('-'), rest.lastIndexOf('.'));
    if (at <= 0 || !isQuantization(rest.slice(at + 1))) {
      break;
    }
    rest = rest.slice(0, at);
  }
  return rest;
}

/** Whether both have the same words in any order: `claude-sonnet-4` and `claude-4-sonnet` are one model. */
function sameWords(one: string, other: string): boolean {
  return one !== '' && words(one) === words(other);
}

function words(name: string): string {
  return name
    .split(/[-_. ]+/)
    .toSorted()
    .join(' ');
}

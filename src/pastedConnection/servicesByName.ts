import {
  type KnownService,
  knownServices,
  knownServicesAt,
} from '../shared/service/knownServices.ts';

const byName = new Map<string, KnownService>();
for (const service of knownServices.filter(({ path }) => path !== undefined)) {
  for (const name of [...service.aliases, service.name].map(plainName)) {
    for (const id of [name, `${name}ai`].filter((each) => !byName.has(each))) {
      byName.set(id, service);
    }
  }
}

/** A name in lower case without anything but letters and digits. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/**
 * The service that words name, such as `open router` or `create groq`: the longest run of words that is a name, at
 * the end of them or `isAnywhere`.
 */
export function serviceNamed(
  words: readonly string[],
  isAnywhere: boolean,
): KnownService | undefined {
  for (let length = Math.min(words.length, 4); length > 0; length -= 1) {
    for (let end = words.length; end >= (isAnywhere ? length : words.length); end -= 1) {
      const id = words.slice(end - length, end).join('');
      // Short names are parts of other words' names, too.
      if (byName.has(id) && (id.length > 3 || length === words.length)) {
        return byName.get(id);
      }
    }
  }
  return undefined;
}

/** The service of the name of a provider or a package: `groq`, `@ai-sdk/groq`. */
export function serviceOfName(name: string): KnownService | undefined {
  const parts = name.slice(0, 200).split(/[/.:]/);
  const last = parts.findLast((part) => part !== '') ?? '';
  return byName.get(plainName(last).replace(/(?:provider|llm)$/, ''));
}

/** The service that a key was made by, as far as its beginning says it. */
export function serviceOfKey(key: string): KnownService | undefined {
  return knownServices.find(({ keyPrefixes }) => keyPrefixes.some((one) => key.startsWith(one)));
}

/** The service at an address. */
export function serviceOfAddress(baseUrl: string): KnownService | undefined {
  return knownServicesAt(URL.parse(baseUrl)?.host ?? '').find(({ path }) => path !== undefined);
}

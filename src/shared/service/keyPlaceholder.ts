/** Stands for the key in a header's value in the settings. The key takes its place when a request is made. */
export const keyPlaceholder = '${key}';

/** Whether a header's value has a place for the key. */
export function hasKeyPlace(value: string): boolean {
  return value.includes(keyPlaceholder);
}

/** The value with the key in its places. */
export function withKey(value: string, key: string): string {
  // As a function: in a text, `$&` and its like would have a meaning.
  return value.replaceAll(keyPlaceholder, () => key);
}

/** Whether any header has a place for the key. Then the key is sent nowhere else. */
export function hasKeyedHeader(headers: Readonly<Record<string, string>> | undefined): boolean {
  return Object.values(headers ?? {}).some(hasKeyPlace);
}

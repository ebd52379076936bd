/** Whether a text is JSON without comments. */
export function isJson(text = ''): boolean {
  try {
    JSON.parse(text.replace(/^\ufeff/, ''));
    return true;
  } catch {
    return false;
  }
}

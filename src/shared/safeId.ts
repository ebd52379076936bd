/** Whether an id is made of the characters of ours: ids become the names of files and folders. */
export function isSafeId(id: string): boolean {
  return /^[\w-]{1,64}$/.test(id);
}

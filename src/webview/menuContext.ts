/** What VS Code's menu of a message is told about it. */
export function menuContext(parleySection: 'message' | 'reply', turnId: string): string {
  return JSON.stringify({ parleySection, turnId });
}

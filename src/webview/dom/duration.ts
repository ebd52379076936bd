/** A duration as text, rounded up to whole seconds: `12 s`, `5 min`, `1 h 2 min 3 s`. */
export function duration(ms: number): string {
  const seconds = Math.ceil(Math.max(0, ms) / 1000);
  const parts = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const;
  const shown = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`);
  return shown.length === 0 ? '0 s' : shown.join(' ');
}

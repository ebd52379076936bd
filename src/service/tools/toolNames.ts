/** The names of tools on the way to a service and back. */
export interface ToolNames {
  /** The name under which a tool is sent. */
  readonly sent: (name: string) => string;
  /** The name of the tool that a model calls under this one. */
  readonly original: (sentName: string) => string;
}

/** What every service accepts (`docs/service-interface.md`, "Tool calls" 1). */
const maxLength = 64;
const accepted = /^[A-Za-z0-9_-]{1,64}$/;

/** Gives each name one that services accept. No two of them become the same. */
export function createToolNames(names: Iterable<string>): ToolNames {
  const all = [...new Set(names)];
  const sent = new Map(all.filter((name) => accepted.test(name)).map((name) => [name, name]));
  const originals = new Map(sent);
  for (const name of all.filter((one) => !sent.has(one))) {
    const other = freeName(name, originals);
    sent.set(name, other);
    originals.set(other, name);
  }
  return {
    sent: (name) => sent.get(name) ?? plainName(name),
    original: (sentName) => originals.get(sentName) ?? sentName,
  };
}

function plainName(name: string): string {
  return name.slice(0, maxLength).replaceAll(/[^A-Za-z0-9_-]/g, '_') || '_';
}

function freeName(name: string, taken: ReadonlyMap<string, string>): string {
  const plain = plainName(name);
  let free = plain;
  for (let count = 2; taken.has(free); count += 1) {
    const end = `_${count}`;
    free = `${plain.slice(0, maxLength - end.length)}${end}`;
  }
  return free;
}

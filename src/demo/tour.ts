/** The reply of `demo-tour`, the first text that many users see. */
export const tour = `# Welcome to Parley

Parley is a chat panel for **any service that speaks the chat-completion interface**: one on the
internet, one in your company, or one on this computer. This tour comes from a small service inside
the extension. No network was used, no key, and no model, so it reads the same each time.

## What you are looking at

Text appears as the service sends it. Code is set as code while it is still arriving:

\`\`\`ts
/** Groups words by their first letter. */
export function byInitial(words: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const word of words) {
    const initial = word.charAt(0).toUpperCase();
    groups.set(initial, [...(groups.get(initial) ?? []), word]);
  }
  return groups;
}
\`\`\`

The button on a block copies it. **Stop**, or \`Escape\`, ends a reply at any moment and keeps what
has come so far. The line under a reply tells what it took, in the service's own count.

## Ask about your code

Select something in an editor, then press one of these. They are also in the editor's context menu
and in the Command Palette, under *Parley*.

| Keys | What it does |
| :-- | :-- |
| \`Ctrl+K Ctrl+;\` then \`A\` | Ask your own question about it |
| \`Ctrl+K Ctrl+;\` then \`E\` | Explain it |
| \`Ctrl+K Ctrl+;\` then \`F\` | Fix it |
| \`Ctrl+K Ctrl+;\` then \`I\` | Improve it |
| \`Ctrl+K Ctrl+;\` then \`T\` | Write tests for it |
| \`Ctrl+K Ctrl+;\` then \`M\` | Choose another model |

On a Mac, press \`Cmd\` where it says \`Ctrl\`.

## What leaves this computer

> Nothing is sent until you send it, and what you see is all that is sent.

- No hidden instructions, no telemetry, no request that you did not ask for.
- A key is kept in VS Code's secret storage and goes to the address it was entered for.
- Replies cannot run anything, load anything, or open a link by themselves.

## Connect your own

Any address that answers this request will do:

\`\`\`sh
curl http://127.0.0.1:11434/v1/models
\`\`\`

1. Run **Parley: Connect to a Service…** and give the address, and the key if there is one.
2. Or run **Parley: Use a Server on This Computer…** to find one that is already running.
3. Choose a model. Parley lists what the service offers.

How long a reply will take is easy to say. With $n$ tokens at $r$ tokens a second, after a wait
of $t_0$:

$$
t = t_0 + \\frac{n}{r}
$$

\`\`\`python
def seconds(tokens: int, per_second: float, wait: float = 0.4) -> float:
    return wait + tokens / per_second
\`\`\`

## Where to go from here

- [x] Read the tour
- [ ] Choose \`demo-echo\` to see exactly what a message holds when it is sent
- [ ] Choose \`demo-long\` for speed, or \`demo-faults\` to see how failures look
- [ ] Connect a service and ask it something real

Replies are written in Markdown; [CommonMark](https://commonmark.org/help/) is a good short guide.
`;

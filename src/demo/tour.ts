import * as l10n from '@vscode/l10n';

/** The tour of Parley, the first text that many users see. */
export function tour(): string {
  const sections = [
    introduction(),
    appearance(),
    shortcuts(),
    privacy(),
    connecting(),
    nextSteps(),
  ];
  return `${sections.flat().join('\n\n')}\n`;
}

function introduction(): readonly string[] {
  return [
    `# ${l10n.t('Welcome to Parley')}`,
    l10n.t(
      'Parley is a chat panel for **any service with an OpenAI-compatible API**: on the internet, in your company, or on this computer. This tour comes from a demo service inside the extension. It uses no network, no key and no model, so it reads the same each time.',
    ),
  ];
}

const typeScript = `\`\`\`ts
/** Groups words by their first letter. */
export function byInitial(words: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const word of words) {
    const initial = word.charAt(0).toUpperCase();
    groups.set(initial, [...(groups.get(initial) ?? []), word]);
  }
  return groups;
}
\`\`\``;

function appearance(): readonly string[] {
  return [
    `## ${l10n.t('What you see here')}`,
    l10n.t('Text appears as the service sends it. Code is formatted while it is still arriving:'),
    typeScript,
    l10n.t(
      'The buttons of a code block copy it or insert it into the editor. **Stop** or `Escape` ends a reply at any time and keeps the text received so far. The line under a reply shows what it used, as counted by the service.',
    ),
  ];
}

function shortcuts(): readonly string[] {
  const rows = [
    ['J', l10n.t('Go to the chat, and back')],
    ['G', l10n.t('New Chat')],
    ['H', l10n.t('Ask your own question about the selection')],
    ['L', l10n.t('Choose another model, in the chat')],
  ] as const;
  return [
    `## ${l10n.t('Ask about your code')}`,
    l10n.t(
      'Select code in an editor and choose *Parley* in its context menu to have it explained, fixed, improved or tested. All commands are in the Command Palette, too. The most useful shortcuts:',
    ),
    [
      `| ${l10n.t('Shortcut')} | ${l10n.t('What it does')} |`,
      '| :-- | :-- |',
      ...rows.map(([key, words]) => `| \`Ctrl+K ${key}\` | ${words} |`),
    ].join('\n'),
    l10n.t('On a Mac, press `Cmd` instead of `Ctrl`.'),
  ];
}

function privacy(): readonly string[] {
  return [
    `## ${l10n.t('What leaves this computer')}`,
    `> ${l10n.t('Nothing is sent until you send it, and only what you see is sent.')}`,
    [
      l10n.t('No hidden instructions, no telemetry, and no request that you did not ask for.'),
      l10n.t(
        'An API key is kept in VS Code’s secret storage and is sent only to the address for which it was entered.',
      ),
      l10n.t('Replies cannot run anything, load anything, or open a link by themselves.'),
    ]
      .map((item) => `- ${item}`)
      .join('\n'),
  ];
}

const python = `\`\`\`python
def seconds(tokens: int, per_second: float, wait: float = 0.4) -> float:
    return wait + tokens / per_second
\`\`\``;

function connecting(): readonly string[] {
  const steps = [
    l10n.t('Press **Connect to a Service…** below.'),
    l10n.t('Choose the service, or a server on this computer, and enter the key if needed.'),
    l10n.t('Choose a model from the list.'),
  ];
  return [
    `## ${l10n.t('Connect a service')}`,
    l10n.t('Parley works with any address that replies to this request:'),
    '```sh\ncurl http://127.0.0.1:11434/v1/models\n```',
    steps.map((step, index) => `${index + 1}. ${step}`).join('\n'),
    l10n.t(
      'The time that a reply takes is easy to calculate. With $n$ tokens at $r$ tokens per second, after a wait of $t_0$:',
    ),
    '$$\nt = t_0 + \\frac{n}{r}\n$$',
    python,
  ];
}

function nextSteps(): readonly string[] {
  const steps = [
    l10n.t('Choose `demo-echo` to see exactly what a message contains when it is sent'),
    l10n.t('Choose `demo-long` to see the speed, or `demo-faults` to see what errors look like'),
    l10n.t('Connect a service and ask a real question'),
  ];
  return [
    `## ${l10n.t('Next steps')}`,
    [`- [x] ${l10n.t('Read the tour')}`, ...steps.map((step) => `- [ ] ${step}`)].join('\n'),
    l10n.t(
      'Replies are written in Markdown; [CommonMark](https://commonmark.org/help/) has a short guide.',
    ),
  ];
}

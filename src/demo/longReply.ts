/** The least length of the reply. It is all ASCII, so each character is one byte. */
const leastBytes = 100 * 1024;

/** The reply of `demo-long`: always the same Markdown, at least 100 KiB. */
export function longReply(): string {
  const sections = [
    '# A long reply\n\nMade of whole sentences, to see how fast text can be shown.',
  ];
  let bytes = 0;
  for (let number = 1; bytes < leastBytes; number += 1) {
    const next = section(number);
    sections.push(next);
    bytes += next.length;
  }
  return `${sections.join('\n\n')}\n`;
}

const subjects = [
  'A parser',
  'The event loop',
  'A cache',
  'Every index',
  'The scheduler',
  'A good test',
  'The compiler',
  'A slow query',
  'The buffer',
  'An old protocol',
  'The second reader',
];

const verbs = [
  'keeps its promises',
  'works in small steps',
  'does nothing it can leave to others',
  'forgets what it no longer needs',
  'says early what went wrong',
  'pays once and is used often',
  'grows with the input and not with its square',
];

const reasons = [
  'because somebody waits for the answer',
  'as long as nobody asks twice',
  'which is cheaper than it looks',
  'even when the network does not',
  'and the next line depends on it',
];

const samples = [
  [
    'ts',
    'export function sum(values: readonly number[]): number {\n  return values.reduce((a, b) => a + b, 0);\n}',
  ],
  ['python', 'def mean(values: list[float]) -> float:\n    return sum(values) / len(values)'],
  [
    'rust',
    "fn longest<'a>(a: &'a str, b: &'a str) -> &'a str {\n    if a.len() >= b.len() { a } else { b }\n}",
  ],
  ['sql', 'select owner, count(*) as models\nfrom model\ngroup by owner\norder by models desc;'],
  ['json', '{\n  "model": "demo-long",\n  "stream": true\n}'],
] as const;

/** One section. Its parts depend on its number only. */
function section(number: number): string {
  const parts = [
    `## ${number}. ${sentence(number)}`,
    paragraph(number, 4),
    number % 2 === 0 ? list(number) : `> ${sentence(number + 3)}`,
    paragraph(number + 5, 3),
  ];
  if (number % 2 === 1) {
    parts.push(sampleCode(number));
  }
  if (number % 3 === 0) {
    parts.push(table(number));
  }
  return parts.join('\n\n');
}

/** The lengths of the lists have no common divisor, so that sentences are seldom repeated. */
function sentence(seed: number): string {
  return `${pick(subjects, seed)} ${pick(verbs, seed)}, ${pick(reasons, seed)}`;
}

function paragraph(seed: number, sentences: number): string {
  return Array.from(
    { length: sentences },
    (_, index) => `${sentence(seed * 13 + index * 29)}.`,
  ).join(' ');
}

function list(seed: number): string {
  return Array.from({ length: 4 }, (_, index) => {
    const item = sentence(seed * 7 + index * 17);
    return index === 1
      ? `- ${item}\n  - \`${pick(subjects, seed)}\` is **one level down**`
      : `- ${item}`;
  }).join('\n');
}

function table(seed: number): string {
  const rows = Array.from({ length: 4 }, (_, index) => {
    const at = seed * 5 + index * 23;
    return `| ${pick(subjects, at)} | ${(at * 37) % 1000} | ${pick(verbs, at)} |`;
  });
  return ['| Part | Count | What it does |', '| :-- | --: | :-- |', ...rows].join('\n');
}

function sampleCode(seed: number): string {
  const [language, code] = pick(samples, (seed - 1) / 2);
  return `\`\`\`${language}\n${code}\n\`\`\``;
}

function pick<T>(values: readonly T[], seed: number): T {
  const value = values[seed % values.length];
  if (value === undefined) {
    throw new RangeError('There is nothing to pick from.');
  }
  return value;
}

/** Replies that are made to block a page, by what they consist of. */
export const largeReplies = {
  'strong text in strong text, 2,400 deep': () => '**a '.repeat(2400) + ' a**'.repeat(2400),
  '9,000 underscores that begin nothing': () => '_a '.repeat(9000),
  'one word of 99,000 letters': () => 'A'.repeat(99_000),
  'a name of an image of 99,000 letters': () => `![${'A'.repeat(99_000)}](a.png)`,
  'paragraphs of Thai without a space': () => `${'ภาษาไทย'.repeat(400)}\n\n`.repeat(400),
  'letters that no font has': () => `${'\uE000'.repeat(6)} `.repeat(3400),
  'formulas that are too large': () =>
    [
      `${'\\sqrt{'.repeat(600)}x${'}'.repeat(600)}`,
      `\\begin{matrix}${'a&'.repeat(2400)}a\\end{matrix}`,
      `\\begin{CD}${'A@>>>B\\\\@VVV@VVV\\\\'.repeat(200)}A\\end{CD}`,
      `\\def\\a{${'\\sqrt{x}'.repeat(20)}}${'\\a'.repeat(50)}`,
      'x+'.repeat(2490),
    ]
      .map((tex) => `$$${tex}$$\n\n`)
      .join(''),
  '60 formulas as large as they may be': () =>
    Array.from({ length: 60 }, (_, index) => `$$${'x_1^2'.repeat(295)}${index}$$\n\n`).join(''),
  'a fence of lines that take a grammar long': () =>
    `\`\`\`sh\n${`${'<'.repeat(400)}\n`.repeat(50)}\`\`\`\n`,
  'a table of 3,000 columns': () => {
    const row = (cell: string): string => `${`|${cell}`.repeat(3000)}|\n`;
    return row(' a ') + row('---') + row(' b ').repeat(50);
  },
  'a table of 20,000 rows': () =>
    `| a | b | c |\n|--|--|--|\n${'| x | **y** | z |\n'.repeat(20_000)}`,
  'a table of 40,000 rows of math': () => `| a |\n|--|\n${'| $x^2$ |\n'.repeat(40_000)}`,
  '500,000 lines of setext headings': () => 'a\n=\n'.repeat(250_000),
  '500,000 lines that may define labels': () => '[a\n=\n'.repeat(250_000),
  'one line of 5 MB': () => 'word '.repeat(1_000_000),
  'one word of 5 MB': () => 'x'.repeat(5_000_000),
  'emphasis in one line of 1 MB': () => '*a* '.repeat(250_000),
  'a megabyte of combining marks': () => `a${'\u0301'.repeat(1_000_000)}`,
  'a fence of lines of combining marks': () =>
    `\`\`\`js\n${`a${'\u0301'.repeat(4000)}\n`.repeat(250)}\`\`\`\n`,
  'Thai without a space': () => 'ภาษาไทย'.repeat(20_000),
  'words of Latin and Hebrew letters': () => 'aא '.repeat(40_000),
  'Arabic and Thai letters in turn': () => 'مก'.repeat(3900),
  '900,000 marks of direction': () => '\u202A\u202C\u200F'.repeat(300_000),
  'a fence of 2 MB without a line break': () => `\`\`\`js\n${'x = 1; '.repeat(290_000)}\n\`\`\`\n`,
  'a fence of 200,000 lines': () => `\`\`\`js\n${'let a = 1;\n'.repeat(200_000)}\`\`\`\n`,
  'a fence of 300,000 empty lines': () => `\`\`\`\n${'\n'.repeat(300_000)}`,
  '10,000 equal formulas in a paragraph': () => '$x^2$ and '.repeat(10_000),
  'a list of 50,000 items': () => '- an *item*\n'.repeat(50_000),
  'lists in lists': () => `${'- '.repeat(50)}a\n`.repeat(5000),
  'quotes in quotes': () => `${'> '.repeat(2000)}a\n`.repeat(50),
  '100,000 open brackets': () => '['.repeat(100_000),
  'a paragraph for each of 20,000 labels that are defined at the end': () =>
    `${'See [a], [b] and [c].\n\n'.repeat(20_000)}[a]: https://a.test\n[b]: https://b.test\n`,
} as const satisfies Readonly<Record<string, () => string>>;

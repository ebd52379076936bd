import assert from 'node:assert/strict';
import { ImagesInText } from '../../../../../src/service/reply/images/imagesInText.ts';
import { assertLinear } from '../../../../support/assertLinear.ts';
import { chunk, eventStream, json } from '../../../../support/service/scripts.ts';
import { withService } from '../../../../support/service/withService.ts';

/** The smallest PNG file, a small GIF file, and the start of a large one. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const large = `iVBORw0KGgo${'dat/+9'.repeat(300)}==`;

interface Read {
  readonly text: string;
  readonly images: readonly (string | undefined)[];
}

function read(parts: readonly string[]): Read {
  let text = '';
  const images: (string | undefined)[] = [];
  const reader = new ImagesInText({
    text: (piece) => (text += piece),
    image: (data) => void images.push(data),
  });
  parts.forEach((part) => reader.read(part));
  reader.end();
  return { text, images };
}

/** Reads a text cut at every place, in single characters and in small parts. */
function assertRead(raw: string, expected: Read): void {
  assert.deepEqual(read([raw]), expected, 'whole');
  for (let cut = 0; cut <= raw.length; cut += 1) {
    assert.deepEqual(read([raw.slice(0, cut), raw.slice(cut)]), expected, `cut at ${cut}`);
  }
  for (const size of [1, 3, 7]) {
    const parts = raw.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
    assert.deepEqual(read(parts), expected, `in parts of ${size}`);
  }
}

const url = (data: string): string => `data:image/png;base64,${data}`;

/** How an image stands in a text. */
const forms: Readonly<Record<string, (data: string) => string>> = {
  Markdown: (data) => `![image](${url(data)})`,
  'Markdown without a name': (data) => `![](${url(data)})`,
  'Markdown with a title': (data) => `![a "b"](${url(data)} "A title")`,
  'Markdown with angle brackets': (data) => `![a](<${url(data)}>)`,
  'Markdown with brackets in the name': (data) => `![A [big] cat\non a mat](${url(data)})`,
  'Markdown with a long name': (data) => `![${'A cat. '.repeat(60)}](${url(data)})`,
  'Markdown with a type that says little': (data) =>
    `![a](data:application/octet-stream;base64,${data})`,
  'Markdown in capital letters': (data) => `![a](DATA:image/*;BASE64, ${data})`,
  'Markdown with broken lines': (data) => `![a](${url(data.replace(/.{76}(?=.)/g, '$&\n'))})`,
  'Markdown with parameters': (data) => `![a](data:image/webp;name=a.webp;base64,${data})`,
};

/** What may be around an image. */
const places: readonly (readonly [string, string])[] = [
  ['', ''],
  ['Here: ', ''],
  ['One and\n\n', '\n\nTwo.'],
  ['- A list:\n    ', ' and more'],
  ['```\ncode\n```\n', '\n```\nmore\n```'],
  ['`data` and ', '!'],
];

describe('images in the text', () => {
  for (const [form, image] of Object.entries(forms)) {
    it(`are taken out of it, however it is split: ${form}`, () => {
      for (const data of [png, gif, large]) {
        for (const [before, after] of places) {
          const expected = { text: before + after, images: [data] };
          assertRead(before + image(data) + after, expected);
        }
      }
    });
  }

  it('are taken out of it with the element of HTML around them, where they are long', () => {
    for (const [before, after] of [
      ['<img src="', '" alt="a cat" />'],
      ["<img alt='' src='", "'>"],
    ] as const) {
      assertRead(`One ${before}${url(large)}${after} two`, { text: 'One  two', images: [large] });
    }
  });

  it('are taken out of it as bare addresses', () => {
    for (const data of [png, large]) {
      for (const [before, after] of [
        ['', ''],
        ['Here it is:\n\n', '\n\nTwo.'],
        ['Here: ', ''],
      ] as const) {
        assertRead(before + url(data) + after, { text: before + after, images: [data] });
      }
    }
    assertRead(`See ${url(large)}, please.`, { text: 'See , please.', images: [large] });
    const forAddress = large.replaceAll('/', '_').replaceAll('+', '-');
    assertRead(`That\`s it: ${url(forAddress)}`, { text: 'That`s it: ', images: [large] });
  });

  it('may be several, with an exclamation mark before them', () => {
    const image = forms['Markdown']?.(png) ?? '';
    assertRead(`Here!${image}${image}!`, { text: 'Here!!', images: [png, png] });
  });

  it('may break off', () => {
    assertRead(`![image](${url(large)}`, { text: '', images: [large] });
    assertRead(`![image](${url(large)} "A ti`, { text: ' "A ti', images: [large] });
  });

  for (const text of [
    'Hello world, and data, data: and data:image.',
    'It looks like data:image/png;base64,iVBORw0KGgo= in a page.',
    'It looks like this: data:image/png;base64,iVBORw0KGgo=',
    `The smallest one is ${url(gif)} in a sentence.`,
    '![image](data:image/png;base64,iVBORw0KGgo...)',
    '![image](data:image/png;base64,BASE64)',
    `\`![image](${url(png)})\` shows it`,
    `\`\`\`md\n![image](${url(large)})\n\`\`\`\n`,
    `~~~\n${url(large)}\n~~~`,
    `![logo](data:image/svg+xml;base64,${large})`,
    '![a picture](https://example.com/a.png) and [1] and ![',
    '![',
    'da',
    'data:ima',
    'data:image/png;bas',
    `![image](${url(png)}`,
  ]) {
    it(`are none in ${JSON.stringify(text).slice(0, 60)}`, () => {
      assertRead(text, { text, images: [] });
    });
  }

  it('are read in time that is linear', () => {
    for (const unit of [
      '![',
      '![a\n',
      '<img ',
      '<img src="',
      `${'A'.repeat(76)}\n`,
      'd',
      '![a](data:image/png;base64,',
      'data:image/png;base64,A ',
      'A',
    ]) {
      for (const start of ['', '![a](data:image/png;base64,', '```\n']) {
        assertLinear(2000, (size) => {
          const text = start + unit.repeat(size);
          return () => read([text]);
        });
        assertLinear(500, (size) => {
          const parts = (start + unit.repeat(size)).split('');
          return () => read(parts);
        });
      }
    }
  });
});

describe('a reply with an image in its text', () => {
  const content = `Here: ![image](${url(png)})`;
  const scripts = {
    streamed: eventStream(
      [...(content.match(/[^]{1,9}/g) ?? [])]
        .map((part) => chunk({ content: part }))
        .concat(chunk({}, 'stop'), '[DONE]')
        .map((line) => `data: ${line}\n\n`)
        .join(''),
    ),
    whole: json({ id: 'x', choices: [{ index: 0, message: { content }, finish_reason: 'stop' }] }),
    both: eventStream(
      [chunk({ content }), chunk({ images: [{ image_url: { url: url(png) } }] }), chunk({}, 'stop')]
        .map((line) => `data: ${line}\n\n`)
        .join(''),
    ),
  };
  for (const [name, script] of Object.entries(scripts)) {
    it(`has it as an image, once: ${name}`, async () => {
      await withService([script], async ({ client }) => {
        const messages = [{ role: 'user', content: 'Draw.' }] as const;
        const { text, images } = await client.complete({ model: 'm', messages });
        assert.deepEqual([text, images], ['Here: ', [png]]);
      });
    });
  }

  it('has it as an image if it is in the reasoning, too', async () => {
    const deltas = [...(content.match(/[^]{1,9}/g) ?? []), ' data'].map((part) =>
      chunk({ reasoning_content: part }),
    );
    const lines = [...deltas, chunk({ content: 'Hi' }), chunk({}, 'stop'), '[DONE]'];
    const script = eventStream(lines.map((line) => `data: ${line}\n\n`).join(''));
    await withService([script], async ({ client }) => {
      const messages = [{ role: 'user', content: 'Draw.' }] as const;
      const said = await client.complete({ model: 'm', messages });
      assert.deepEqual([said.reasoning, said.text], ['Here:  data', 'Hi']);
      assert.deepEqual(said.images, [png]);
    });
  });
});

import { createMarkdownStream } from '../../../src/webview/markdown/open/markdownStream.ts';
import { diagramColors } from '../../../src/webview/diagram/diagramPicture.ts';
import { drawDiagram } from '../../../src/webview/diagram/drawDiagram.ts';
import { safeSvg } from '../../../src/webview/diagram/safeSvg.ts';
import { isSvgNode, svgTree } from '../../../src/webview/diagram/svgTree.ts';
import { until } from '../../support/until.ts';
import { equal } from '../assert.ts';
import { aTurn } from '../../support/builders.ts';
import { nextFrame, openPanel, settings, settled, textDelta } from '../openPanel.ts';

const flow = 'flowchart LR\n  A[Start] --> B[End]';

interface Shown {
  readonly target: HTMLElement;
  readonly opened: string[];
  readonly saved: string[];
  readonly get: (selector: string) => HTMLElement | null;
  readonly label: string;
}

/** A finished reply with one diagram, on the page. */
function show(source: string): Shown {
  const target = document.createElement('div');
  target.className = 'markdown';
  document.body.replaceChildren(target);
  const [opened, saved]: [string[], string[]] = [[], []];
  const stream = createMarkdownStream(target, (intent) => {
    if (intent.kind === 'openDiagram') {
      opened.push(intent.text);
    } else if (intent.kind === 'saveDiagram') {
      saved.push(intent.text);
    }
  });
  stream.append(`\`\`\`mermaid\n${source}\n\`\`\`\n`);
  stream.end();
  const get = (selector: string) => target.querySelector<HTMLElement>(selector);
  return {
    target,
    opened,
    saved,
    get,
    get label() {
      return get('.diagram-button')?.textContent.trim() ?? '';
    },
  };
}

async function draw(source: string) {
  return drawDiagram({ source, colors: diagramColors() });
}

/** Why a diagram is not drawn. */
async function reason(source: string): Promise<string> {
  return draw(source).then(
    () => 'it was drawn',
    (error: Error) => error.message,
  );
}

describe('diagrams', () => {
  afterEach(() => {
    document.body.replaceChildren();
    equal(document.querySelectorAll('iframe').length, 0);
  });

  it('replace their source on request, and the source them', async () => {
    const { get, ...shown } = show(flow);
    equal(get('img'), null);
    const button = get('.diagram-button');
    button?.click();
    await until('the picture', () => get('.code-block.drawn img') !== null);
    const image = get('img') as HTMLImageElement;
    equal(image.alt, 'Diagram: flowchart');
    equal(image.naturalWidth > 50 && image.naturalHeight > 20, true);
    equal(getComputedStyle(get('pre') as HTMLElement).display, 'none');
    equal(button?.textContent.trim(), 'Show Source');
    button?.click();
    equal(get('.code-block.drawn'), null);
    equal(get('pre')?.textContent, flow);
    button?.click();
    await until('the picture again', () => get('.code-block.drawn') !== null);
    equal(shown.target.querySelectorAll('img').length, 1);
  });

  it('are offered only once their source is complete', async () => {
    const target = document.createElement('div');
    const stream = createMarkdownStream(target);
    stream.append(`\`\`\`mermaid\n${flow}\n`);
    await nextFrame();
    equal(target.querySelector('.diagram-button'), null);
    stream.append('```\n');
    stream.end();
    equal(target.querySelectorAll('.diagram-button').length, 1);
  });

  it('are not offered for other code', () => {
    const target = document.createElement('div');
    const stream = createMarkdownStream(target);
    stream.append('```ts\nconst a = 1;\n```\n\n    mermaid\n');
    stream.end();
    equal(target.querySelector('.diagram-button'), null);
  });

  it('are opened with their source and saved as they are shown', async () => {
    const { get, opened, saved } = show(flow);
    get('.diagram-button')?.click();
    await until('the picture', () => get('.code-block.drawn') !== null);
    get('[data-code-action="openDiagram"]')?.click();
    get('[data-code-action="saveDiagram"]')?.click();
    equal(opened, [flow]);
    equal(saved.length, 1);
    equal(/^<svg[^>]* width="\d+"/.test(saved[0] ?? ''), true);
    equal(saved[0]?.includes('Start'), true);
  });

  it('draw themselves near the view once they are complete, one at a time, if that is set', async () => {
    const panel = openPanel();
    const fence = (line: string) => `\`\`\`mermaid\nflowchart LR\n  ${line}\n\`\`\`\n\n`;
    const reply = `${fence('A')}${fence('A -->')}${'line\n\n'.repeat(300)}${fence('B')}`;
    panel.snapshot([]);
    const drawing = { ...settings, drawsDiagrams: true };
    let frames = 0;
    const counting = new MutationObserver(() => {
      frames = Math.max(frames, document.querySelectorAll('iframe').length);
    });
    counting.observe(document.body, { childList: true });
    try {
      panel.tell({ kind: 'settings', settings: drawing });
      panel.events({ kind: 'turnStarted', turn: aTurn('1') }, textDelta('1', reply));
      const blocks = () => [...panel.root.querySelectorAll('.code-block')];
      await until('the first', () => blocks()[0]?.classList.contains('drawn') === true);
      const error = () => blocks()[1]?.querySelector('.diagram-error');
      await until('the reason', () => error() !== null);
      equal(error()?.role, null, 'nobody asked for it');
      equal(frames, 1);
      panel.events({ kind: 'turnEnded', turnId: '1', status: 'completed', at: 1 });
      await settled();
      equal(blocks()[2]?.classList.contains('drawn'), false, 'it is far from the view');
      blocks()[0]?.querySelector<HTMLElement>('.diagram-button')?.click();
      equal(blocks()[0]?.classList.contains('drawn'), false);
      panel.get('.scroller').scrollTop = 1_000_000;
      await until('the last', () => blocks()[2]?.classList.contains('drawn') === true);
      equal(blocks()[0]?.classList.contains('drawn'), false, 'the source is shown as chosen');
    } finally {
      counting.disconnect();
      panel.tell({ kind: 'settings', settings });
    }
  });

  it('show why they cannot be drawn, keep the source, and can be tried again', async () => {
    const { get, ...shown } = show('flowchart TD\n  A -->');
    get('.diagram-button')?.click();
    await until('the reason', () => get('.diagram-error') !== null);
    equal(get('.diagram-error')?.role, 'alert');
    equal(get('.diagram-error')?.textContent.includes('There is a syntax error in line'), true);
    equal(get('code')?.textContent, 'flowchart TD\n  A -->');
    equal(get('img'), null);
    get('.diagram-button')?.click();
    equal(get('.diagram-error'), null);
    await until('the reason again', () => get('.diagram-error') !== null);
    equal(shown.target.querySelectorAll('.diagram-error').length, 1);
  });

  it('are drawn again when the colours change', async () => {
    const { get, saved } = show(flow);
    get('.diagram-button')?.click();
    await until('the picture', () => get('.code-block.drawn') !== null);
    const { style } = document.documentElement;
    const isDrawnIn = (color: string) => {
      saved.length = 0;
      get('[data-code-action="saveDiagram"]')?.click();
      return saved[0]?.includes(`background-color: ${color}`) === true;
    };
    equal(isDrawnIn('rgb(10, 20, 30)'), false);
    style.setProperty('--vscode-editor-background', '#0a141e');
    await until('other colours', () => isDrawnIn('rgb(10, 20, 30)'));
    style.removeProperty('--vscode-editor-background');
    await until('the colours before', () => !isDrawnIn('rgb(10, 20, 30)'));
  });

  const kinds: Readonly<Record<string, string>> = {
    sequence: 'sequenceDiagram\n  Alice->>Bob: Hello\n  Note over Alice,Bob: a note',
    class: 'classDiagram\n  Animal <|-- Duck\n  Animal : +int age',
    stateDiagram: 'stateDiagram-v2\n  [*] --> Still\n  Still --> [*]',
    er: 'erDiagram\n  CUSTOMER ||--o{ ORDER : places',
    gantt: 'gantt\n  dateFormat YYYY-MM-DD\n  section S\n  Task :a1, 2024-01-01, 30d',
    pie: 'pie title Pets\n  "Dogs" : 386\n  "Cats" : 85',
    mindmap: 'mindmap\n  root((a))\n    b',
    gitGraph: 'gitGraph\n  commit\n  branch dev\n  commit',
    journey: 'journey\n  title Day\n  section Work\n   Tea: 5: Me',
    timeline: 'timeline\n  2002 : A\n  2004 : B',
    kanban: 'kanban\n Todo\n  [Docs]',
  };
  for (const [kind, source] of Object.entries(kinds)) {
    it(`are drawn of the kind ${kind}`, async () => {
      const { text, title, width, height } = await draw(source);
      equal(title.toLowerCase().includes(kind.toLowerCase().slice(0, 5)) || kind === 'pie', true);
      equal(width > 20 && height > 20, true);
      equal(/<text|<tspan/.test(text), true);
      equal(/<style>[^<]*font-family/.test(text), true, 'it has its style');
    });
  }

  const hostile: Readonly<Record<string, string>> = {
    'script in labels':
      'flowchart TD\n A["<script>parent.attacked=1</script><svg onload=parent.attacked=1>x"] --> B["<b onclick=parent.attacked=1>b</b>"]',
    'callbacks and script addresses':
      'flowchart TD\n A --> B\n click A href "javascript:parent.attacked=1"\n click B call attacked()',
    'addresses of pages': 'flowchart TD\n A --> B\n click A href "https://evil.test/" _top',
    'a loose security level':
      '%%{init: {"securityLevel":"loose","htmlLabels":true,"flowchart":{"htmlLabels":true},"secure":[]}}%%\nflowchart TD\n A["<b onclick=parent.attacked=1>x</b>"] --> B\n click A call attacked()',
    'styles that load':
      '%%{init: {"themeCSS":"@import url(https://evil.test/a.css); * { background: url(https://evil.test/b.png) }"}}%%\nflowchart TD\n A --> B',
    'front matter':
      '---\ntitle: "<img src=https://evil.test/a.png>"\nconfig:\n  securityLevel: loose\n  layout: elk\n  htmlLabels: true\n  themeCSS: "*{background:url(https://evil.test/b.png)}"\n---\nflowchart TD\n A["<img src=https://evil.test/c.png>x"] --> B',
    'markup in a sequence':
      'sequenceDiagram\n A->>B: <img src=x onerror=parent.attacked=1>\n link A: x @ javascript:parent.attacked=1\n links B: {"y": "https://evil.test"}',
  };
  for (const [what, source] of Object.entries(hostile)) {
    it(`run and load nothing: ${what}`, async () => {
      const text = await draw(source).then(
        (drawn) => drawn.text,
        (error: Error) => error.message,
      );
      equal('attacked' in window, false);
      const tags = text.replaceAll(/>[^<]*</g, '><');
      equal(/<script|<foreignObject|<img|<image|\son\w+=|javascript:/i.test(tags), false, tags);
      equal(text.includes('\\'), false, text);
      equal(/(?:href|src)="(?!#)|@import|url\(["']?(?!["']?#)/i.test(text), false, text);
    });
  }

  it('report an image that would have to be loaded', async () => {
    const source = 'flowchart TD\n A@{ img: "https://evil.test/i.png", label: "a" }';
    equal(await reason(source), 'The diagram contains an image. Images are not loaded.');
  });

  const faults: Readonly<Record<string, readonly [source: string, reason: RegExp]>> = {
    'a line that cannot be read': [
      'flowchart TD\n  A --> B\n  C[[ --> D',
      /^There is a syntax error in line \d+\.\n.*C\[\[.*\n-+\^$/s,
    ],
    'a line of another parser that cannot be read': [
      'pie\n  "a" 5',
      /^There is a syntax error in line 2, column \d+\.$/,
    ],
    'an end that is missing': [
      'pie\n  "a" :',
      /^There is a syntax error (?:at the end|in line 2, column \d+)\.$/,
    ],
    'an unknown type': ['drawing\n  A --> B', /^The first line is not the name of a diagram type/],
    'too many connections': [
      `flowchart TD\n${Array.from({ length: 501 }, (_, index) => `a${index} --> b`).join('\n')}`,
      /^The diagram has more than 500 connections\.$/,
    ],
    'what Mermaid itself says well': [
      'gitGraph\n  commit\n  merge main',
      /^(?!.*(?:undefined|not a function)).*merge.*main/,
    ],
  };
  for (const [what, [source, expected]] of Object.entries(faults)) {
    it(`say in plain words that there is ${what}`, async () => {
      const said = await reason(source);
      equal(expected.test(said), true, said);
    });
  }

  it('show the source of math in their labels', async () => {
    const { text } = await draw(
      'sequenceDiagram\n  Alice->>Bob: $$x^2$$ and more\n  Note over Bob: $$y$$',
    );
    equal(/x\^2/.test(text) && /and more/.test(text), true, text);
  });

  it('violate no policy, and have the styles that Mermaid gives them', async () => {
    // The frame reports to the page what it is not allowed to do, before it draws.
    const violations: string[] = [];
    const listen = ({ data }: MessageEvent<unknown>): void => void violations.push(String(data));
    window.addEventListener('message', listen);
    const report =
      "document.addEventListener('securitypolicyviolation', (event) => parent.postMessage(event.violatedDirective, '*'));";
    const loadScript = async (): Promise<string> => {
      const response: { readonly default: string } = await import(
        new URL('/diagramScript.js', location.href).href
      );
      return report + response.default;
    };
    for (const source of [flow, ...Object.values(kinds), ...Object.values(hostile)]) {
      await drawDiagram(
        { source, colors: diagramColors() },
        { loadScript, startLimit: () => new AbortController().signal },
      ).catch(() => undefined);
    }
    // A last frame says that all reports of the ones before have come.
    const done =
      "parent.postMessage('done', '*'); onmessage = ({ ports: [port] }) => port.postMessage({ fault: { message: '', kind: 'defect' } });";
    await drawDiagram(
      { source: flow, colors: diagramColors() },
      { loadScript: async () => done, startLimit: () => new AbortController().signal },
    ).catch(() => undefined);
    await until('the reports', () => violations.includes('done'));
    window.removeEventListener('message', listen);
    // Newer versions of Chromium report handlers also where the sanitizer only parses them.
    equal(
      violations.filter((directive) => directive !== 'script-src-attr'),
      ['done'],
    );
    const { text } = await draw('flowchart TD\n  A --> B\n  style A fill:#123456');
    equal(/style="[^"]*fill:\s*(?:#123456|rgb\(18, 52, 86\))/.test(text), true, text);
    equal(text.includes('data-parley'), false);
  });

  it('that are too long are not drawn', async () => {
    equal(
      await reason(`flowchart TD\n${'A --> B\n'.repeat(7000)}`),
      'The source is longer than 50,000 characters.',
    );
  });

  it('are given up when they take too long, and then the next one is drawn', async () => {
    const limit = new AbortController();
    // Tells the page that it has begun, and never answers.
    const script = `onmessage = () => parent.postMessage('begun', '*');`;
    const begun = new Promise((resolve) => {
      window.addEventListener('message', resolve, { once: true });
    });
    const endless = drawDiagram(
      { source: flow, colors: diagramColors() },
      { loadScript: async () => script, startLimit: () => limit.signal },
    ).catch((error: Error) => error.message);
    const next = draw(flow).catch((error: Error) => error.message);
    await begun;
    equal(document.querySelectorAll('iframe').length, 1, 'the next one waits');
    limit.abort();
    equal(await endless, 'Drawing took longer than 10 s.');
    const drawn = await next;
    equal(typeof drawn === 'string' ? drawn : drawn.title, 'flowchart-v2');
  });

  it('send nothing to the page but through their own channel', async () => {
    const messages: unknown[] = [];
    const listen = ({ data }: MessageEvent) => messages.push(data);
    window.addEventListener('message', listen);
    await draw(flow);
    window.removeEventListener('message', listen);
    equal(messages, []);
  });
});

describe('safeSvg', () => {
  /** The allowed part of the content of a drawing. */
  const clean = (content: string): string => {
    const source = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${content}</svg>`;
    const tree = svgTree(new DOMParser().parseFromString(source, 'image/svg+xml').documentElement);
    return safeSvg(tree, 'red')
      .text.replace(/^<svg[^>]*>/, '')
      .replace(/<\/svg>$/, '');
  };
  const cases: readonly (readonly [given: string, kept: string])[] = [
    ['<path d="M0 0" marker-end="url(#a)"/>', '<path d="M0 0" marker-end="url(#a)"></path>'],
    ['<script>x</script><g/>', '<g></g>'],
    ['<a href="https://a.test"><text>t</text></a>', '<text>t</text>'],
    ['<image href="https://a.test/i.png"/><use href="#a"/>', ''],
    ['<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">a</p></foreignObject>', ''],
    ['<path href="https://a.test" xlink:href="#a"/>', '<path></path>'],
    ['<textPath href="#a">b &lt; c</textPath>', '<textPath href="#a">b &lt; c</textPath>'],
    ['<text data-a="&quot;&lt;">a&#x7f;b</text>', '<text data-a="&quot;&lt;">a\u007fb</text>'],
    ['<rect fill="url(https://a.test)"/>', '<rect fill="none"></rect>'],
    ['<rect fill="u\\72l(https://a.test)"/>', '<rect fill="none"></rect>'],
    ['<rect fill="uurl(a)rl(https://a.test)"/>', '<rect fill="none"></rect>'],
    ['<rect fill="url( #a )"/>', '<rect fill="url( #a )"></rect>'],
    ['<rect fill="ur/**/l(https://a.test)"/>', '<rect fill="none"></rect>'],
    ['<animate attributeName="href" to="javascript:x"/><set/>', ''],
  ];
  for (const [given, kept] of cases) {
    it(`makes ${JSON.stringify(kept)} of ${given}`, () => equal(clean(given), kept));
  }

  it('keeps no attribute that runs a script or has an invalid name', () => {
    const attributes = ['onclick', 'ONLOAD', 'a b', 'a"', 'xmlns', 'x'].map(
      (name) => [name, 'y'] as const,
    );
    const group = { name: 'g', attributes, children: [] };
    const { text } = safeSvg({ name: 'svg', attributes: [], children: [group] }, 'red');
    equal(text.includes('><g x="y"></g><'), true, text);
  });

  /** What is kept of a style. */
  const cleanStyle = (css: string): string => {
    const style = { name: 'style', attributes: [], children: [css] };
    const { text } = safeSvg({ name: 'svg', attributes: [], children: [style] }, 'red');
    return /<style>(.*)<\/style>/s.exec(text)?.[1] ?? 'no style';
  };

  it('keeps a style as a whole, or nothing of one that may load something', () => {
    const kept = 'a{fill:url(#d)} @keyframes b{to{x:1}} @media print{c{fill:url("#e")}}';
    equal(cleanStyle(kept), kept.replaceAll('"', '&quot;'));
    const loading = ['@import "a";', '@font-face{src:url(a)}', "b{fill:url('https://a')}"];
    const functions = ['src', 'image', 'image-set', '-webkit-image-set', 'cross-fade'].map(
      (name) => `b{background:${name}("a")}`,
    );
    for (const part of [...loading, ...functions]) {
      for (let at = 0; at <= part.length; at += 1) {
        const [start, end] = [part.slice(0, at), part.slice(at)];
        // What a cleaner could cut out, and would so join the rest.
        for (const inside of ['', part, '@import;', 'url(x)', '\\', '/**/', '\u0000', '\ufffe']) {
          equal(cleanStyle(`a{x:1}${start}${inside}${end}`), '', start + inside + end);
        }
      }
    }
  });

  it('sets the size and the background of a drawing', () => {
    const attributes = [
      ['width', '100%'],
      ['viewBox', '0 0 10.5 20'],
    ] as const;
    const { text, width, height } = safeSvg(
      { name: 'svg', attributes, children: [] },
      'rgb(1, 2, 3)',
    );
    equal([width, height], [11, 20]);
    equal(text.includes('width="11" '), true);
    equal(text.includes('background-color: rgb(1, 2, 3)'), true);
  });

  it('accepts only trees of a limited depth', () => {
    equal(isSvgNode({ name: 'svg', attributes: [['a', 'b']], children: ['c'] }), true);
    equal(isSvgNode({ name: 'svg', attributes: [['a', 1]], children: [] }), false);
    equal(isSvgNode({ name: 'svg', attributes: [], children: [{}] }), false);
    equal(isSvgNode('<svg/>'), false);
    let deep: unknown = { name: 'g', attributes: [], children: [] };
    for (let depth = 0; depth < 10_000; depth += 1) {
      deep = { name: 'g', attributes: [], children: [deep] };
    }
    equal(isSvgNode(deep), false);
  });
});

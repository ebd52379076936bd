import { breaksBalance } from '../../../../src/apply/code/items/balance.ts';
import { languageOfPath } from '../../../../src/apply/code/language/languageOfPath.ts';
import { spliced } from '../../../../src/apply/lines/splices.ts';
import { planBlock } from '../../../../src/apply/planBlock.ts';
import { statedPaths } from '../../../../src/shared/codePath/statedPath.ts';
import { codeInMarkdown } from '../../../../src/markdown/codeInMarkdown.ts';
import { loadGrammar } from '../../../support/grammars.ts';
import { loadTrees } from '../../../support/syntaxTrees.ts';
import { random } from '../../../support/random.ts';
import { randomChange, upTo } from './cases/changes.ts';
import { after, type Change, countPlaces, textOf } from './cases/editCase.ts';
import { renderings } from './cases/renderings.ts';
import { createScore } from './cases/score.ts';
import { type SourceFile, sourceTrees } from './cases/sourceFiles.ts';
import { codeStyles } from './code/codeStyles.ts';
import { declarations } from './code/declarations.ts';
import { isJson } from './data/isJson.ts';
import { seed } from '../../../support/seed.ts';
import { quantity } from '../../../support/quantity.ts';

const casesPerTree = quantity({ slice: 8, whole: 300 });

/** A block of a reply with the file that it is for. */
interface Statement {
  readonly path: string;
  readonly language: string;
  readonly block: string;
}

/** Where a reply says which file a block is for. */
interface Stated {
  /** The block as a part of a reply. */
  readonly reply: (statement: Statement, fence: string) => string;
  /** Whether the reply does say it. */
  readonly isTold: boolean;
}

function fenced(info: string, block: string, fence: string): string {
  return `${fence}${info}\n${block.replace(/\n?$/, '\n')}${fence}\n`;
}

/** A statement in the line before the fence. */
function before(line: (path: string) => string): Stated {
  return {
    isTold: true,
    reply: ({ path, language, block }, fence) =>
      `${line(path)}\n\n${fenced(language, block, fence)}`,
  };
}

/** A statement in the fence. */
function inside(info: (path: string, language: string) => string): Stated {
  return {
    isTold: true,
    reply: ({ path, language, block }, fence) => fenced(info(path, language), block, fence),
  };
}

/** The ways in which models state the file. */
const stated: Readonly<Record<string, Stated>> = {
  'path in bold': before((path) => `**${path}**`),
  'path in backticks': before((path) => `\`${path}\`:`),
  'path in bold and backticks': before((path) => `**\`${path}\`**`),
  'path as a title': before((path) => `### \`${path}\``),
  'path as a numbered title': before((path) => `#### 2. \`${path}\``),
  'path as a file': before((path) => `**File:** \`${path}\``),
  'path in a sentence': before((path) => `Then change \`${path}\` like this:`),
  'path alone': before((path) => path),
  'path as a link': before((path) => `[${path}](./${path})`),
  'path after the language': inside((path, language) => `${language} ${path}`),
  'path after a colon': inside((path, language) => `${language}:${path}`),
  'path for the language': inside((path) => path),
  'path as a title of the fence': inside((path, language) => `${language} title="${path}"`),
  'path as a name of the fence': inside((path, language) => `${language} {filename=${path}}`),
  'path with lines': inside((path) => `12:40:${path}`),
  'path in a comment': {
    isTold: true,
    reply: ({ path, language, block }, fence) => fenced(language, `// ${path}\n${block}`, fence),
  },
  'no path': {
    isTold: false,
    reply: ({ language, block }, fence) =>
      `Change it like this:\n\n${fenced(language, block, fence)}`,
  },
  'no path, but one of something else': {
    isTold: false,
    reply: ({ language, block }, fence) =>
      `This is like \`Promise.all\` in Node.js:\n\n${fenced(language, block, fence)}`,
  },
};

const fences = ['```', '````', '~~~'] as const;

/** A reply with text and a block for a terminal around the block. */
function replyOf(statement: Statement, form: Stated, next: () => number): string {
  // A fence that the block has within it would end it.
  const fence = fences.find((one) => !statement.block.includes(one)) ?? '`````';
  const chosen = fences[upTo(fences.length, next)] ?? fence;
  const own = statement.block.includes(chosen) ? fence : chosen;
  const parts = [
    'First, install what is needed:\n\n```bash\nnpm install\n```\n',
    form.reply(statement, own),
    'Then run it:\n\n```sh\nnpm test\n```\n',
  ];
  const reply = parts.join('\n');
  return next() < 0.2 ? reply.replaceAll('\n', '\r\n') : reply;
}

/** What the block of a reply does to files, as the host asks it. */
async function outcome(
  reply: string,
  files: readonly SourceFile[],
): Promise<{ readonly path?: string; readonly text?: string; readonly why: string }> {
  const blocks = codeInMarkdown(reply);
  const block = blocks[1];
  if (block === undefined || blocks.length !== 3) {
    return { why: `${blocks.length} blocks` };
  }
  const [path, other] = statedPaths(block);
  const plan = await planBlock(
    {
      text: block.text,
      language: block.language,
      path: other === undefined ? path : undefined,
      isComplete: block.isClosed,
    },
    files.map((file) => ({ ...file, seen: file.text })),
    loadGrammar,
  );
  const [one] = plan.kind === 'files' ? plan.files : [];
  const file = files.find((each) => each.path === one?.path);
  return one?.kind === 'apply' && file !== undefined
    ? { path: one.path, text: spliced(file.text, one.splices), why: one.kind }
    : {
        why:
          plan.kind === 'refuse'
            ? plan.reason
            : one?.kind === 'refuse'
              ? one.reason
              : (one?.kind ?? plan.kind),
      };
}

/** Whether a form has the path of its file in it. */
function namesItself(form: string): boolean {
  return /path|patch|diff|updated/.test(form) && !form.includes('hunk alone');
}

describe('blocks in replies about several files', () => {
  it('are for the file that the reply states, and never for another', async function () {
    this.timeout(3_600_000);
    const next = random(seed);
    const score = createScore();
    const forms = Object.entries(stated);
    for (const tree of await sourceTrees()) {
      for (let made = 0, tries = 0; made < casesPerTree && tries < casesPerTree * 40; tries += 1) {
        const file = tree.files[upTo(tree.files.length, next)];
        const [name, form] = forms[upTo(forms.length, next)] ?? [];
        const rendering = renderings[upTo(renderings.length, next)];
        const whole = file && randomChange(file, next);
        const isElided = next() < 0.1;
        const change = isElided ? whole && elided(whole, next) : whole;
        if (change === undefined || form === undefined || rendering === undefined) {
          continue;
        }
        // The same file twice, under other names: only what is stated tells which is meant.
        const twin = { ...change, path: `other/${change.path.replace(/^.*\//, '')}` };
        const { block, language, form: how } = rendering(change, next);
        // No line with a sign may have a comment before it, and a hunk alone is known by its language.
        const isHunk = how.includes('hunk alone');
        const isSaid = name !== 'path for the language' && name !== 'path with lines';
        const joined = change.before.join('\n');
        const isMinified =
          /\.min\./.test(change.path) || joined.length > 500 * change.before.length;
        if (
          (name === 'path in a comment' && /diff|patch/.test(how)) ||
          (isHunk && !isSaid) ||
          isMinified
        ) {
          continue;
        }
        made += 1;
        const files = filesOf(change, twin, tree.files);
        const reply = replyOf({ path: change.path, block, language }, form, next);
        const { path, text, why } = await outcome(reply, files);
        const isTold = form.isTold || namesItself(how);
        const damage = await damageOf(change);
        const isRight =
          path === change.path &&
          text === textOf(after(change), change.isClosed) &&
          isTold &&
          damage !== 'broken' &&
          !isElided;
        score.add({
          tree,
          path: change.path,
          form: `${name}, ${how}`,
          isUnique:
            isTold &&
            damage === undefined &&
            !isElided &&
            countPlaces(change.search, change.before) === 1,
          isApplied: text !== undefined,
          wrong: text === undefined || isRight ? undefined : reply.slice(0, 3000),
          why,
        });
      }
    }
    score.check(`seed ${seed}`);
  });
});

/** A change whose replacement has words for code that it leaves out, which nothing may write; undefined if it is too short. */
function elided(change: Change, next: () => number): Change | undefined {
  const { search, path } = change;
  const [first = '', ...rest] = search;
  const gone = rest.slice(0, -1).filter((line) => /^\s*[^\W#]\w{2}/.test(line));
  const { comment = '//', commentEnd = '' } = codeStyles[/\w+$/.exec(path)?.[0] ?? ''] ?? {};
  const said = ['... existing code ...', 'rest unchanged', '...', 'resto del código', 'wie gehabt'];
  const mark = `${comment} ${said[upTo(said.length, next)] ?? ''}${commentEnd}`;
  const isCode = codeStyles[/\w+$/.exec(path)?.[0] ?? ''] !== undefined;
  return gone.length < 2 || !isCode
    ? undefined
    : { ...change, replace: [first, mark, ...rest.slice(-1)] };
}

/**
 * What a change does to the code of its file: `broken` if a parser finds more errors afterwards, so that it must not be
 * applied; `doubtful` if something is declared twice or indented by nothing, for which it may be refused.
 */
async function damageOf(change: Change): Promise<'broken' | 'doubtful' | undefined> {
  const texts = [change.before, after(change)].map((lines) => textOf(lines, change.isClosed));
  if (change.path.endsWith('.json')) {
    return isJson(texts[0]) && !isJson(texts[1]) ? 'broken' : undefined;
  }
  const language = languageOfPath(change.path);
  const parse = language && (await loadTrees(language));
  if (parse === undefined) {
    return undefined;
  }
  const [had, has] = [change.before, after(change)].map((lines) => {
    const { declared, errors } = declarations(textOf(lines, change.isClosed), parse);
    return { declared, errors: errors + (language === 'python' ? bodiless(lines) : 0) };
  });
  if (had === undefined || has === undefined || has.errors > had.errors) {
    return 'broken';
  }
  const names = has.declared.map(({ name }) => name);
  const isRepeated = names.some(
    (name, at) =>
      names.indexOf(name) !== at &&
      names.filter((one) => one === name).length >
        had.declared.filter((one) => one.name === name).length,
  );
  const isOpen = language === 'python' && breaksBalance(change.before, after(change), language);
  return isRepeated || isOpen ? 'doubtful' : undefined;
}

/** How many statements of Python have no body, which its grammar takes for none. */
function bodiless(lines: readonly string[]): number {
  const indent = (line: string | undefined): number => /^\s*/.exec(line ?? '')?.[0].length ?? 0;
  const bare = lines
    .join('\n')
    .replaceAll(/("""|''')[\s\S]*?\1/g, '""')
    .split('\n');
  const code = bare.filter((line) => /^\s*[^\s#]/.test(line));
  const words = /^\s*(?:if|elif|else|for|while|with|try|except|finally|def|class)\b.*:(?:\s*#.*)?$/;
  return code.filter((line, at) => words.test(line) && indent(code[at + 1]) <= indent(line)).length;
}

/** The file of a change, another one with the same text, and a third. */
function filesOf(
  change: Change,
  twin: Change,
  others: readonly SourceFile[],
): readonly SourceFile[] {
  const text = textOf(change.before, change.isClosed);
  const third = others.find(({ path }) => path !== change.path);
  return [
    { path: twin.path, text },
    { path: change.path, text },
    ...(third === undefined ? [] : [third]),
  ];
}

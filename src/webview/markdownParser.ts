import Parser, { type Env, type MarkdownIt, type Token } from 'markdown-it';

/** What a link reference definition gives (CommonMark 0.31, "Link reference definitions"). */
export interface LinkReference {
  readonly href: string;
  readonly title: string;
}

/** A top-level block of a markdown source, whose inline content has not been parsed yet. */
export interface Block {
  /** Type of the first token, such as `paragraph_open` or `fence`. */
  readonly type: string;
  /** Index of the first line in the source, counted from 0. */
  readonly startLine: number;
  readonly tokens: readonly Token[];
  /** The labels that link reference definitions inside the block define, normalised. */
  readonly definedLabels: readonly string[];
}

/** The blocks of a source, and the definitions found in them; of two with one label the first. */
export interface ParsedBlocks {
  readonly blocks: readonly Block[];
  readonly definitions: Readonly<Record<string, LinkReference>>;
}

const blockParser = createParser(['block']);
const inlineParser = createParser(['inline', 'linkify', 'text_join']);

/** Parses the block structure of text with `\n` as line break. A fault of the parser is thrown. */
export function parseBlocks(source: string): ParsedBlocks {
  const definitions: Record<string, LinkReference> = {};
  const env: Env = { references: definitions };
  return { blocks: topLevelBlocks(blockParser.parse(source, env)), definitions };
}

/**
 * Parses the inline content of a block in place; doing it again starts afresh. `lookUp` is asked
 * for each reference label that the content may use.
 */
export function parseInlines(
  block: Block,
  lookUp: (label: string) => LinkReference | undefined,
): void {
  const references: Record<string, LinkReference> = new Proxy(
    {},
    { get: (_, label) => (typeof label === 'string' ? lookUp(label) : undefined) },
  );
  const state = new inlineParser.core.State('', inlineParser, { references });
  state.tokens = [...block.tokens];
  for (const token of state.tokens) {
    token.children = token.type === 'inline' ? [] : token.children;
  }
  inlineParser.core.process(state);
}

function createParser(coreRules: string[]): MarkdownIt {
  const parser = new Parser({ html: false, linkify: true, typographer: false });
  parser.core.ruler.enableOnly(coreRules);
  // Only what is written as an address is one: `main.rs` and `README.md` are file names here.
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  return parser;
}

function topLevelBlocks(tokens: readonly Token[]): readonly Block[] {
  const blocks: Block[] = [];
  let start = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.level === 0 && token.nesting <= 0) {
      blocks.push(blockOf(tokens.slice(start, index + 1)));
      start = index + 1;
    }
  }
  return blocks;
}

function blockOf(tokens: readonly Token[]): Block {
  const labels = tokens.map(({ meta }) => meta?.['label']);
  return {
    type: tokens[0]?.type ?? '',
    startLine: tokens[0]?.map?.[0] ?? 0,
    tokens,
    definedLabels: labels.filter((label) => typeof label === 'string'),
  };
}

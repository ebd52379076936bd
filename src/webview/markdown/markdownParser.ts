import type { Env, MarkdownIt, Token } from 'markdown-it';
import { createParser } from '../../markdown/createParser.ts';
import { mayEndInMath } from '../../markdown/mathRules.ts';

type Delimiter = InstanceType<MarkdownIt['inline']['State']>['delimiters'][number];

/** What a link reference definition gives (CommonMark 0.31, "Link reference definitions"). */
export interface LinkReference {
  readonly href: string;
  readonly title: string;
}

/** A block of a markdown source, whose inline content has not been parsed yet. */
export interface Block {
  /** Type of the first token, such as `paragraph_open` or `fence`. */
  readonly type: string;
  /** Index of the first line in the source, counted from 0. */
  readonly startLine: number;
  /** Index of the line after the last one. */
  readonly endLine: number;
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
  return { blocks: splitBlocks(blockParser.parse(source, env), 0), definitions };
}

/**
 * Parses the inline content of a block in place; doing it again starts afresh. `lookUp` is asked
 * for each reference label that the content may use.
 */
export function parseInlines(block: Block, lookUp: LookUp): void {
  const state = new inlineParser.core.State('', inlineParser, inlineEnv(lookUp));
  state.tokens = [...block.tokens];
  for (const token of state.tokens) {
    token.children = token.type === 'inline' ? [] : token.children;
  }
  inlineParser.core.process(state);
}

/** Inline content that stands for itself, without a paragraph around it. */
export function inlineBlock(content: string): Block {
  const token = new inlineParser.core.State('', inlineParser, {}).Token;
  const inline = new token('inline', '', 0);
  inline.content = content;
  return { ...blockOf([inline]), type: 'inline' };
}

/**
 * Whether inline content that ends where a new word begins reads the same whatever follows: nothing
 * in it waits for its other end.
 */
export function isSelfContained(content: string, lookUp: LookUp): boolean {
  const { State } = inlineParser.inline;
  const state = new State(content, inlineParser, inlineEnv(lookUp), []);
  inlineParser.inline.tokenize(state);
  inlineParser.inline.ruler2.getRules('').forEach((rule) => rule(state));
  const text = state.tokens.map((token) => (token.type === 'text' ? token.content : '\n')).join('');
  return (
    !text.includes('`') &&
    !mayEndInMath.test(content) &&
    !hasOpenBracket(text) &&
    !hasOpenDelimiter(state.delimiters) &&
    !(text.includes('](') && mayEndInLinkTarget.test(content))
  );
}

/** Gives what a reference label stands for. */
export type LookUp = (label: string) => LinkReference | undefined;

function inlineEnv(lookUp: LookUp): Env {
  const references: Record<string, LinkReference> = new Proxy(
    {},
    { get: (_, label) => (typeof label === 'string' ? lookUp(label) : undefined) },
  );
  return { references };
}

/** A link's address and title as far as they go (CommonMark 0.31, "Links"). */
const mayEndInLinkTarget =
  /\]\(\s*(?:<[^<>\n]*>?|[^\s<]\S*)?(?:\s+(?:"(?:\\[^]|[^"\\])*\\?"?|'(?:\\[^]|[^'\\])*\\?'?|\((?:\\[^]|[^()\\])*\\?\)?)?)?\s*$/;

function hasOpenBracket(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    depth = Math.max(0, depth + (character === '[' ? 1 : character === ']' ? -1 : 0));
  }
  return depth > 0;
}

/** An opener between the two ends of another pair can no longer be closed. */
function hasOpenDelimiter(delimiters: readonly Delimiter[]): boolean {
  let closedUpTo = -1;
  return delimiters.some(({ open, end }, index) => {
    closedUpTo = Math.max(closedUpTo, end);
    return open && end === -1 && index > closedUpTo;
  });
}

/** The blocks right inside a list, a list item, a quote or a table. */
export function childBlocks({ tokens }: Block): readonly Block[] {
  return splitBlocks(tokens.slice(1, -1), (tokens[0]?.level ?? 0) + 1);
}

function splitBlocks(tokens: readonly Token[], level: number): readonly Block[] {
  const blocks: Block[] = [];
  let start = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.level === level && token.nesting <= 0) {
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
    endLine: tokens[0]?.map?.[1] ?? 0,
    tokens,
    definedLabels: labels.filter((label) => typeof label === 'string'),
  };
}

/** What the parser makes of a source of which the last line may be incomplete. */
export interface Reading extends ParsedBlocks {
  readonly source: string;
  readonly lines: readonly string[];
}

/** Reads the block structure of a source. A fault of the parser is thrown. */
export function read(source: string): Reading {
  return { ...parseBlocks(source), source, lines: source.split('\n') };
}

/** The block at this place; throws `Diverged` where there is none. */
export function blockAt(blocks: readonly Block[], index: number): Block {
  const block = blocks[index];
  if (block === undefined) {
    throw new Diverged();
  }
  return block;
}

/** Thrown where finished parts of a block are not what they seemed: it is to be rendered anew. */
export class Diverged extends Error {}

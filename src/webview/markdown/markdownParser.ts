import type { Env, MarkdownIt, Token } from 'markdown-it';
import { createParser } from '../../markdown/createParser.ts';
import { mayContinueAsMath } from '../../markdown/mathRules.ts';
import { learnReferences } from './characterReferences.ts';
import { noteLinesBefore, textBefore } from './textBefore.ts';

type Delimiter = InstanceType<MarkdownIt['inline']['State']>['delimiters'][number];

/** What a link reference definition says (CommonMark 0.31, "Link reference definitions"). */
export interface LinkReference {
  readonly href: string;
  readonly title: string;
}

/** Gives what a normalised reference label refers to; `undefined` where nothing defines it. */
export type LookUp = (label: string) => LinkReference | undefined;

/** A block of a markdown source. Its inline content is parsed only by `parseInlines`. */
export interface Block {
  /** Type of the first token, such as `paragraph_open` or `fence`. */
  readonly type: string;
  /** Index of the first line in the source, counted from 0. */
  readonly startLine: number;
  /** Index of the line after the last one. */
  readonly endLine: number;
  /** Length of its text, in UTF-16 code units. */
  readonly length: number;
  readonly tokens: readonly Token[];
  /** The labels, normalised, that link reference definitions inside the block define. */
  readonly definedLabels: readonly string[];
}

/** The block structure of a source. Its last line may be incomplete. */
export interface ParsedSource {
  readonly source: string;
  readonly lines: readonly string[];
  readonly blocks: readonly Block[];
  /** What the source defines, by normalised label. The first definition of a label counts. */
  readonly definitions: Readonly<Record<string, LinkReference>>;
  /** The text before an offset in the source, from its last line on, if no code is after that. */
  readonly textBefore: (offset: number) => string;
}

const blockParser = createParser(['block']);
const inlineParser = createParser(['inline', 'linkify', 'text_join']);

/**
 * Parses the block structure of text whose line breaks are `\n`. The text itself begins at `start`, and `before` is what
 * precedes it, from its last line on. Throws what the parser throws.
 */
export function parseSource(source: string, start = 0, before = ''): ParsedSource {
  learnReferences(source);
  const definitions: Record<string, LinkReference> = {};
  const env: Env = { references: definitions };
  const tokens = blockParser.parse(source, env);
  const after = { source, start, before };
  noteLinesBefore(tokens, after);
  return {
    source,
    lines: source.split('\n'),
    blocks: splitBlocks(tokens, 0),
    definitions,
    textBefore: (offset) => textBefore(tokens, after, offset),
  };
}

/** The blocks directly inside a list, a list item, a quote or a table. */
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
    length: tokens.reduce((length, { content }) => length + content.length, 0),
    tokens,
    definedLabels: labels.filter((label) => typeof label === 'string'),
  };
}

/**
 * Parses the inline content of a block into the `children` of its tokens, which are replaced when
 * it is called again. Calls `lookUp` for each reference label that the content may use. Throws what
 * the parser throws.
 */
export function parseInlines(block: Block, lookUp: LookUp): void {
  const state = new inlineParser.core.State('', inlineParser, inlineEnv(lookUp));
  state.tokens = [...block.tokens];
  for (const token of state.tokens) {
    token.children = token.type === 'inline' ? [] : token.children;
  }
  inlineParser.core.process(state);
}

/** A block of inline content only, without a paragraph around it. */
export function inlineBlock(content: string): Block {
  const token = new inlineParser.core.State('', inlineParser, {}).Token;
  const inline = new token('inline', '', 0);
  inline.content = content;
  return { ...blockOf([inline]), type: 'inline' };
}

/**
 * Whether inline content, cut before a word, has the same meaning whatever follows: no construct in
 * it is still open.
 */
export function isSelfContained(content: string, lookUp: LookUp): boolean {
  const { State } = inlineParser.inline;
  const state = new State(content, inlineParser, inlineEnv(lookUp), []);
  inlineParser.inline.tokenize(state);
  inlineParser.inline.ruler2.getRules('').forEach((rule) => rule(state));
  const text = state.tokens.map((token) => (token.type === 'text' ? token.content : '\n')).join('');
  return (
    !text.includes('`') &&
    !mayContinueAsMath(state.tokens) &&
    !hasOpenBracket(text) &&
    !hasOpenDelimiter(state.delimiters) &&
    !(text.includes('](') && mayEndInLinkTarget.test(content))
  );
}

function inlineEnv(lookUp: LookUp): Env {
  const references: Record<string, LinkReference> = new Proxy(
    {},
    { get: (_, label) => (typeof label === 'string' ? lookUp(label) : undefined) },
  );
  return { references };
}

/**
 * The start of a link's destination and title, up to the end (CommonMark 0.31, "Links"). White space is matched in one
 * place only: a run of it in several would take a time that grows with its third power.
 */
const mayEndInLinkTarget =
  /\]\(\s*(?:(?:<(?:\\[^\n]|[^<>\n\\])*(?:>|\\?$)|[^\s<]\S*)(?:\s+|$))?(?:$|(?<=\s)(?:"(?:\\[^]|[^"\\])*(?:"\s*|\\?)$|'(?:\\[^]|[^'\\])*(?:'\s*|\\?)$|\((?:\\[^]|[^()\\])*(?:\)\s*|\\?)$))/;

function hasOpenBracket(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    depth = Math.max(0, depth + (character === '[' ? 1 : character === ']' ? -1 : 0));
  }
  return depth > 0;
}

/** Whether a delimiter can still be closed: one inside a closed pair no longer can. */
function hasOpenDelimiter(delimiters: readonly Delimiter[]): boolean {
  let closedUpTo = -1;
  return delimiters.some(({ open, end }, index) => {
    closedUpTo = Math.max(closedUpTo, end);
    return open && end === -1 && index > closedUpTo;
  });
}

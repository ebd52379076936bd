import { createBlockCommitter } from './blockCommitter.ts';
import { fenceOpening } from './fence.ts';
import { parseBlocks, type ParsedBlocks } from './markdownParser.ts';
import { createOpenFence, type OpenFence } from './openFence.ts';
import { plainText } from './renderBlock.ts';
import { lineOffset, settledCount } from './settledBlocks.ts';

/** Renders text in pieces and keeps only the open tail of it. */
export interface TailRenderer {
  append(text: string): void;
  /** Adds the last piece and settles everything. */
  end(text: string): void;
}

/** A longer tail is shown as it came and only parsed again when it has doubled. */
const maxLiveTailLength = 100_000;

/** Renders into `target`; line breaks in the text are `\n`. */
export function createTailRenderer(target: HTMLElement): TailRenderer {
  const committer = createBlockCommitter(target);
  let tail = '';
  let fence: OpenFence | undefined;
  let parseAtLength = 0;
  let plain: Text | undefined;

  const addToFence = (text: string): string => {
    const rest = fence?.append(text);
    if (fence !== undefined && rest === undefined) {
      return '';
    }
    fence = undefined;
    return rest ?? text;
  };
  const settle = ({ blocks, definitions }: ParsedBlocks, count: number): void => {
    committer.commit(blocks.slice(0, count), definitions);
    const next = blocks[count];
    tail = tail.slice(lineOffset(tail, next?.startLine ?? 0));
    const open = blocks.slice(count);
    const opened = open.length === 1 && next?.type === 'fence' ? openFenceOf(tail) : undefined;
    if (opened === undefined) {
      committer.showOpenBlocks(open, definitions);
    } else {
      fence = opened;
      tail = '';
      committer.commitNode(opened.node);
    }
  };
  const showPlain = (): void => {
    plain = document.createTextNode(tail);
    committer.showOpen(plainText(plain));
  };
  return {
    append(text) {
      const added = addToFence(text);
      tail += added;
      if (tail.length < parseAtLength) {
        plain?.appendData(added);
        return;
      }
      const parsed = tryParse(tail);
      if (parsed !== undefined) {
        settle(parsed, settledCount(tail, parsed.blocks));
      }
      if (parsed === undefined || tail.length > maxLiveTailLength) {
        parseAtLength = 2 * tail.length;
        showPlain();
      }
    },
    end(text) {
      tail += addToFence(text);
      fence?.end();
      const parsed = tryParse(tail);
      if (parsed === undefined) {
        committer.commitNode(plainText(document.createTextNode(tail)));
      } else {
        committer.commit(parsed.blocks, parsed.definitions);
      }
      tail = '';
    },
  };
}

function tryParse(source: string): ParsedBlocks | undefined {
  try {
    return parseBlocks(source);
  } catch {
    return undefined;
  }
}

/** The fence that is open at the end of a tail that holds nothing else, with its code so far. */
function openFenceOf(tail: string): OpenFence | undefined {
  const firstBreak = tail.indexOf('\n');
  const opening = firstBreak === -1 ? undefined : fenceOpening(tail.slice(0, firstBreak));
  const fence = opening && createOpenFence(opening);
  const isClosed = fence?.append(tail.slice(firstBreak + 1)) !== undefined;
  return isClosed ? undefined : fence;
}

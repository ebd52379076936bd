import { isFiniteNumber, isRecord, isString, type WireObject } from '../../shared/guards.ts';
import type { ServiceEvent } from '../../shared/service/chatCompletion.ts';

/** Reads the tool calls of one reply, streamed or whole. */
export interface ToolCallReader {
  /**
   * Appends an event for each piece of a tool call in a delta or message (`docs/service-interface.md`,
   * "Chat completion chunk object" 5). What exceeds the limits is left out.
   */
  read(holder: WireObject, events: ServiceEvent[]): void;
}

/** The most that is kept of a reply; lengths are in characters, that of arguments for all calls. */
const limits = { calls: 100, nameLength: 200, argumentsLength: 100_000 };

/** A call that has begun. */
interface Begun {
  /** The index that the service gave it. */
  readonly wireIndex: Piece['wireIndex'];
  id: string | undefined;
  name: string;
}

/** Makes a reader for one reply. */
export function createToolCallReader(): ToolCallReader {
  const calls: Begun[] = [];
  let roomForArguments = limits.argumentsLength;

  function cut(text: string): string {
    const piece = text.slice(0, roomForArguments);
    const isCut = piece.length < text.length && roomForArguments > 0;
    roomForArguments -= piece.length;
    return isCut ? `${piece}…` : piece;
  }

  function read(piece: Piece, isFirst: boolean, events: ServiceEvent[]): void {
    const known = indexOf(piece, isFirst, calls);
    const index = known === -1 ? calls.length : known;
    if (index === limits.calls) {
      return;
    }
    const call = (calls[index] ??= { wireIndex: piece.wireIndex, id: undefined, name: '' });
    // Some servers repeat id and name with every piece.
    const id = call.id === undefined ? piece.id : undefined;
    const name = call.name === '' ? piece.name : '';
    const added = cut(piece.arguments);
    call.id ??= id;
    call.name ||= name;
    if (id !== undefined || name !== '' || added !== '') {
      events.push({ kind: 'toolCall', index, id, name, arguments: added });
    }
  }

  return {
    read(holder, events) {
      piecesOf(holder).forEach((piece, position) => read(piece, position === 0, events));
    },
  };
}

/** A piece of a call, as a service sent it. */
interface Piece {
  readonly wireIndex: number | string | undefined;
  readonly id: string | undefined;
  readonly name: string;
  readonly arguments: string;
}

/** The pieces in `tool_calls`, or in `function_call`, its predecessor. */
function piecesOf({ tool_calls: calls, function_call: call }: WireObject): readonly Piece[] {
  if (Array.isArray(calls)) {
    return calls.slice(0, limits.calls).filter(isRecord).map(pieceOf).filter(isNotEmpty);
  }
  return isRecord(call) ? [pieceOf({ function: call })] : [];
}

function pieceOf(call: WireObject): Piece {
  const { id, index } = call;
  const body = [call['function'], call['custom'], call].find(isRecord) ?? {};
  return {
    wireIndex: isFiniteNumber(index) || isString(index) ? index : undefined,
    id: isString(id) && id !== '' ? id.slice(0, limits.nameLength) : undefined,
    name: isString(body['name']) ? body['name'].slice(0, limits.nameLength) : '',
    arguments: argumentsText(body['arguments'] ?? body['input']),
  };
}

function isNotEmpty({ id, name, arguments: text }: Piece): boolean {
  return id !== undefined || name !== '' || text !== '';
}

/** Arguments as text. Some servers send them as JSON and not as a text with JSON. */
function argumentsText(value: unknown): string {
  if (isString(value)) {
    return value;
  }
  try {
    return value === undefined || value === null ? '' : JSON.stringify(value);
  } catch {
    // It is nested too deep.
    return '';
  }
}

/**
 * The index of the call that a piece continues; -1 if it begins another one. Some servers send no index,
 * or the same one with every call. `isFirst` tells whether the piece is the first of its chunk.
 */
function indexOf(
  { wireIndex, id, name }: Piece,
  isFirst: boolean,
  calls: readonly Begun[],
): number {
  if (wireIndex !== undefined) {
    const index = calls.findLastIndex((call) => call.wireIndex === wireIndex);
    const knownId = calls[index]?.id;
    return id !== undefined && knownId !== undefined && id !== knownId ? -1 : index;
  }
  if (id !== undefined) {
    return calls.findLastIndex((call) => call.id === id);
  }
  const last = calls.at(-1);
  const isSame = name === '' || last?.name === '' || name === last?.name;
  return isFirst && isSame ? calls.length - 1 : -1;
}

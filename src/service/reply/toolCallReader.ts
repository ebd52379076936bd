import { isFiniteNumber, isRecord, isString, type WireObject } from '../../shared/guards.ts';
import type { ServiceEvent } from '../../shared/service/chatCompletion.ts';
import { JsonProgress } from '../parseJson.ts';

/** The most that is kept of a reply. Lengths are in characters; that of arguments is for all calls together. */
interface ToolCallLimits {
  readonly calls: number;
  readonly nameLength: number;
  readonly idLength: number;
  readonly argumentsLength: number;
  /** Of what a service wants back with a call, as JSON. */
  readonly extraLength: number;
}

/** For calls that are only shown. */
const shown: ToolCallLimits = {
  calls: 100,
  nameLength: 200,
  idLength: 200,
  argumentsLength: 100_000,
  extraLength: 0,
};

/** For calls that are carried out: arguments can be files, and some gateways keep data in an ID. */
const carriedOut: ToolCallLimits = {
  calls: 200,
  nameLength: 200,
  idLength: 20_000,
  argumentsLength: 4_000_000,
  extraLength: 200_000,
};

/** A call that has begun. */
interface Begun {
  /** The index that the service gave it. */
  readonly wireIndex: Piece['wireIndex'];
  id: string | undefined;
  name: string;
  arguments: string;
  readonly progress: JsonProgress;
}

/** Reads the tool calls of one reply, streamed or whole. */
export class ToolCallReader {
  readonly #limits: ToolCallLimits;
  readonly #calls: Begun[] = [];
  #roomForArguments: number;
  #hasTooMany = false;

  /** `hasTools` says that the request offered tools, so that calls are carried out. */
  constructor(hasTools = false) {
    this.#limits = hasTools ? carriedOut : shown;
    this.#roomForArguments = this.#limits.argumentsLength;
  }

  /**
   * Appends an event for each piece of a tool call in a delta or message (`docs/service-interface.md`,
   * "Chat completion chunk object" 5). What exceeds the limits is left out, and its call is marked as cut. Gives
   * whether one of the pieces is new, be it left out: empty ones and repetitions are not.
   */
  read(holder: WireObject, events: ServiceEvent[]): boolean {
    const news = piecesOf(holder, this.#limits).map((piece, position) =>
      this.#readPiece(piece, position === 0, events),
    );
    return news.includes(true);
  }

  #readPiece(piece: Piece, isFirst: boolean, events: ServiceEvent[]): boolean {
    const known = placeOf(piece, isFirst, this.#calls);
    if (known === 'repeated') {
      return false;
    }
    const index = known ?? this.#calls.length;
    if (index === this.#limits.calls) {
      if (!this.#hasTooMany) {
        this.#hasTooMany = true;
        events.push(emptyPiece(this.#limits.calls - 1));
      }
      return piece.arguments !== '';
    }
    const call = this.#calls[index] ?? this.#begin(piece);
    // Some servers repeat id and name with every piece.
    const id = call.id === undefined ? piece.id : undefined;
    const name = call.name === '' ? piece.name : '';
    const { added, ...mark } = this.#cut(piece.arguments);
    call.id ??= id;
    call.name ||= name;
    call.arguments += added;
    call.progress.read(added);
    const extra = extraOf(piece, this.#limits);
    const isNew = id !== undefined || name !== '' || added !== '' || Object.keys(mark).length > 0;
    if (isNew) {
      events.push({ kind: 'toolCall', index, id, name, arguments: added, ...mark, ...extra });
    }
    return isNew;
  }

  #begin({ wireIndex }: Piece): Begun {
    const progress = new JsonProgress();
    const call = { wireIndex, id: undefined, name: '', arguments: '', progress };
    this.#calls.push(call);
    return call;
  }

  /** As much of a piece of arguments as there is room for. */
  #cut(text: string | undefined): { readonly added: string; readonly isCut?: true } {
    const piece = text?.slice(0, this.#roomForArguments) ?? '';
    const added = piece === text || piece === '' ? piece : `${piece}…`;
    this.#roomForArguments -= piece.length;
    return piece === text ? { added } : { added, isCut: true };
  }
}

/** Marks a call as cut. */
function emptyPiece(index: number): ServiceEvent {
  return { kind: 'toolCall', index, id: undefined, name: '', arguments: '', isCut: true };
}

/** A piece of a call, as a service sent it. */
interface Piece {
  readonly wireIndex: number | string | undefined;
  readonly id: string | undefined;
  readonly name: string;
  /** Undefined if they are nested too deep. */
  readonly arguments: string | undefined;
  readonly extraContent: unknown;
}

/** The pieces in `tool_calls`, or in `function_call`, its predecessor. */
function piecesOf(
  { tool_calls: calls, function_call: call }: WireObject,
  limits: ToolCallLimits,
): readonly Piece[] {
  const read = (one: WireObject): Piece => pieceOf(one, limits);
  if (Array.isArray(calls)) {
    // One more than the limit shows that there are too many.
    return calls
      .slice(0, limits.calls + 1)
      .filter(isRecord)
      .map(read)
      .filter(isNotEmpty);
  }
  return isRecord(call) ? [read({ function: call })] : [];
}

function pieceOf(call: WireObject, { idLength, nameLength }: ToolCallLimits): Piece {
  const { id, index } = call;
  const body = [call['function'], call['custom'], call].find(isRecord) ?? {};
  return {
    wireIndex: isFiniteNumber(index) || isString(index) ? index : undefined,
    id: isString(id) && id !== '' ? id.slice(0, idLength) : undefined,
    name: isString(body['name']) ? body['name'].slice(0, nameLength) : '',
    arguments: argumentsText(body['arguments'] ?? body['input']),
    extraContent: call['extra_content'],
  };
}

function isNotEmpty({ id, name, arguments: text }: Piece): boolean {
  return id !== undefined || name !== '' || text !== '';
}

/** Google's signature of a thought, which has to come back with the call. */
function extraOf(
  { extraContent }: Piece,
  { extraLength }: ToolCallLimits,
): { readonly extraContent?: WireObject } {
  const length = isRecord(extraContent) ? argumentsText(extraContent)?.length : undefined;
  return isRecord(extraContent) && length !== undefined && length <= extraLength
    ? { extraContent }
    : {};
}

/** Arguments as text, undefined if they are nested too deep. Some servers send them as JSON and not as a text. */
function argumentsText(value: unknown): string | undefined {
  if (isString(value)) {
    return value;
  }
  try {
    return value === undefined || value === null ? '' : JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/**
 * The index of the call that a piece continues; undefined if it begins another one, and `repeated` if it says a
 * whole call again. Some servers send no index, or the same one or the same ID with every call. `isFirst` tells
 * whether the piece is the first of its chunk.
 */
function placeOf(
  piece: Piece,
  isFirst: boolean,
  calls: readonly Begun[],
): number | 'repeated' | undefined {
  const index = continuedIndex(piece, isFirst, calls);
  const call = calls[index];
  const isWhole =
    piece.name !== '' && call?.progress.isComplete === true && beginsObject(piece.arguments);
  if (!isWhole) {
    return index === -1 ? undefined : index;
  }
  const isSame = piece.name === call.name && piece.arguments === call.arguments;
  return isSame ? 'repeated' : undefined;
}

/** -1 if there is none. */
function continuedIndex(
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

function beginsObject(text: string | undefined): boolean {
  return text?.trimStart().startsWith('{') === true;
}

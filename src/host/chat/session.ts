import * as vscode from 'vscode';
import type { ReadyTarget } from '../connections/target.ts';
import {
  applyEvent,
  emptyConversation,
  pathTo,
  runningTurn,
} from '../../conversation/conversationState.ts';
import { exchanges } from '../../conversation/exchanges.ts';
import { type ImageUrl, imagesOf } from '../../conversation/request/sentImages.ts';
import { withFingerprintBefore } from '../../conversation/servedBy.ts';
import {
  type Conversation,
  type ConversationTarget,
  isConnectionId,
  type Reply,
  type Turn,
  type UserMessage,
} from '../../shared/conversation/conversation.ts';
import type { FormatCheck } from '../../shared/conversation/formatCheck.ts';
import type { WireObject } from '../../shared/guards.ts';
import type { ConversationEvent, HeadEvent } from '../../shared/conversation/conversationEvent.ts';
import type { ChatCompletionRequest, Model } from '../../shared/service/chatCompletion.ts';
import { addAdjustments, type RequestAdjustment } from '../../shared/service/requestAdjustment.ts';
import type { OwnParameters } from '../../shared/service/requestParameters.ts';
import type { Image } from '../../shared/images/image.ts';
import { buildRequest, requestedSchema, retryAdjustments } from './buildRequest.ts';
import { type HeldBack, ReplyRun, type ReplyServices } from './replyRun.ts';
import type { AdjustmentMemory } from './requestAdjustments.ts';

/** The bytes of the images of a chat. Nothing of it rejects. */
export interface SessionImages {
  /** Reads images. The result gives the data URL of each that is there. */
  load(chat: Conversation, images: readonly Image[]): Promise<ImageUrl>;
  /** Keeps an image that a model made, given as Base64; undefined if that is no image or could not be kept. */
  keep(chat: Conversation, base64: string): Promise<Image | undefined>;
}

/** What a session needs of the world. */
export interface SessionServices extends ReplyServices {
  readonly adjustments?:
    | Pick<AdjustmentMemory, 'of' | 'remember' | 'rememberEfforts' | 'rememberImagesRefused'>
    | undefined;
  /** The model of a target in the list of its service, if it is known. Sends no request. */
  readonly listed?: ((target: ReadyTarget) => Model | undefined) | undefined;
  /** Checks a complete reply against the schema that its request asked for. Never rejects. */
  readonly checkReply?: ((text: string, schema: WireObject) => Promise<FormatCheck>) | undefined;
  readonly images?: SessionImages | undefined;
  /** Whether a text contains an API key or a secret header. */
  readonly holdsSecret?: ((text: string) => boolean) | undefined;
}

/** A turn to add, and how its reply is requested. */
export interface NewTurn extends Pick<Turn, 'user' | 'parentId' | 'isContinuation'> {
  /** The reply to the same message that is requested once more, and an adjustment in addition to its own. */
  readonly again?:
    { readonly reply: Reply; readonly adjustment?: RequestAdjustment | undefined } | undefined;
  /** Missing if it is sent at once. */
  readonly heldBack?: HeldBack | undefined;
  /** The turn whose reply is shown beside the new one. */
  readonly besideId?: string | undefined;
}

/** An event that a session has applied, and where it happened. */
export interface AppliedEvent {
  readonly event: ConversationEvent;
  /** An event from another window is already stored. */
  readonly from: 'here' | 'otherWindow';
}

/** A conversation in memory. Applies every event once and notifies those who show or save it. */
export class ChatSession implements vscode.Disposable {
  readonly #services: SessionServices;
  readonly #applied = new vscode.EventEmitter<AppliedEvent>();
  #conversation: Conversation;
  #run: ReplyRun | undefined;
  #isDisposed = false;

  /** After an event has changed the conversation. */
  readonly onDidApply = this.#applied.event;

  /** Continues `conversation`, by default a new one. */
  constructor(services: SessionServices, conversation: Conversation = newConversation()) {
    this.#services = services;
    this.#conversation = conversation;
  }

  get conversation(): Conversation {
    return this.#conversation;
  }

  get isRunning(): boolean {
    return runningTurn(this.#conversation) !== undefined;
  }

  /**
   * The request for a message at the end, or after another turn than the last one shown. Sends nothing and changes
   * nothing. `urlOf` has the images; without it, their data is left out.
   */
  nextRequest(
    user: UserMessage,
    target: ReadyTarget,
    { parentId }: Pick<Turn, 'parentId'> = { parentId: this.#conversation.headId },
    urlOf?: ImageUrl,
  ): ChatCompletionRequest {
    const turn = newTurn(user, target, parentId);
    return this.#request([...pathTo(this.#conversation, parentId), turn], target, [], urlOf);
  }

  /**
   * Reads the images of a request for a message after a turn, by default after the last one shown. `gone` are those
   * whose files are gone.
   */
  async loadImages(
    user: UserMessage,
    { parentId }: Pick<Turn, 'parentId'> = { parentId: this.#conversation.headId },
  ) {
    const before = imagesOf(pathTo(this.#conversation, parentId));
    const images = [...before, ...(user.images ?? [])];
    const urlOf = await this.#load(images);
    return { urlOf, gone: images.filter((image) => urlOf(image) === undefined) };
  }

  /**
   * Adds a turn and requests its reply. Resolves when the reply has ended. Does nothing while a reply is running, as
   * only one may run in a conversation, or after `dispose`. The adjustments of a failed request are kept when it is
   * sent again, because a service may reject several fields one after another.
   */
  async ask(
    { user, parentId, isContinuation, again, heldBack, besideId }: NewTurn,
    target: ReadyTarget,
  ): Promise<void> {
    if (this.isRunning || this.#isDisposed) {
      return;
    }
    const more = again === undefined ? [] : retryAdjustments(again.reply, target, again.adjustment);
    const begun = newTurn(user, target, parentId);
    const turn = isContinuation === true ? { ...begun, isContinuation } : begun;
    const path = [...pathTo(this.#conversation, parentId), turn];
    const images = imagesOf(path);
    const withoutData = this.#request(path, target, more);
    const { adjustments = [] } = withoutData;
    const reply = adjustments.length === 0 ? turn.reply : { ...turn.reply, changes: adjustments };
    if (besideId !== undefined) {
      this.#apply({ kind: 'besideSet', turnId: besideId });
    }
    this.#apply({ kind: 'turnStarted', turn: { ...turn, reply } });
    if (besideId === undefined) {
      this.setTarget({ connectionId: target.connection.id, model: target.model });
    }
    const run = new ReplyRun(this.#services, (event) => this.#apply(event));
    this.#run = run;
    const request =
      images.length === 0
        ? withoutData
        : this.#request(path, target, more, await this.#load(images));
    await run.run({
      turnId: turn.id,
      connection: target.connection,
      request,
      heldBack,
      checkFormat: async () => this.#checkFormat(turn.id, requestedSchema(request, target)),
      keepImage: async (base64) => this.#services.images?.keep(this.#conversation, base64),
      onAccepted: (accepted) => this.#services.adjustments?.remember(target, accepted),
    });
    this.#learnFromRefusal(turn.id, target);
  }

  /** Checks a reply together with those that it continues. A reply that only calls tools has no format. */
  async #checkFormat(
    turnId: string,
    schema: WireObject | undefined,
  ): Promise<FormatCheck | undefined> {
    const turns = exchanges(pathTo(this.#conversation, turnId)).at(-1) ?? [];
    const text = turns.map(({ reply }) => reply.text).join('');
    const isCall = text.trim() === '' && turns.some(({ reply }) => reply.toolCalls !== undefined);
    return schema === undefined || isCall ? undefined : this.#services.checkReply?.(text, schema);
  }

  /** Keeps the thinking efforts that the service named when it rejected another one, and that it takes no images. */
  #learnFromRefusal(turnId: string, target: ReadyTarget): void {
    const turn = this.#conversation.turns.find(({ id }) => id === turnId);
    const { refused, refusesImages } = turn?.reply.error ?? {};
    const { values } = refused ?? {};
    if (refusesImages === true) {
      this.#services.adjustments?.rememberImagesRefused(target);
    }
    if (values !== undefined) {
      this.#services.adjustments?.rememberEfforts(target, values);
    }
  }

  /** Sends a waiting request now. */
  sendNow(): void {
    this.#run?.sendNow();
  }

  /** Sets the parameters of the next requests. The service uses its defaults for missing ones. */
  setParameters(parameters: OwnParameters): void {
    this.#apply({ kind: 'parametersSet', parameters });
  }

  /** Sets the target of the next message. An empty conversation uses the target of the window. */
  setTarget(target: ConversationTarget): void {
    const { turns, target: before } = this.#conversation;
    const isSame = before?.connectionId === target.connectionId && before.model === target.model;
    if (turns.length > 0 && !isSame) {
      this.#apply({ kind: 'targetSet', target });
    }
  }

  /** Changes what is shown or sent of the conversation. Its turns stay the same. */
  change(event: HeadEvent): void {
    this.#apply(event);
  }

  /** Applies a change that another window has made to the same conversation. */
  takeIn(event: HeadEvent): void {
    this.#apply(event, 'otherWindow');
  }

  /** Ends the running reply, if there is one, and closes its connection. */
  stop(): void {
    const running = runningTurn(this.#conversation);
    if (running !== undefined) {
      this.#apply({ kind: 'turnEnded', turnId: running.id, status: 'stopped', at: Date.now() });
    }
    this.#run?.close();
    this.#run = undefined;
  }

  /** Closes the connection of a running reply without ending it: the user has not stopped it. */
  dispose(): void {
    this.#isDisposed = true;
    this.#run?.close();
    this.#applied.dispose();
  }

  async #load(images: readonly Image[]): Promise<ImageUrl> {
    return (await this.#services.images?.load(this.#conversation, images)) ?? (() => undefined);
  }

  #request(
    path: readonly Turn[],
    target: ReadyTarget,
    more: readonly RequestAdjustment[],
    urlOf: ImageUrl = () => '',
  ): ChatCompletionRequest {
    const known = this.#services.adjustments?.of(target) ?? [];
    const listed = this.#services.listed?.(target);
    return buildRequest(path, target, this.#conversation, addAdjustments(known, more), {
      listed,
      urlOf,
    });
  }

  /** The event, with a remark if another configuration replies, or if it ends a reply that contains a secret. */
  #withRemark(event: ConversationEvent): ConversationEvent {
    if (event.kind === 'replyStarted') {
      return withFingerprintBefore(this.#conversation, event);
    }
    const running = runningTurn(this.#conversation);
    if (event.kind !== 'turnEnded' || event.turnId !== running?.id) {
      return event;
    }
    const { text, reasoning, toolCalls = [] } = running.reply;
    const shown = [text, reasoning, ...toolCalls.flatMap((call) => [call.name, call.arguments])];
    return shown.some(this.#services.holdsSecret ?? (() => false))
      ? { ...event, holdsSecret: true }
      : event;
  }

  #apply(happened: ConversationEvent, from: AppliedEvent['from'] = 'here'): void {
    const event = this.#withRemark(happened);
    const next = applyEvent(this.#conversation, event);
    if (next !== this.#conversation) {
      this.#conversation = next;
      this.#applied.fire({ event, from });
    }
  }
}

export function newConversation(): Conversation {
  return emptyConversation(crypto.randomUUID(), Date.now());
}

/** A turn that begins now, with an empty reply of this target. */
function newTurn(
  user: UserMessage,
  { connection: { id, name }, model }: ReadyTarget,
  parentId: string | undefined,
): Turn {
  return {
    id: crypto.randomUUID(),
    parentId,
    user,
    reply: {
      status: 'running',
      connection: name,
      // What the guard of stored turns rejects must not be written.
      ...(isConnectionId(id) ? { connectionId: id } : {}),
      model,
      text: '',
      reasoning: '',
      startedAt: Date.now(),
    },
  };
}

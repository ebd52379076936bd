import type { ReadyTarget } from '../connections/target.ts';
import * as vscode from 'vscode';
import {
  applyEvent,
  emptyConversation,
  pathTo,
  runningTurn,
} from '../../conversation/conversation.ts';
import type {
  Conversation,
  ConversationTarget,
  Turn,
  UserMessage,
} from '../../shared/conversation/conversation.ts';
import { isConnectionId } from '../../shared/conversation/conversationGuard.ts';
import type { ConversationEvent, HeadEvent } from '../../shared/conversation/conversationEvent.ts';
import type { ChatCompletionRequest } from '../../shared/service/chatCompletion.ts';
import { addAdjustments, type RequestAdjustment } from '../../shared/service/requestAdjustment.ts';
import type { OwnParameters } from '../../shared/service/requestParameters.ts';
import { buildRequest, retryAdjustments } from './buildRequest.ts';
import { type HeldBack, ReplyRun, type ReplyServices } from './replyRun.ts';
import type { AdjustmentMemory } from './requestAdjustments.ts';

/** What a session needs of the world. */
export interface SessionServices extends ReplyServices {
  readonly adjustments?: Pick<AdjustmentMemory, 'of' | 'remember'> | undefined;
  /** Whether a text contains an API key or a secret header. */
  readonly holdsSecret?: ((text: string) => boolean) | undefined;
}

/** How a message is sent again. */
export interface RetryOptions {
  /** Missing if it is sent at once. */
  readonly heldBack?: HeldBack | undefined;
  /** An adjustment of the request, in addition to those of the failed reply. */
  readonly adjustment?: RequestAdjustment | undefined;
  /** Whether both replies are shown side by side. */
  readonly isComparison?: boolean | undefined;
  /** The attachments of the message, in place of those of the turn. */
  readonly context?: UserMessage['context'] | undefined;
}

/** A turn to add, and how its reply is requested. */
interface NewTurn extends Pick<Turn, 'user' | 'parentId' | 'isContinuation'> {
  /** Adjustments of the request, in addition to those that are remembered for the model. */
  readonly more?: readonly RequestAdjustment[] | undefined;
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
   * Adds a turn at the end and requests its reply. Resolves when the reply has ended. Does nothing while a
   * reply is running: only one may run in a conversation.
   */
  async send(user: UserMessage, target: ReadyTarget): Promise<void> {
    await this.ask({ user, parentId: this.#conversation.headId }, target);
  }

  /**
   * The request that `send` would make, or that for a message after another turn than the last one shown. Sends
   * nothing and changes nothing.
   */
  nextRequest(
    user: UserMessage,
    target: ReadyTarget,
    { parentId }: Pick<Turn, 'parentId'> = { parentId: this.#conversation.headId },
  ): ChatCompletionRequest {
    const turn = newTurn(user, target, parentId);
    return this.#request([...pathTo(this.#conversation, parentId), turn], target, []);
  }

  /**
   * Requests the reply of `turnId` again, as a sibling of that turn. The adjustments of a failed request are
   * kept, because a service may reject several fields one after another.
   */
  async retry(
    turnId: string,
    target: ReadyTarget,
    { heldBack, adjustment, isComparison, context }: RetryOptions = {},
  ): Promise<void> {
    const turn = this.#conversation.turns.find(({ id }) => id === turnId);
    if (turn !== undefined) {
      const { parentId, isContinuation } = turn;
      const user = context === undefined ? turn.user : { ...turn.user, context };
      const more = retryAdjustments(turn.reply, target, adjustment);
      const besideId = isComparison === true ? turnId : undefined;
      await this.ask({ user, parentId, isContinuation, more, heldBack, besideId }, target);
    }
  }

  /** Adds a turn and requests its reply. Does nothing while a reply is running, or after `dispose`. */
  async ask(
    { user, parentId, isContinuation, more = [], heldBack, besideId }: NewTurn,
    target: ReadyTarget,
  ): Promise<void> {
    if (this.isRunning || this.#isDisposed) {
      return;
    }
    const begun = newTurn(user, target, parentId);
    const turn = isContinuation === true ? { ...begun, isContinuation } : begun;
    const request = this.#request([...pathTo(this.#conversation, parentId), turn], target, more);
    const { adjustments = [] } = request;
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
    await run.run({
      turnId: turn.id,
      connection: target.connection,
      request,
      heldBack,
      onAccepted: (accepted) => this.#services.adjustments?.remember(target, accepted),
    });
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

  #request(
    path: readonly Turn[],
    target: ReadyTarget,
    more: readonly RequestAdjustment[],
  ): ChatCompletionRequest {
    const known = this.#services.adjustments?.of(target) ?? [];
    return buildRequest(path, target, this.#conversation, addAdjustments(known, more));
  }

  /** The event, with a remark if it ends a reply that contains a secret. */
  #withRemark(event: ConversationEvent): ConversationEvent {
    const running = runningTurn(this.#conversation);
    if (event.kind !== 'turnEnded' || event.turnId !== running?.id) {
      return event;
    }
    const { text, reasoning } = running.reply;
    const holds = this.#services.holdsSecret ?? (() => false);
    return holds(text) || holds(reasoning) ? { ...event, holdsSecret: true } : event;
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

function newConversation(): Conversation {
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

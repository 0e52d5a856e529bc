import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { turns } from '../turns.ts';
import type { Anonymous } from './anonymous-room.ts';
import type { Failure } from './failure.ts';
import { declaredLength, hasNoBody, IncomingBody, isForFiles } from './incoming-body.ts';
import { Input, type InputOwner } from './input.ts';
import type { Limits } from './limits.ts';
import { tooManyHeaders } from './protocol-failure.ts';
import type { Rooms } from './rooms.ts';

/** A request on a connection, from its head to the end of its answer. */
export interface Turn {
  readonly message: IncomingMessage;
  readonly out: ServerResponse;
  /** Null where it has none. */
  readonly body: IncomingBody | null;
}

type Start = (connection: Connection, turn: Turn) => void;

/**
 * One connection: whose turn it is, and what to do when its input turns out to be beyond repair.
 *
 * A client may send requests faster than they are answered. They are served one after the other: so a later
 * one sees what an earlier one has changed, and there is never more than one answer in memory, even if the
 * client does not read them. The answer to input that cannot be understood waits for its turn, too.
 */
export class Connection implements Anonymous, InputOwner {
  readonly input: Input;
  readonly #socket: Socket;
  readonly #limits: Limits;
  readonly #rooms: Rooms;
  #turn: Turn | null = null;
  /** Whose body is coming in; its request may be answered already. */
  #receiving: IncomingMessage | null = null;
  /** Requests that have come in behind the one that has its turn: hardly ever any, since the input holds back. */
  #waiting: { readonly turn: Turn; readonly start: Start }[] = [];
  #isAnonymous = true;
  /** Why nothing that follows can be understood; null as long as it can. */
  #broken: Failure | null = null;
  #sendFarewell: (() => void) | null = null;

  readonly #giveUp: (failure: Failure) => void;

  /** `giveUp` is to break it off, with this as the reason. */
  constructor(socket: Socket, limits: Limits, rooms: Rooms, giveUp: (failure: Failure) => void) {
    this.#socket = socket;
    this.#limits = limits;
    this.#rooms = rooms;
    this.#giveUp = giveUp;
    this.input = new Input(socket, this, limits);
  }

  /** Nothing was ever asked here. */
  get isUnused(): boolean {
    return this.#socket.bytesRead === 0;
  }

  /** No request waits behind the one that has its turn. */
  get hasNoneWaiting(): boolean {
    return this.#waiting.length === 0 && !this.input.isHeld;
  }

  /** Not behind a last answer: nobody would be told what came of it. */
  get mayBegin(): boolean {
    return this.#turn === null && this.#waiting.length === 0 && this.#socket.writable;
  }

  get isServed(): boolean {
    return this.#turn !== null;
  }

  /** It is not known yet who asks here. */
  get isAnonymous(): boolean {
    return this.#isAnonymous;
  }

  get isBroken(): boolean {
    return this.#broken !== null;
  }

  /** It is the service that is slow now, and not the client. */
  get awaitsService(): boolean {
    if (this.#turn === null || this.#socket.writableLength > 0) return false;
    return this.#turn.message.complete || this.#turn.body?.isWanted !== true;
  }

  /** What comes in now is taken piece by piece, and takes as long as it takes. */
  get isStreaming(): boolean {
    return this.#turn?.body?.isStreamed === true && !this.#turn.message.complete;
  }

  /** A request has come in: `start` is called when it is its turn, and its turn ends when `out` is closed. */
  enqueue(message: IncomingMessage, out: ServerResponse, start: Start): void {
    const body = hasNoBody(message)
      ? null
      : new IncomingBody(message, this.input, this.#rooms.bodies, this.#limits, () => {
          if (asksFirst(message)) out.writeContinue();
        });
    const turn: Turn = { message, out, body };
    if (this.input.isLeftToNode && this.mayBegin && isSmall(turn)) {
      this.#turn = turn;
      if (body !== null) this.#receiving = message;
      start(this, turn);
      return;
    }
    this.#waiting.push({ turn, start });
    if (this.input.isParsing) return;
    // Only of what Node has read by itself there are ever many.
    if (this.#waiting.length > waitingMax) {
      this.drop();
      return;
    }
    // Of what Node has read by itself there may be more; what comes after that is taken one at a time.
    this.input.takeBack();
    setImmediate(() => this.onTaken());
  }

  onTaken(): void {
    if (this.#receiving?.complete) {
      this.#receiving = null;
      this.input.endBody();
    }
    if (this.#turn === null) this.#startNext();
    if (this.#isAnonymous) this.#note();
  }

  onTooManyHeaders(): void {
    this.#giveUp(tooManyHeaders(this.#limits.headers));
  }

  onTooMuchDropped(): void {
    this.input.end();
    if (this.#turn === null) this.#hangUp(null);
    else this.#sendFarewell = () => this.#hangUp(null);
  }

  /** The turn of this request is over. */
  settle(): void {
    const turn = this.#turn;
    const isSimple = !this.#isAnonymous && turn !== null && isSmall(turn) && isWhole(turn);
    this.#turn = null;
    this.input.forgetHead();
    if (!this.#socket.writable) {
      // Gone, or told to go: nobody will read the answers to what is left.
      this.#waiting = [];
    } else if (this.#waiting.length > 0) {
      void turns.next().then(() => this.#startNext());
    } else if (this.#sendFarewell !== null) {
      this.#sendFarewell();
    } else {
      if (isSimple) this.input.leaveToNode();
      this.input.goOn();
    }
  }

  /** It is known now who asks here. */
  identify(): void {
    if (!this.#isAnonymous) return;
    this.#isAnonymous = false;
    this.#rooms.anonymous.leave(this);
  }

  /** Some of an answer could not be sent at once. */
  noteUnread(): void {
    if (this.#isAnonymous) this.#note();
  }

  heldBytes(): number {
    return this.input.heldBytes + this.#socket.writableLength;
  }

  drop(): void {
    this.#socket.destroy();
  }

  /** The client has gone. */
  leave(): void {
    this.#waiting = [];
    this.input.letGo();
    this.#turn?.body?.giveUp(brokenOff);
    this.#rooms.anonymous.leave(this);
  }

  /** Nothing that follows can be understood: answers that, when its turn comes, and hangs up. */
  breakOff(failure: Failure, render: (failure: Failure) => Buffer): void {
    if (this.#broken !== null) return;
    this.#broken = failure;
    this.input.end();
    const last = this.#waiting.at(-1)?.turn ?? this.#turn;
    if (last !== null && !last.message.complete && last.body !== null) {
      // It is the body of this one that breaks off; whoever reads it is told. If nobody does, it is answered already.
      last.body.giveUp(failure);
      this.#sendFarewell = () => this.#hangUp(null);
    } else if (last !== null) {
      this.#sendFarewell = () => this.#hangUp(render(failure));
    } else {
      // What breaks off in the middle of the body of a request that is answered needs no second answer.
      this.#hangUp(this.#receiving === null || this.#receiving.complete ? render(failure) : null);
    }
  }

  #startNext(): void {
    if (!this.#socket.writable) this.#waiting = [];
    const next = this.#turn === null ? this.#waiting.shift() : undefined;
    if (next === undefined) return;
    const { turn, start } = next;
    this.#turn = turn;
    if (turn.body !== null && !turn.message.complete) {
      this.#receiving = turn.message;
      const length = declaredLength(turn.message);
      this.input.expectBody(length === null ? Infinity : length - turn.message.readableLength);
    }
    start(this, turn);
  }

  /** What is held may grow by what the kernel has, before anybody is told. */
  #note(): void {
    const spare = this.input.isHeld ? this.#socket.readableHighWaterMark : 0;
    this.#rooms.anonymous.note(this, this.heldBytes() + spare);
  }

  /**
   * Says a last thing and closes. A client that is still sending would lose what was said to it if the
   * connection were closed at once (its unread bytes turn the close into a reset), so it gets a moment.
   */
  #hangUp(lastWords: Buffer | null): void {
    const socket = this.#socket;
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    if (lastWords === null) socket.end();
    else socket.end(lastWords);
    const timer = setTimeout(() => socket.destroy(), this.#limits.lingerMs);
    socket.once('close', () => clearTimeout(timer));
    this.input.end();
  }
}

/**
 * Node parses all that it reads in one piece, 64 kB, in which there may be thousands of requests of a few bytes, each some kilobytes of objects. Whoever sends so many
 * at once, after it has waited for an answer, is no client that there is.
 */
const waitingMax = 100;

/** It has no body, or one so small that Node may parse it before anybody wants it: the client is a known one, and waits for its answer. */
function isSmall({ message, body }: Turn): boolean {
  if (body === null) return true;
  return (body.length ?? Infinity) <= smallBytes && !isForFiles(message) && !asksFirst(message);
}

/** About what Node keeps of a body before it stops reading. */
const smallBytes = 16 * 1024;

function isWhole({ message, body }: Turn): boolean {
  return body === null || message.complete;
}

/** Whether a client waits to be told that its body is wanted. Other expectations are refused before. */
export function asksFirst({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.expect !== undefined && httpVersion === '1.1';
}

const brokenOff: Failure = { status: 400, detail: 'The connection ended in the middle of the request.' };

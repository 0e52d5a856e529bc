import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { turns } from '../turns.ts';
import type { BodyInput } from './incoming-body.ts';
import { headEnd, lastOfHead } from './head-end.ts';
import type { Limits } from './limits.ts';
import { linesIn, PartialHead } from './partial-head.ts';

/** What the input asks the connection it belongs to. */
export interface InputOwner {
  /** Whether another request may come in. */
  readonly mayBegin: boolean;
  /** A piece has been taken; requests that were in it can be started now. */
  onTaken(): void;
  /** A request has more headers than anybody needs, and none of them was looked at. */
  onTooManyHeaders(): void;
  /** So much of bodies that nobody wanted has come in that the connection is to be given up. */
  onTooMuchDropped(): void;
}

/**
 * What comes in on a connection, on its way to Node's parser: one request at a time, and of its body only what is wanted.
 *
 * Node would parse all that comes, and make objects of thousands of requests of 20 bytes that wait for the first
 * one's answer. Here they wait as bytes, in the buffer of the socket, which then is read no further; so what waits is
 * little, and can be counted. All who have more to parse take turns with each other. Of a head, only the beginning is parsed
 * before it is whole (so that what speaks no HTTP learns it at once, and that Node counts the time).
 *
 * A client that is known, and sends nothing but requests without a body or with a small one, one after the other, is left to Node, which
 * then parses without a way through JavaScript (some microseconds a request, ten times as much with a body), until it does something else.
 */
export class Input implements BodyInput {
  readonly #socket: Socket;
  readonly #owner: InputOwner;
  readonly #parse: (bytes: Buffer) => void;
  /** By which Node stops and begins to read what it parses by itself. */
  readonly #ofNode: readonly {
    readonly event: 'pause' | 'resume';
    readonly listeners: readonly Listener[];
  }[];
  #isLeftToNode = false;
  readonly #nodesHighWaterMark: number;
  #isParsing = false;
  readonly #limits: Pick<Limits, 'headerBytes' | 'headers'>;
  /** Of the head that is coming in; of the last one, until the next one begins. */
  #headBytes = 0;
  /** What of it has not been parsed. */
  readonly #partial = new PartialHead();
  #lastOfHead: Buffer = nothing;
  /** Bytes of the body that have not been parsed; infinite for a chunked one. */
  #bodyLeft = 0;
  #body: 'held' | 'wanted' | 'dropped' = 'held';
  #dropLeft = 0;
  /** Nothing more will be parsed; what comes is thrown away. */
  #isOver = false;
  #onBodyOver: (() => void) | null = null;
  /** Others have their turn first. */
  #awaitsTurn = false;
  #isHeld = false;

  constructor(socket: Socket, owner: InputOwner, limits: Pick<Limits, 'headerBytes' | 'headers'>) {
    this.#socket = socket;
    this.#owner = owner;
    this.#limits = limits;
    // Node parses in a listener of its own. With another one it no longer takes bytes past all listeners.
    const [parse, ...others] = socket.listeners('data');
    assert(parse !== undefined && others.length === 0, 'Node listens for data once');
    socket.off('data', parse as () => void);
    this.#parse = parse as (bytes: Buffer) => void;
    this.#ofNode = (['pause', 'resume'] as const).map((event) => ({
      event,
      listeners: socket.listeners(event) as Listener[],
    }));
    this.#nodesHighWaterMark = socket.readableHighWaterMark;
    this.#setHighWaterMark(0);
    socket.on('data', this.#take);
    socket.on('drain', () => this.goOn());
  }

  /** Requests that come in now come in one at a time; the owner is told when that is done. */
  get isParsing(): boolean {
    return this.#isParsing;
  }

  get isLeftToNode(): boolean {
    return this.#isLeftToNode;
  }

  /** Lets Node parse by itself, if nothing is in between. What Node itself does at the beginning of a connection. */
  leaveToNode(): void {
    const { parser, _handle } = this.#socket as Socket & NodeInternals;
    const isBetween = this.#isHeld || this.#awaitsTurn || this.#bodyLeft > 0 || this.#lastOfHead.length > 0;
    if (this.#isLeftToNode || isBetween || this.#isOver || this.#socket.readableLength > 0) return;
    // With another Node this may be otherwise: then everything goes on as it was.
    if (!parser?.consume || !_handle) return;
    this.#socket.off('data', this.#take);
    for (const { event, listeners } of this.#ofNode)
      for (const listener of listeners) this.#socket.on(event, listener);
    parser._consumed = true;
    parser.consume(_handle);
    this.#isLeftToNode = true;
    this.#setHighWaterMark(this.#nodesHighWaterMark);
  }

  /**
   * Here what is read is taken at once, and what is not to be taken yet stays with the kernel. Messages that Node makes by itself have the same: with its own
   * it does not stop reading for a small body.
   */
  #setHighWaterMark(bytes: number): void {
    const { _readableState } = this.#socket as Socket & NodeInternals;
    if (_readableState !== undefined) _readableState.highWaterMark = bytes;
  }

  /** From the next bytes on. */
  takeBack(): void {
    if (!this.#isLeftToNode) return;
    this.#isLeftToNode = false;
    this.#setHighWaterMark(0);
    // Node sees that there is a listener, and takes its own off.
    this.#socket.on('data', this.#take);
    // So nobody would begin to read again what Node has stopped to read by itself.
    const { _handle } = this.#socket as Socket & NodeInternals;
    if (_handle?.readStart === undefined || _handle.reading) return;
    _handle.reading = true;
    _handle.readStart();
  }

  /** Something that has come in waits for its turn. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** What is kept of requests that have not been answered, whole or not. */
  get heldBytes(): number {
    const { bytes } = this.#partial;
    return headFactor * (this.#headBytes - bytes) + bytes + this.#socket.readableLength;
  }

  get bodyLeft(): number {
    return this.#bodyLeft;
  }

  /** A request has its turn, with a body of so many bytes to come. */
  expectBody(bytes: number): void {
    this.#bodyLeft = bytes;
    this.#body = 'held';
  }

  /** All of the body has been parsed. */
  endBody(): void {
    this.#bodyLeft = 0;
  }

  letBodyThrough(): void {
    this.#body = 'wanted';
    this.goOn();
  }

  holdBodyBack(): void {
    this.#body = 'held';
  }

  /** Nobody wants the rest of the body, but the client may want to send it: up to so many bytes. */
  dropBody(limitBytes: number): void {
    this.#body = 'dropped';
    this.#dropLeft = limitBytes;
    this.goOn();
  }

  /** The request is answered, and its head is given back. Of its body there may be more to come. */
  forgetHead(): void {
    this.#headBytes = 0;
  }

  /** Parses nothing more, and throws away what comes. `onBodyOver`: all of the body has come, if its length is known. */
  end(onBodyOver: (() => void) | null = null): void {
    this.takeBack();
    this.#isOver = true;
    this.#onBodyOver = onBodyOver;
    if (!this.#awaitsTurn) this.#awaitTurn();
  }

  /** Nobody will ask for what is kept of a head any more. */
  letGo(): void {
    for (const piece of this.#partial.take()) letGo(piece);
  }

  /** To be called whenever what is held might be let through. */
  goOn(): void {
    if (!this.#isHeld || this.#awaitsTurn || !this.#mayParse()) return;
    this.#awaitTurn();
  }

  readonly #take = (chunk: Buffer): void => {
    if (this.#isOver) {
      this.#throwAway(chunk);
      return;
    }
    let offset = 0;
    while (offset < chunk.length && this.#mayParse()) {
      const isOfBody = this.#bodyLeft > 0;
      const end = isOfBody ? this.#endInBody(chunk, offset) : this.#endInHead(chunk, offset);
      if (end > offset) {
        const piece = offset === 0 && end === chunk.length ? chunk : chunk.subarray(offset, end);
        this.#isParsing = true;
        if (isOfBody) this.#parse(piece);
        else if (this.#lastOfHead.length > 0) this.#keep(piece);
        else this.#parseHead(piece);
        this.#isParsing = false;
        this.#owner.onTaken();
      }
      offset = end;
    }
    // It may have come to its end just now.
    if (this.#isOver) {
      // What was let go with a head is empty now.
      this.#throwAway(chunk.length === 0 ? nothing : chunk.subarray(offset));
      return;
    }
    this.#isHeld = offset < chunk.length;
    if (this.#isHeld) {
      this.#stopReading();
      this.#socket.unshift(offset === 0 ? chunk : chunk.subarray(offset));
      this.goOn();
    } else if (this.#bodyLeft > 0) {
      // There will be more, as fast as it can be read: not before everybody else has had a turn.
      this.#stopReading();
      if (!this.#awaitsTurn) this.#awaitTurn();
    }
  };

  /** A head goes on after this. */
  #keep(piece: Buffer): void {
    const parsed = this.#headBytes - this.#partial.bytes - piece.length;
    const now = this.#partial.bytes > 0 ? 0 : Math.min(piece.length, Math.max(0, beginningBytes - parsed));
    if (now > 0) this.#parse(piece.subarray(0, now));
    if (this.#isOver) return;
    if (now < piece.length) this.#partial.add(piece.subarray(now));
    // It is for Node to say that it is too long.
    if (this.#headBytes > this.#limits.headerBytes)
      for (const each of this.#partial.take()) this.#parse(each);
    // One for the request itself, which may be longer than the beginning.
    else if (this.#partial.lines > this.#limits.headers + 1) this.#refuseHeaders();
  }

  /** With this the head is whole. */
  #parseHead(piece: Buffer): void {
    const lines = this.#headBytes > usualHeadBytes ? this.#partial.lines + linesIn(piece) : 0;
    // One for the request itself, and an empty one.
    if (lines > this.#limits.headers + 2) {
      this.#refuseHeaders();
      return;
    }
    if (this.#partial.bytes > 0) for (const each of this.#partial.take()) this.#parse(each);
    this.#parse(piece);
  }

  #refuseHeaders(): void {
    this.letGo();
    this.forgetHead();
    this.#owner.onTooManyHeaders();
  }

  #throwAway(chunk: Buffer): void {
    this.#bodyLeft -= Math.min(this.#bodyLeft, chunk.length);
    letGo(chunk);
    this.#isHeld = false;
    if (this.#bodyLeft === 0) {
      this.#onBodyOver?.();
      this.#onBodyOver = null;
    }
    // What is in memory already is thrown away at once; of TLS that may be several pieces.
    if (this.#socket.readableLength > 0) return;
    this.#stopReading();
    if (!this.#awaitsTurn) this.#awaitTurn();
  }

  /** Pausing alone would let Node read one piece more into memory. */
  #stopReading(): void {
    this.#socket.pause();
    const { _handle } = this.#socket as Socket & NodeInternals;
    if (!_handle?.reading || _handle.readStop === undefined) return;
    _handle.reading = false;
    _handle.readStop();
  }

  #mayParse(): boolean {
    if (this.#isOver || this.#awaitsTurn) return false;
    if (this.#bodyLeft > 0 && this.#body !== 'dropped') return this.#body === 'wanted';
    // Node parses nothing while an answer waits to be taken.
    return !this.#socket.writableNeedDrain && (this.#bodyLeft > 0 || this.#owner.mayBegin);
  }

  #awaitTurn(): void {
    this.#awaitsTurn = true;
    void turns.next().then(() => {
      this.#awaitsTurn = false;
      // Reading takes what is held, all of it in one piece, and only this once.
      if (this.#socket.readableLength > 0 && !this.#socket.destroyed && !this.#isOver) this.#socket.read();
      if (this.#isOver || (!this.#isHeld && !this.#awaitsTurn)) this.#socket.resume();
    });
  }

  /** Up to the end of one head, or of the empty lines before it. */
  #endInHead(chunk: Buffer, from: number): number {
    if (this.#lastOfHead.length === 0) {
      this.#headBytes = 0;
      // Empty lines before a request are no part of it, and there may be any number of them.
      let start = from;
      while (start < chunk.length && (chunk[start] === 0x0d || chunk[start] === 0x0a)) start++;
      if (start > from) return start;
    }
    const end = headEnd(this.#lastOfHead, chunk, from);
    this.#headBytes += (end < 0 ? chunk.length : end) - from;
    this.#lastOfHead = end < 0 ? lastOfHead(this.#lastOfHead, chunk, from) : nothing;
    return end < 0 ? chunk.length : end;
  }

  /** Up to the end of the body, or, where that is not known, in pieces behind which hardly anything can follow. */
  #endInBody(chunk: Buffer, from: number): number {
    let end = chunk.length;
    if (this.#bodyLeft === Infinity) {
      const at = chunk.indexOf('\r\n\r\n', from + leastPiece);
      if (at >= 0) end = at + 4;
    } else {
      end = Math.min(end, from + this.#bodyLeft);
      this.#bodyLeft -= end - from;
    }
    if (this.#body === 'dropped') {
      this.#dropLeft -= end - from;
      if (this.#dropLeft < 0) {
        this.#owner.onTooMuchDropped();
        return from;
      }
    }
    return end;
  }
}

type Listener = () => void;

/** What of a socket of Node's HTTP server is not in its types. */
interface NodeInternals {
  readonly parser?: { _consumed: boolean; consume?(handle: object): void } | null;
  readonly _handle?: { reading?: boolean; readStop?(): void; readStart?(): void } | null;
  readonly _readableState?: { highWaterMark: number };
}

const nothing = Buffer.alloc(0);

/**
 * Gives the memory of bytes that nobody has looked at back at once. Waiting for the garbage collector, which does not see how
 * large they are, some hundred clients who send what nobody wants would have 64 MB of them standing about. What the parser has
 * passed on of the same bytes is a copy.
 */
function letGo(chunk: Buffer): void {
  const { buffer } = chunk;
  if (chunk.length === 0) return;
  // Small ones share memory with others, but never half of it.
  const isOwn = 2 * chunk.byteLength >= buffer.byteLength;
  if (buffer instanceof ArrayBuffer && isOwn) buffer.transfer(0);
}

/** A head of many short headers takes several times its bytes when it is taken apart. */
const headFactor = 4;

/** What is parsed of a head before it is whole: a line at least, mostly. */
const beginningBytes = 512;

/** In less there cannot be so many headers that they are worth counting beforehand. */
const usualHeadBytes = 2048;

/** Of a chunked body, in which the end of a chunk may look like the end of all. */
const leastPiece = 1024;

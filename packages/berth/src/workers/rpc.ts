/** What one side can be called for: a function for each procedure. Arguments and results are data that can be cloned. */
export type Procedures<Called> = { readonly [Name in keyof Called]: (argument: never) => unknown };

/** Those who carry them out, which may take their time. */
export type Handlers<Called extends Procedures<Called>> = {
  readonly [Name in keyof Called]: (
    argument: Parameters<Called[Name]>[0],
  ) => ReturnType<Called[Name]> | Promise<ReturnType<Called[Name]>>;
};

type Transferable = import('node:worker_threads').Transferable;

/** One end of what connects two threads: a MessagePort, or a Worker. */
export interface End {
  postMessage(message: unknown, transferred?: readonly Transferable[]): void;
  on(event: 'message', listener: (message: unknown) => void): unknown;
}

/**
 * Two threads that call each other's procedures. Every call is sent once and answered once, unless the other thread ends before:
 * then `fail` rejects what is not answered.
 */
export class Rpc<Called extends Procedures<Called>, Handled extends Procedures<Handled>> {
  readonly #end: End;
  readonly #handlers: Handlers<Handled>;
  readonly #pending = new Map<number, PromiseWithResolvers<unknown>>();
  #lastId = 0;
  #failure: Error | null = null;

  constructor(end: End, handlers: Handlers<Handled>) {
    this.#end = end;
    this.#handlers = handlers;
    // Only the other end sends here.
    end.on('message', (message) => this.#receive(message as Message<Handled>));
  }

  call<Name extends keyof Called>(
    name: Name,
    ...[argument]: Parameters<Called[Name]>
  ): Promise<ReturnType<Called[Name]>> {
    return this.#send([], name, argument);
  }

  /** The same with something that goes over to the other thread, and is no longer to be used here. */
  callWith<Name extends keyof Called>(
    transferred: readonly Transferable[],
    name: Name,
    ...[argument]: Parameters<Called[Name]>
  ): Promise<ReturnType<Called[Name]>> {
    return this.#send(transferred, name, argument);
  }

  #send<Name extends keyof Called>(
    transferred: readonly Transferable[],
    name: Name,
    argument: unknown,
  ): Promise<ReturnType<Called[Name]>> {
    if (this.#failure !== null) return Promise.reject(this.#failure);
    const id = ++this.#lastId;
    const pending = Promise.withResolvers<unknown>();
    this.#pending.set(id, pending);
    this.#end.postMessage({ kind: 'call', id, name, argument }, transferred);
    return pending.promise as Promise<ReturnType<Called[Name]>>; // What the other side's function of that name gives.
  }

  /** Nobody is at the other end any more. */
  fail(reason: Error): void {
    this.#failure ??= reason;
    for (const { reject } of this.#pending.values()) reject(this.#failure);
    this.#pending.clear();
  }

  #receive(message: Message<Handled>): void {
    if (message.kind === 'call') {
      void this.#handle(message);
      return;
    }
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (message.kind === 'result') pending?.resolve(message.result);
    else pending?.reject(message.reason);
  }

  async #handle({ id, name, argument }: Call<Handled>): Promise<void> {
    let message: Result | Failure;
    try {
      message = { kind: 'result', id, result: await this.#handlers[name](argument) };
    } catch (reason) {
      message = { kind: 'failure', id, reason };
    }
    this.#end.postMessage(message);
  }
}

type Message<Handled extends Procedures<Handled>> = Call<Handled> | Result | Failure;

interface Call<Handled extends Procedures<Handled>> {
  readonly kind: 'call';
  readonly id: number;
  readonly name: keyof Handled;
  readonly argument: Parameters<Handled[keyof Handled]>[0];
}

interface Result {
  readonly kind: 'result';
  readonly id: number;
  readonly result: unknown;
}

interface Failure {
  readonly kind: 'failure';
  readonly id: number;
  readonly reason: unknown;
}

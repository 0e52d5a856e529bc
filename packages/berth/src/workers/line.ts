/** What can be asked of one side: a function for each question. Questions and answers are data that can be cloned. */
export type Questions<Asked> = { readonly [Name in keyof Asked]: (about: never) => unknown };

/** The answers to them, which may take their time. */
export type Answers<Asked extends Questions<Asked>> = {
  readonly [Name in keyof Asked]: (
    about: Parameters<Asked[Name]>[0],
  ) => ReturnType<Asked[Name]> | Promise<ReturnType<Asked[Name]>>;
};

/** One end of what connects two threads: a MessagePort, or a Worker. */
export interface End {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (message: unknown) => void): unknown;
}

/**
 * Two threads that ask each other. Every question is asked once and answered once, unless the other thread ends before: then
 * `fail` rejects what is not answered.
 */
export class Line<Asked extends Questions<Asked>, Answered extends Questions<Answered>> {
  readonly #end: End;
  readonly #answers: Answers<Answered>;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #lastId = 0;
  #failure: Error | null = null;

  constructor(end: End, answers: Answers<Answered>) {
    this.#end = end;
    this.#answers = answers;
    // Only the other end of a line sends here.
    end.on('message', (message) => this.#receive(message as Message<Answered>));
  }

  ask<Name extends keyof Asked>(
    name: Name,
    ...[about]: Parameters<Asked[Name]>
  ): Promise<ReturnType<Asked[Name]>> {
    if (this.#failure !== null) return Promise.reject(this.#failure);
    const id = ++this.#lastId;
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(id, waiting);
    this.#end.postMessage({ kind: 'question', id, name, about });
    return waiting.promise as Promise<ReturnType<Asked[Name]>>; // What the other side's function of that name gives.
  }

  /** Nobody is at the other end any more. */
  fail(reason: Error): void {
    this.#failure ??= reason;
    for (const { reject } of this.#waiting.values()) reject(this.#failure);
    this.#waiting.clear();
  }

  #receive(message: Message<Answered>): void {
    if (message.kind === 'question') {
      void this.#answer(message);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.kind === 'answer') waiting?.resolve(message.answer);
    else waiting?.reject(message.reason);
  }

  async #answer({ id, name, about }: Question<Answered>): Promise<void> {
    let message: Answer | Failure;
    try {
      message = { kind: 'answer', id, answer: await this.#answers[name](about) };
    } catch (reason) {
      message = { kind: 'failure', id, reason };
    }
    this.#end.postMessage(message);
  }
}

type Message<Answered extends Questions<Answered>> = Question<Answered> | Answer | Failure;

interface Question<Answered extends Questions<Answered>> {
  readonly kind: 'question';
  readonly id: number;
  readonly name: keyof Answered;
  readonly about: Parameters<Answered[keyof Answered]>[0];
}

interface Answer {
  readonly kind: 'answer';
  readonly id: number;
  readonly answer: unknown;
}

interface Failure {
  readonly kind: 'failure';
  readonly id: number;
  readonly reason: unknown;
}

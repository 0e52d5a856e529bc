import { type Answer, jsonOf, type Request } from '../../differential/exchange.ts';
import { type CallerName, callers } from '../callers.ts';
import { recordLine } from '../record.ts';
import type { ComparedSide } from '../sides/side.ts';
import { minorOf } from './operations.ts';

/** Something that is done at one version, on a world that has hosts and an image. */
export type Scenario = (player: Player) => Promise<void>;

/** Sends the requests of scenarios, and keeps every exchange as a line for the checker. */
export class Player {
  readonly #side: ComparedSide;
  readonly #minor: number;
  readonly lines: string[] = [];

  constructor(side: ComparedSide, minor: number) {
    this.#side = side;
    this.#minor = minor;
  }

  /** What is sent from a version on. */
  readonly from = <Given extends object>(version: string, given: Given): Given | Record<string, never> =>
    this.#minor >= minorOf(version) ? given : {};

  /** 'GET /servers/detail', below the version. An administrator asks, unless somebody else is named. */
  readonly ask = async (
    request: string,
    body?: unknown,
    { as = 'admin' }: { readonly as?: CallerName } = {},
  ): Promise<Answered> => {
    const [method = '', path = ''] = request.split(' ');
    const { token } = callers[as];
    const asked: Request = {
      method,
      path: `${new URL(this.#side.base).pathname.replace(/\/$/, '')}/v2.1${path}`,
      headers: {
        accept: 'application/json',
        'openstack-api-version': `compute 2.${this.#minor}`,
        ...(token === null ? {} : { 'x-auth-token': token }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    return this.#exchange(asked);
  };

  /** Does something with a server, and waits until it is done. */
  async act(id: string, action: object, options?: { readonly as?: CallerName }): Promise<Answered> {
    const answered = await this.ask(`POST /servers/${id}/action`, action, options);
    await this.settle();
    return answered;
  }

  readonly settle = (): Promise<void> => this.#side.settle();

  /** A host goes down, or is there again. */
  readonly turnHost = (host: string, turn: 'stop' | 'start'): Promise<void> =>
    this.#side.turnHost(host, turn);

  async #exchange(asked: Request): Promise<Answered> {
    const answer: Answer = await this.#side.send(asked);
    this.lines.push(recordLine(asked, answer));
    // What an answer has in it, each scenario knows for itself.
    // oxlint-disable-next-line no-explicit-any
    return { status: answer.status, body: jsonOf(answer) as any };
  }
}

export interface Answered {
  readonly status: number;
  // oxlint-disable-next-line no-explicit-any
  readonly body: any;
}

/** An id that nothing has. */
export const missing = '00000000-0000-4000-8000-000000000000';

/** The image that both sides have. */
export const image = '11111111-1111-4111-8111-111111111111';

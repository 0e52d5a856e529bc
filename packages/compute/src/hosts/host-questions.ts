import type { ConsumerId } from '@berth/engine/ids.ts';

/** Something that only a host can tell, of a server of its or of a node. */
export type HostQuestion = AskedOfHost & { readonly id: string };

export type AskedOfHost =
  | { readonly kind: 'console-output' | 'diagnostics'; readonly serverId: ConsumerId }
  | { readonly kind: 'uptime'; readonly node: string };

export type HostAnswer =
  | { readonly kind: 'told'; readonly output: string }
  /** There is none; or its hypervisor cannot do that at all. */
  | { readonly kind: 'not there' }
  | { readonly kind: 'unsupported' }
  | { readonly kind: 'failed'; readonly message: string };

/** As long as a console is told, in characters; what is older is left out. */
export const outputMax = 102_400;

/** `full`: too much is asked of the host already. */
export type Asked = HostAnswer | { readonly kind: 'time' } | { readonly kind: 'full' };

const ofHostMax = 100;
const allMax = 10_000;
/** A question that was given to an agent and is not answered for so long is given again: its answer may be lost. */
const givenAgainAfterMs = 10_000;

interface Pending {
  readonly question: HostQuestion;
  readonly end: (answer: Asked) => void;
  givenMs: number | null;
}

/**
 * What hosts are asked, and answer, without the ledger: nothing comes of it that anybody had to know later. Questions are in the memory of the
 * process that leads, for as long as somebody waits for the answer. An agent gets them with its orders.
 */
export class HostQuestions {
  readonly #byHost = new Map<string, Map<string, Pending>>();
  #count = 0;
  /** Called when there is one for a host. */
  onAsked: (host: string) => void = () => undefined;

  ask(host: string, asked: AskedOfHost, ms: number): Promise<Asked> {
    const pending = this.#byHost.getOrInsertComputed(host, () => new Map());
    if (pending.size >= ofHostMax || this.#count >= allMax) return Promise.resolve({ kind: 'full' });
    const id = crypto.randomUUID();
    return new Promise((resolve) => {
      const end = (answer: Asked): void => {
        clearTimeout(timer);
        this.#remove(host, id);
        resolve(answer);
      };
      const timer = setTimeout(() => end({ kind: 'time' }), ms).unref();
      pending.set(id, { question: { ...asked, id }, end, givenMs: null });
      this.#count++;
      this.onAsked(host);
    });
  }

  /** Those that its agent is to answer now. */
  givenTo(host: string): readonly HostQuestion[] {
    const found: HostQuestion[] = [];
    const now = performance.now();
    for (const pending of this.#byHost.get(host)?.values() ?? []) {
      if (pending.givenMs !== null && now - pending.givenMs < givenAgainAfterMs) continue;
      pending.givenMs = now;
      found.push(pending.question);
    }
    return found;
  }

  /** An answer to what nobody asks any more, or to what another host was asked, is of no use. */
  answer(host: string, id: string, answer: HostAnswer): void {
    this.#byHost.get(host)?.get(id)?.end(answer);
  }

  #remove(host: string, id: string): void {
    const pending = this.#byHost.get(host);
    if (pending?.delete(id)) this.#count--;
    if (pending?.size === 0) this.#byHost.delete(host);
  }
}

import type { RequestTemplate } from '../load/request-template.ts';

/** Something that is done over and over, and measured. Plain data: it is also handed to another process. */
export interface Operation {
  readonly name: string;
  /**
   * `requests`: the templates in turn, so many that remembering an answer does not help. `claim-cycle`: what a scheduler
   * does: ask for candidates (the one template), claim one of them by chance, begin again where that is refused.
   */
  readonly kind: 'requests' | 'claim-cycle';
  readonly templates: readonly RequestTemplate[];
  /** The member of the answer whose elements are counted; null where the answer has no body. */
  readonly counts: string | null;
  /** Whether it changes the world: it then gets a server of its own. */
  readonly isWrite: boolean;
  /** Claims in one request; rates are in claims. */
  readonly claimsEach: number;
  /** Whether the original can be asked the same in reasonable time. */
  readonly isCompared: boolean;
  /** Whether it is done without a socket, too. */
  readonly isInProcess: boolean;
  /** Whether searching and encoding are measured by themselves, too. */
  readonly isDissected: boolean;
  /** Whether a bare `node:http` server with a prepared body of the same size is measured beside it. */
  readonly hasBareTwin: boolean;
  /** Whether it is also done by 16 clients; not where one answer is tens of megabytes. */
  readonly isLoaded: boolean;
}

export const variantCount = 64;

const usual = {
  kind: 'requests',
  isWrite: false,
  claimsEach: 1,
  isCompared: true,
  isInProcess: false,
  isDissected: false,
  hasBareTwin: false,
  isLoaded: true,
} as const;

type Traits = Partial<Omit<Operation, 'name' | 'templates' | 'counts'>>;

/** A question, in as many variants as it is given paths. */
export function asking(
  name: string,
  counts: string,
  paths: readonly string[],
  traits: Traits = {},
): Operation {
  const templates = paths.map((path): RequestTemplate => ({ method: 'GET', path }));
  return { ...usual, name, counts, templates, ...traits };
}

export function writing(name: string, templates: readonly RequestTemplate[], traits: Traits = {}): Operation {
  return { ...usual, name, counts: null, templates, isWrite: true, isInProcess: true, ...traits };
}

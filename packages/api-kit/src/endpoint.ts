import type { Caller } from './caller.ts';
import type { VersionIndex } from './microversions.ts';
import type { PolicyTarget } from './policy.ts';
import type { QueryParams } from './query-params.ts';
import type { ResponseBody } from './response.ts';

/** One method of one path: what must hold before it runs, and what it does. A service that names its versions has them checked. */
export interface Endpoint<App, Version extends string = string> {
  /** Such as 'GET /resource_providers/{uuid}'. */
  readonly route: string;
  /** The first version that has it. Below: 404, or what `missing` says. */
  readonly since?: Version;
  readonly missing?: 404 | 405;
  /** A method that exists only in an old form up to some version is listed once for each form. */
  readonly until?: Version;
  /** What it can answer with: a client that accepts none of it gets 406. */
  readonly gives?: 'json' | 'json or text' | 'json or events';
  /** Takes JSON: another content-type is 415. */
  readonly takes?: 'json';
  /** Rule that guards it; null: open to everybody who has a valid token (only `/` asks for none). */
  readonly policy: string | null;
  readonly target?: (query: QueryParams) => PolicyTarget;
  /** It may take milliseconds: when many ask for it at one time, they wait for their turn, and not others for them. */
  readonly takesTurns?: true;
  readonly run: (context: Context<App>) => Answer | Promise<Answer>;
}

export type MediaType = 'application/json' | 'text/plain' | 'text/event-stream';

/** What an endpoint knows about the request it serves. */
export interface Context<App> {
  readonly app: App;
  readonly version: VersionIndex;
  readonly params: Readonly<Record<string, string>>;
  readonly query: QueryParams;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
  /** What paths in the answer begin with: '/placement', or nothing. */
  readonly prefix: string;
  readonly caller: Caller;
  /** Of what the endpoint gives, what the client would rather have. */
  readonly mediaType: MediaType;
  readonly requestId: string;
  readonly now: number;
  /** Whether nobody waits for the answer any more. */
  readonly hasLeft: () => boolean;
}

/** What an endpoint answers; the headers that every answer has are added around it. */
export interface Answer {
  readonly status: number;
  readonly body?: ResponseBody;
  /** What the body is; JSON unless told. */
  readonly contentType?: string;
  /** From 1.15 on, answers about something say when it was last changed; null: about nothing. */
  readonly lastModified?: number | null;
  /** Path of what was made; becomes absolute. */
  readonly location?: string;
  /** Headers that only this answer has, by names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
}

export const noContent: Answer = { status: 204 };

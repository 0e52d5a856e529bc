import type { Caller } from './caller.ts';
import type { VersionIndex } from './microversions.ts';
import type { OwnPort } from './own-port.ts';
import type { PolicyTarget } from './policy.ts';
import type { QueryParams } from './query-params.ts';
import type { ApiRequest } from './request.ts';
import type { ResponseBody } from './response.ts';

/**
 * One method of one path: what must hold before it runs, and what it does. A service that names its versions has them checked.
 * Its functions are methods to the compiler, so that endpoints that take and find different things can stand in one list.
 */
export interface Endpoint<App, Version extends string = string, Input = unknown, Found = unknown> {
  /**
   * Such as 'GET /resource_providers/{uuid}'. A part in brackets may be left out: 'GET /v2.1[/{project_id}]/servers'. Where the body
   * says what is to be done, its key comes last: 'POST /servers/{id}/action reboot' is for {"reboot": …}.
   */
  readonly route: string;
  /** The first version that has it. Below: 404, or what `missing` says. */
  readonly since?: Version;
  readonly missing?: 404 | 405;
  /** A method that exists only in an old form up to some version is listed once for each form. */
  readonly until?: Version;
  /** What it can answer with: a client that accepts none of it gets 406. Only in dialects that ask what clients accept. */
  readonly gives?: 'json' | 'json or text' | 'json or events';
  /** Takes JSON, which is read for it: another content-type is 415. Only in dialects that leave reading the body to the endpoint. */
  readonly takes?: 'json';
  /**
   * What it takes of the body and the query, checked; `json` is undefined where no body was sent. Only in dialects that check it before
   * the rule (`takeInput`).
   */
  input?(json: unknown, context: Context<App>): Input | Promise<Input>;
  /** Looks up what the request is about; throws where there is none. Only in dialects that do so before the rule (`lookUp`). */
  find?(context: Context<App>, input: Input): Found;
  /** Rule that guards it; null: open to everybody who has a valid token, or to all where the path is. */
  readonly policy: string | null;
  /** What the rule is asked about; the caller's own project and user unless given. */
  target?(asked: Pick<Context<App>, 'params' | 'query'>, found: Found): PolicyTarget;
  /** It may take milliseconds: when many ask for it at one time, they wait for their turn, and not others for them. */
  readonly takesTurns?: true;
  run(context: Context<App>, found: Found, input: Input): Answer | Promise<Answer>;
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
  /** The same where nobody has read it: for endpoints that take what is too long to be in memory. */
  readonly unread: ApiRequest['body'];
  /** Scheme and host, for absolute links: 'http://127.0.0.1:8778'. */
  readonly origin: string;
  /** What paths in the answer begin with: '/placement', or nothing. */
  readonly prefix: string;
  /** Where it came to a port that is this service's own: it has where other services are. */
  readonly ownPort: OwnPort | undefined;
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
  /** When what it is about was last changed, for dialects that say so; null: about nothing. */
  readonly lastModified?: number | null;
  /** Path of what was made; becomes absolute. */
  readonly location?: string;
  /** Headers that only this answer has, by names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
}

export const noContent: Answer = { status: 204 };

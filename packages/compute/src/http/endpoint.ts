import type { Answer, Context, Endpoint } from '@berth/api-kit/endpoint.ts';
import type { PolicyTarget } from '@berth/api-kit/policy.ts';
import type { App } from './app.ts';
import type { Version } from './versions.ts';

/** An endpoint of this service: it exists from and up to versions that there are. */
export type ComputeEndpoint = Endpoint<App, Version>;
export type ComputeContext = Context<App>;

/** Lets the compiler find out what an endpoint takes and finds, and then forgets it: a list has endpoints of all kinds. */
export function endpoint<Input, Found>(given: Endpoint<App, Version, Input, Found>): ComputeEndpoint {
  return given;
}

/** What all paths begin with; a project in them is that of the token. */
export const base = '/v2.1[/{project_id}]';

/** The target of rules that are about nothing of anybody's: one that an operator makes depend on a project is never kept. */
export const aboutNobody = (): PolicyTarget => ({});

export function json(status: number, value: unknown, more: Omit<Answer, 'status' | 'body'> = {}): Answer {
  return { status, ...more, body: JSON.stringify(value) };
}

export const accepted: Answer = { status: 202 };

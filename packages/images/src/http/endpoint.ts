import type { Answer, Context, Endpoint } from '@berth/api-kit/endpoint.ts';
import type { App } from './app.ts';

export type ImagesContext = Context<App>;
export type ImagesEndpoint = Endpoint<App>;

/** Lets the compiler find out what an endpoint takes and finds, and then forgets it: a list has endpoints of all kinds. */
export function endpoint<Input, Found>(given: Endpoint<App, string, Input, Found>): ImagesEndpoint {
  return given;
}

export function json(status: number, value: unknown, more: Omit<Answer, 'status' | 'body'> = {}): Answer {
  return { status, ...more, body: JSON.stringify(value) };
}

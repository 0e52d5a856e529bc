import type { Answer, Context, Endpoint } from '@berth/api-kit/endpoint.ts';
import type { App } from './app.ts';

export type IdentityEndpoint = Endpoint<App, '3.14'>;
export type IdentityContext = Context<App>;

/** Lets the compiler find out what an endpoint takes and finds, and then forgets it: a list has endpoints of all kinds. */
export function endpoint<Input, Found>(given: Endpoint<App, '3.14', Input, Found>): IdentityEndpoint {
  return given;
}

export function json(status: number, value: unknown, more: Omit<Answer, 'status' | 'body'> = {}): Answer {
  return { status, ...more, body: JSON.stringify(value) };
}

type At = Pick<IdentityContext, 'origin' | 'prefix'>;

/** Where something of the API is. */
export function urlOf({ origin, prefix }: At, path: string): string {
  return `${origin}${prefix}/v3${path}`;
}

/** Of each GET there is a HEAD, with all but the body, where it has none of its own. */
export function withHeads(endpoints: readonly IdentityEndpoint[]): readonly IdentityEndpoint[] {
  const routes = new Set(endpoints.map(({ route }) => route));
  return endpoints.flatMap((each) => {
    const head = each.route.replace(/^GET /, 'HEAD ');
    return head === each.route || routes.has(head) ? [each] : [each, { ...each, route: head }];
  });
}

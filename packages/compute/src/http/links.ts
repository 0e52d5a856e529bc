import type { Context } from '@berth/api-kit/endpoint.ts';

export interface Link {
  readonly rel: 'self' | 'bookmark' | 'next';
  readonly href: string;
}

type Asked = Pick<Context<unknown>, 'origin' | 'prefix' | 'params'>;

/** The two links of a thing: its own, and the permanent one without the version. The project is in them where the client's path has it. */
export function linksTo(asked: Asked, path: string): readonly Link[] {
  return [{ rel: 'self', href: selfHref(asked, path) }, bookmarkTo(asked, path)];
}

export function bookmarkTo(asked: Asked, path: string): Link {
  return { rel: 'bookmark', href: `${asked.origin}${asked.prefix}/${inProject(asked, path)}` };
}

export function selfHref(asked: Asked, path: string): string {
  return `${asked.origin}${asked.prefix}/v2.1/${inProject(asked, path)}`;
}

function inProject({ params }: Asked, path: string): string {
  const project = params['project_id'];
  return project === undefined ? path : `${project}/${path}`;
}

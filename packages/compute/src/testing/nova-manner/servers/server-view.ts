import type { Context } from '@berth/api-kit/endpoint.ts';
import { type App, flavor, type Server } from './app.ts';
import { versions } from './versions.ts';

/** A server as the version in force shows it. */
export function shownServer(context: Context<App>, server: Server): Record<string, unknown> {
  return view.at(context.version)({
    server,
    links: linksTo(context, `servers/${server.id}`),
    flavorLinks: linksTo(context, `flavors/${flavor.id}`).slice(1),
  });
}

interface Shown {
  readonly server: Server;
  readonly links: readonly Link[];
  readonly flavorLinks: readonly Link[];
}

interface Link {
  readonly rel: 'self' | 'bookmark';
  readonly href: string;
}

const view = versions.view<Shown>({
  id: { get: ({ server }) => server.id },
  name: { get: ({ server }) => server.name },
  status: { get: ({ server }) => server.status },
  tenant_id: { get: ({ server }) => server.projectId },
  user_id: { get: ({ server }) => server.userId },
  flavor: [
    { until: '2.46', get: ({ flavorLinks }) => ({ id: flavor.id, links: flavorLinks }) },
    {
      since: '2.47',
      get: () => ({
        vcpus: flavor.vcpus,
        ram: flavor.ram,
        disk: flavor.disk,
        ephemeral: 0,
        swap: 0,
        original_name: flavor.name,
        extra_specs: {},
      }),
    },
  ],
  links: { get: ({ links }) => links },
  locked: { since: '2.9', get: ({ server }) => server.lock !== null },
  locked_reason: { since: '2.73', get: ({ server }) => server.lock?.reason ?? null },
});

/** With the project in it where the client's path has it; the permanent one without the version. */
function linksTo({ origin, prefix, params }: Context<App>, path: string): Link[] {
  const project = params['project_id'];
  const inProject = project === undefined ? path : `${project}/${path}`;
  const base = origin + prefix;
  return [
    { rel: 'self', href: `${base}/v2.1/${inProject}` },
    { rel: 'bookmark', href: `${base}/${inProject}` },
  ];
}

import { identityInProcess } from '@berth/identity/testing/identity-in-process.ts';
import type { Side } from './asked.ts';

/** Our service in this process, with the world that the original begins with. */
export async function ourSide(): Promise<Side> {
  let service = await identityInProcess({ realClock: true });
  return {
    reset: async () => {
      service = await identityInProcess({ realClock: true });
      const { make, ask, admin, roleId, state } = service;
      const names = new Map<string, string>();
      for (const name of ['demo', 'alt']) {
        const { id: project } = await make('projects', { name });
        const { id: user } = await make('users', { name, password: 'secret' });
        await ask(`PUT /v3/projects/${project}/users/${user}/roles/${roleId('member')}`, { token: admin });
        names.set(`user-${name}`, user).set(`project-${name}`, project);
      }
      names.set('user-admin', state.users.named('default', 'admin')?.id ?? '');
      names.set('project-admin', state.projects.named('default', 'admin')?.id ?? '');
      for (const { id, name } of state.roles.values()) names.set(`role-${name}`, id);
      return names;
    },
    ask: async ({ method, path, body, token, subject }) => {
      const {
        status,
        headers,
        body: answered,
      } = await service.ask(`${method} ${path.replaceAll(' ', '%20')}`, {
        ...(token === undefined ? {} : { token }),
        ...(body === undefined ? {} : { body }),
        ...(subject === undefined ? {} : { headers: { 'x-subject-token': subject } }),
      });
      return { status, headers, body: method === 'HEAD' ? null : answered };
    },
    close: async () => undefined,
  };
}

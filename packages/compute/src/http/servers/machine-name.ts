import type { Server } from '@berth/compute-engine/servers/server.ts';

/** What the machine of a server is called on its host. */
export function machineName({ number }: Pick<Server, 'number'>): string {
  return `instance-${number.toString(16).padStart(8, '0')}`;
}

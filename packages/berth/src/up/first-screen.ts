import { relative, resolve } from 'node:path';
import type { CloudDirectory } from './cloud-directory.ts';
import { furniture } from './furnish.ts';

/** What is told when a cloud is up: what is where, and what to try. */
export function firstScreen(
  home: CloudDirectory,
  { url, hosts, tookMs }: { url: string; hosts: number; tookMs: number },
): string {
  const flavors = furniture.flavors.map(({ name }) => name).join(', ');
  const place = relative(process.cwd(), home.path) || '.';
  const program = programName();
  return `
A cloud is up after ${tookMs} ms, with its state in ${place} (--fresh begins anew). Ctrl-C ends it.

  identity   ${url}/identity/v3    users admin and demo, passwords in ${place}/clouds.yaml
  compute    ${url}/compute/v2.1   ${hosts} made-up hosts; ${flavors}
  images     ${url}/image/v2       ${furniture.image}
  placement  ${url}/placement

In another terminal, with openstack, nova, Terraform or any other client of OpenStack's, or with berth itself:

  export OS_CLIENT_CONFIG_FILE=${home.cloudsFile} OS_CLOUD=demo
  ${program} server create --flavor m1.tiny --image ${furniture.image} --wait first
  ${program} server list
`;
}

/** How this program is called from here. */
function programName(): string {
  const path = resolve(import.meta.dirname, '../../../../bin/berth');
  return path.includes('/node_modules/') ? 'npx berth' : relative(process.cwd(), path);
}

import type { Server, ServerAddress } from '@berth/compute-engine/servers/server.ts';

/** The addresses of a server under the names of their networks, each in a form. */
export function addressesByNetwork<Form>(
  { addresses }: Server,
  form: (address: ServerAddress) => Form,
): Readonly<Record<string, Form[]>> {
  const byNetwork = new Map<string, Form[]>();
  for (const address of addresses)
    byNetwork.getOrInsertComputed(address.network, () => []).push(form(address));
  return Object.fromEntries(byNetwork);
}

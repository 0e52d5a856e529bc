import { type OpenServicesOptions, openServices } from './open-services.ts';
import type { Transport } from './transport.ts';

export interface OpenTransportOptions extends OpenServicesOptions {
  /** The type of the service: 'placement'. */
  readonly service: string;
  /** Of requests that name none; wins over what the credentials say. */
  readonly defaultVersion?: string;
}

/** The way to one service of a cloud; throws as `openServices` does. */
export function openTransport({ service, defaultVersion, ...options }: OpenTransportOptions): Transport {
  const services = openServices(options);
  const version = defaultVersion ?? services.version(service) ?? undefined;
  const transport = services.transport(service, undefined, version);
  return { send: (request) => transport.send(request), close: () => services.close() };
}

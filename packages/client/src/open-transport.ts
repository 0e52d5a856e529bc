import { homedir } from 'node:os';
import { type CloudAccess, cloudAccess } from './credentials/cloud-access.ts';
import type { CloudSources } from './credentials/cloud-settings.ts';
import { KeystoneSession } from './credentials/keystone-session.ts';
import { CredentialsError } from './credentials/setting.ts';
import { HttpTransport, type HttpTransportOptions } from './http-transport.ts';
import { fixedToken } from './token-source.ts';
import type { Transport } from './transport.ts';

export interface OpenTransportOptions
  extends Partial<CloudSources>,
    Pick<HttpTransportOptions, 'timeoutMs' | 'attempts' | 'pauseMs' | 'answerMaxBytes' | 'socketsMax'> {
  /** The type of the service: 'placement'. */
  readonly service: string;
  /** Of requests that name none; wins over what the credentials say. */
  readonly defaultVersion?: string;
}

/**
 * The way to a service of a cloud, by what is explicit, by OS_* variables (of the environment that is handed in), and by clouds.yaml. Throws a `CredentialsError` where they
 * are not enough, or wrong; nobody is asked anything until the first request.
 */
export function openTransport(options: OpenTransportOptions): Transport {
  const { explicit = {}, environment = {}, directory = '.', home = homedir(), ...rest } = options;
  const access = cloudAccess({ explicit, environment, directory, home });
  const defaultVersion = options.defaultVersion ?? access.defaultVersion(options.service);
  return transportWith(access, {
    ...rest,
    tls: access.tls,
    ...(defaultVersion === null ? {} : { defaultVersion }),
  });
}

function transportWith(
  access: CloudAccess,
  options: Omit<HttpTransportOptions, 'url' | 'tokens'>,
): Transport {
  const { authentication, region } = access;
  const { service } = options;
  const override = access.endpointOverride(service);
  if (authentication.kind === 'fixed') {
    const url = override ?? authentication.endpoint;
    if (url === null)
      throw new CredentialsError(
        `endpoint is missing: give --os-endpoint, OS_ENDPOINT, or a cloud of clouds.yaml that has it`,
      );
    return new HttpTransport({ ...options, url, tokens: fixedToken(authentication.token.reveal()) });
  }
  const session = new KeystoneSession({
    authUrl: authentication.authUrl,
    credentials: authentication.credentials(),
    tls: access.tls,
  });
  const inCatalog = () => session.endpoint({ service, region, interface: access.interface });
  const transport = new HttpTransport({ ...options, url: override ?? inCatalog, tokens: session });
  return {
    send: (request) => transport.send(request),
    close: async () => {
      await transport.close();
      session.close();
    },
  };
}

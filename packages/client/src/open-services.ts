import { homedir } from 'node:os';
import type { TokenProject } from '@berth/api-kit/auth/validated-token.ts';
import { type CloudAccess, cloudAccess } from './credentials/cloud-access.ts';
import type { CloudSources } from './credentials/cloud-settings.ts';
import { KeystoneSession, type TokenStores } from './credentials/keystone-session.ts';
import { CredentialsError } from './credentials/setting.ts';
import { HttpTransport, type HttpTransportOptions } from './http-transport.ts';
import { fixedToken } from './token-source.ts';
import type { Transport } from './transport.ts';

export type HttpLimits = Pick<
  HttpTransportOptions,
  'timeoutMs' | 'attempts' | 'pauseMs' | 'answerMaxBytes' | 'socketsMax'
>;

export interface OpenServicesOptions extends Partial<CloudSources>, HttpLimits {
  /** Where tokens are kept between processes; left out: nowhere. */
  readonly tokenStores?: TokenStores;
}

/** The services of one cloud, with one token for all of them. Nobody is asked anything until something is sent, or an address is needed. */
export interface CloudServices {
  /** The address of a service; `isForAll` where it was given for whatever service is asked for. Rejects with a `CredentialsError` where there is none. */
  url(service: string): Promise<{ readonly url: string; readonly isForAll: boolean }>;
  /** The microversion that was asked for; null where none was. */
  version(service: string): string | null;
  /** The project that the token is for; null where it is for none, or nobody tells. */
  project(): Promise<TokenProject | null>;
  /** The way to a service, at the address it has, or at another one. */
  transport(service: string, url?: string, defaultVersion?: string): Transport;
  close(): Promise<void>;
}

/** By what is explicit, by OS_* variables (of the environment that is handed in), and by clouds.yaml. Throws a `CredentialsError` where they are not enough, or wrong. */
export function openServices(options: OpenServicesOptions): CloudServices {
  const {
    explicit = {},
    environment = {},
    directory = '.',
    home = homedir(),
    tokenStores,
    ...limits
  } = options;
  const access = cloudAccess({ explicit, environment, directory, home });
  const { authentication } = access;
  const session = authentication.kind === 'keystone' ? sessionOf(authentication, access, tokenStores) : null;
  const tokens = authentication.kind === 'keystone' ? null : fixedToken(authentication.token.reveal());
  const opened: Transport[] = [];
  const url = async (service: string) => {
    const override = access.endpointOverride(service);
    if (override !== null) return { url: override, isForAll: false };
    if (session !== null) {
      const found = await session.endpoint({ service, region: access.region, interface: access.interface });
      return { url: found, isForAll: false };
    }
    return { url: fixedEndpoint(access), isForAll: true };
  };
  return {
    url,
    version: (service) => access.defaultVersion(service),
    project: async () => (await session?.project()) ?? null,
    transport: (service, at, defaultVersion) => {
      // What is missing is told now, where it can be known now.
      if (at === undefined && session === null && access.endpointOverride(service) === null)
        fixedEndpoint(access);
      const transport = new HttpTransport({
        ...limits,
        service,
        tls: access.tls,
        ...(defaultVersion === undefined ? {} : { defaultVersion }),
        url: at ?? (async () => (await url(service)).url),
        tokens: session ?? tokens ?? fixedToken(null),
      });
      opened.push(transport);
      return transport;
    },
    close: async () => {
      await Promise.all(opened.map((transport) => transport.close()));
      session?.close();
    },
  };
}

function sessionOf(
  authentication: CloudAccess['authentication'] & { readonly kind: 'keystone' },
  { tls }: CloudAccess,
  stores: TokenStores | undefined,
): KeystoneSession {
  const { authUrl } = authentication;
  return new KeystoneSession({
    authUrl,
    credentials: authentication.credentials(),
    tls,
    ...(stores === undefined ? {} : { stores }),
  });
}

function fixedEndpoint({ authentication }: CloudAccess): string {
  if (authentication.kind === 'fixed' && authentication.endpoint !== null) return authentication.endpoint;
  throw new CredentialsError(
    `endpoint is missing: give --os-endpoint, OS_ENDPOINT, or a cloud of clouds.yaml that has it`,
  );
}

import { readFileSync } from 'node:fs';
import type { KeystoneCredentials } from '@berth/api-kit/auth/keystone-settings.ts';
import type { TlsSettings } from '../http/connection-pool.ts';
import { cloudSettings, type CloudSources } from './cloud-settings.ts';
import { keystoneCredentials } from './keystone-credentials.ts';
import { Secret } from './secret.ts';
import { SettingReader } from './setting-reader.ts';

/** How to get to the services of a cloud. */
export interface CloudAccess {
  readonly authentication: Authentication;
  /** Null: whichever the catalog has. */
  readonly region: string | null;
  readonly interface: 'public' | 'internal' | 'admin';
  readonly tls: TlsSettings;
  /** Of a service such as 'placement', where it is told and need not be looked up; null where not. */
  endpointOverride(service: string): string | null;
  /** The microversion of a service's requests that name none; null where none is told. */
  defaultVersion(service: string): string | null;
}

export type Authentication =
  /** By a Keystone. */
  | { readonly kind: 'keystone'; readonly authUrl: string; readonly credentials: () => KeystoneCredentials }
  /** By a token that was given, at an address that was given. */
  | { readonly kind: 'fixed'; readonly endpoint: string | null; readonly token: Secret };

/** Of what is explicit, of OS_* and of clouds.yaml. Throws a `CredentialsError` where that is not enough, or wrong. */
export function cloudAccess(sources: CloudSources): CloudAccess {
  const settings = new SettingReader(cloudSettings(sources));
  const authentication = authenticationOf(settings);
  return {
    authentication,
    region: settings.text('region_name'),
    interface: interfaceOf(settings),
    tls: tlsOf(settings, sources.home),
    endpointOverride: (service) => settings.address(`${nameOf(service)}_endpoint_override`),
    defaultVersion: (service) => versionOf(settings, nameOf(service)),
  };
}

function authenticationOf(settings: SettingReader): Authentication {
  const type = settings.text('auth_type') ?? impliedType(settings);
  switch (type.toLowerCase()) {
    case 'none':
    case 'noauth': {
      // What keystoneauth shows: something has to be there, and nobody looks at it.
      const token = settings.secret('token') ?? new Secret('notused');
      return { kind: 'fixed', endpoint: settings.address('endpoint'), token };
    }
    case 'admin_token':
    case 'token_endpoint':
      return { kind: 'fixed', endpoint: settings.address('endpoint'), token: settings.neededSecret('token') };
    default: {
      const credentials = keystoneCredentials(type, settings);
      return { kind: 'keystone', authUrl: settings.neededAddress('auth_url'), credentials };
    }
  }
}

function impliedType(settings: SettingReader): string {
  if (settings.has('token')) return settings.has('auth_url') ? 'token' : 'admin_token';
  return settings.has('application_credential_secret') ? 'v3applicationcredential' : 'password';
}

function interfaceOf(settings: SettingReader): CloudAccess['interface'] {
  const name = (settings.text('interface') ?? 'public').replace(/URL$/, '');
  if (name === 'public' || name === 'internal' || name === 'admin') return name;
  throw settings.problem('interface', 'must be public, internal or admin');
}

function tlsOf(settings: SettingReader, home: string): TlsSettings {
  const isInsecure = settings.flag('insecure') ?? !(settings.flag('verify') ?? true);
  const read = (name: string) => {
    const path = settings.text(name);
    if (path === null) return null;
    try {
      return readFileSync(path.replace(/^~(?=\/)/, home), 'utf8');
    } catch (error) {
      throw settings.problem(name, `names a file that cannot be read: ${path}`, error);
    }
  };
  const [ca, cert, key] = [read('cacert'), read('cert'), read('key')];
  if (cert === null && key !== null) throw settings.problem('key', 'is of no use without cert');
  return {
    isInsecure,
    ...(ca === null ? {} : { ca }),
    // One file may hold both.
    ...(cert === null ? {} : { cert, key: key ?? cert }),
  };
}

function nameOf(service: string): string {
  return service.replaceAll('-', '_');
}

/** An api version without a point is that of the whole API ('2'), and no microversion. */
function versionOf(settings: SettingReader, service: string): string | null {
  const version = settings.text(`${service}_default_microversion`) ?? settings.text(`${service}_api_version`);
  return version !== null && /^(\d+\.\d+|latest)$/.test(version) ? version : null;
}

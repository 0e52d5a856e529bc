import { readFileSync } from 'node:fs';
import { byTokens } from '@berth/api-kit/auth/by-tokens.ts';
import type { ApiRequest } from '@berth/api-kit/request.ts';
import type { Handle } from '@berth/api-kit/service.ts';
import { createIdentityService } from '@berth/identity/create-identity-service.ts';
import type { IdentityCommand } from '@berth/identity/domain/decide.ts';
import type { Identity } from '@berth/identity/domain/identity-state.ts';
import type { IdentityChange } from '@berth/identity/domain/nouns.ts';
import type { App } from '@berth/identity/http/app.ts';
import type { MountedService } from '@berth/identity/http/catalog/mounted-services.ts';
import { keepIdentity } from '@berth/identity/keep-identity.ts';
import { FailedLogins } from '@berth/identity/login/failed-logins.ts';
import { newAuditId, newHexId, newSecret } from '@berth/identity/new-secrets.ts';
import { PasswordHasher } from '@berth/identity/passwords/password-hasher.ts';
import { verdictIn } from '@berth/identity/tokens/token-verdict.ts';
import type { KindedChange } from '@berth/ledger/journal/projection.ts';
import type { Config } from '../config/settings.ts';
import type { Surroundings } from '../serving/surroundings.ts';
import type { ServedLedger } from './composition.ts';
import { servesImages } from './serves-images.ts';

/** A cloud, whatever other parts it has. */
interface HasIdentity {
  readonly identity: Identity;
}

/** The identity API on its part of the cloud; and all services of this process believe its tokens from now on, without asking anybody. */
export function serveIdentity(
  { world, commit, leadership }: ServedLedger<HasIdentity, IdentityCommand, KindedChange>,
  { config, live, log, ownIdentity, now, onFault }: Surroundings,
): Handle {
  const identity = () => world().identity;
  const hasher = new PasswordHasher(passwordCost);
  const { publicUrl } = config;
  ownIdentity.bind(
    byTokens(verdictIn(identity, now), {
      challenge: publicUrl === null ? undefined : `Keystone uri="${publicUrl}/identity/v3"`,
      serviceTokenRoles: ['service'],
    }),
    async (id) => identity().projects.has(id),
  );
  const ready = leadership
    ? keepIdentity({
        identity,
        commit: (command) => commit(command, () => undefined),
        isLeading: leadership.isLeading,
        ended: leadership.ended,
        hasher,
        adminPassword: () => adminPasswordOf(config),
        onPasswordMade: tellPassword,
        tokenLifetimeMs: config.identityTokenLifetimeMs,
        region: config.identityRegion,
        now,
        newId: newHexId,
        onTrouble: (err) => log.warn({ err }, 'what logging in needs could not be kept'),
      })
    : null;
  const app: App = {
    get identity() {
      return identity();
    },
    // What is asked of identity is decided by it alone, so the changes are its own.
    commit: (command, read) =>
      commit(command, (cloud, changes) => read(cloud.identity, changes as readonly IdentityChange[])),
    policy: live.policies.identity,
    gate: {
      identity,
      hasher,
      failedLogins: new FailedLogins({
        attempts: config.identityLockoutAttempts,
        durationMs: config.identityLockoutMs,
      }),
      tokenLifetimeMs: config.identityTokenLifetimeMs,
      now,
      newAuditId,
    },
    newId: newHexId,
    newSecret,
    mounted: mountedServices(config),
    region: config.identityRegion,
  };
  const serve = createIdentityService(app, { now, onFault });
  const atPublicUrl: Handle = publicUrl === null ? serve : (request) => serve(at(publicUrl, request));
  let isReady = ready === null;
  void ready?.finally(() => {
    isReady = true;
  });
  // Whoever comes right after the start waits for the first look.
  return (request) =>
    isReady ? atPublicUrl(request) : (ready?.then(() => atPublicUrl(request)) ?? atPublicUrl(request));
}

/** N of scrypt is 2 to the power of it: some 50 ms of a core, and 16 MB. */
const passwordCost = 14;

function adminPasswordOf({ identityAdminPasswordFile: file }: Config): string | null {
  return file === null ? null : readFileSync(file, 'utf8').replace(/\r?\n$/, '');
}

/** To who has started the process, and into no log. */
function tellPassword(password: string): void {
  process.stderr.write(
    `berth: the first administrator is admin, in project admin and domain Default, with the password ${password} (this is told once)\n`,
  );
}

/** What the catalog has by itself. */
function mountedServices(config: Config): readonly MountedService[] {
  const { imageUrl, networkUrl } = config;
  return [
    { type: 'identity', name: 'keystone', at: { mount: '/identity' } },
    { type: 'placement', name: 'placement', at: { mount: '/placement' } },
    { type: 'compute', name: 'nova', at: { mount: '/compute', path: '/v2.1' } },
    ...(servesImages(config) ? [{ type: 'image', name: 'glance', at: { mount: '/image' } }] : []),
    ...(imageUrl === null ? [] : [{ type: 'image', name: 'glance', at: { url: imageUrl } }]),
    {
      type: 'network',
      name: 'neutron',
      at: networkUrl === null ? { mount: '/network' } : { url: networkUrl },
    },
  ];
}

/** As if the client had come to this address, whichever port it has come to. */
function at(publicUrl: string, given: ApiRequest): ApiRequest {
  const { ownPort: _, ...request } = given;
  const { origin, pathname } = new URL(publicUrl);
  return { ...request, origin, prefix: `${pathname.replace(/\/$/, '')}/identity` };
}

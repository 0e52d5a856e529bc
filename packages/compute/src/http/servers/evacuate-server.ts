import { badRequest } from '@berth/api-kit/http-error.ts';
import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import type { OrderId } from '@berth/compute-engine/ids.ts';
import type { EvacuateServer } from '@berth/compute-engine/moves/evacuate-server.ts';
import type { ConsumerId } from '@berth/engine/ids.ts';
import { endpoint, json } from '../endpoint.ts';
import { booleanOf, booleanWords } from '../fragments.ts';
import { versions } from '../versions.ts';
import { actionBody, actionRoute } from './action-endpoint.ts';
import { newPassword } from './admin-password.ts';
import { findServer, targetOf } from './find-server.ts';
import { keepPassword } from './keep-password.ts';
import { requesterOf } from './requester-of.ts';
import { adminPass, hostname } from './server-fragments.ts';

interface EvacuateBody {
  readonly evacuate: {
    readonly host?: string;
    readonly onSharedStorage?: string | boolean;
    readonly adminPass?: string;
    readonly force?: string | boolean;
  };
}

/** Where it goes, with which disks and password, and whether it runs there. */
interface Asked extends Pick<EvacuateServer, 'host' | 'isForced' | 'hasSharedDisks' | 'endsOff'> {
  /** Undefined: one is made up; null: it has one, which stays. */
  readonly password: string | undefined | null;
}

type Body = EvacuateBody['evacuate'];

interface Rung {
  readonly take: (sent: unknown) => EvacuateBody;
  readonly read: (body: Body) => Asked;
}

const always = { host: hostname, adminPass } as const;
const diskTelling = { host: hostname, onSharedStorage: booleanWords, adminPass } as const;

/** Whoever names a host before 2.29 gets that one, whatever the scheduler says. From 2.95 on it does not run until somebody has it started. */
const bodies = versions.ladder<Rung>(
  [
    '2.1',
    {
      take: bodyWith(diskTelling, ['onSharedStorage']),
      read: (body) => ({ ...plain(body), ...disksOf(body), isForced: true }),
    },
  ],
  ['2.14', { take: bodyWith(always), read: (body) => ({ ...plain(body), isForced: true }) }],
  [
    '2.29',
    {
      take: bodyWith({ ...always, force: booleanWords }),
      read: (body) => ({ ...plain(body), isForced: isForced(body) }),
    },
  ],
  ['2.68', { take: bodyWith(always), read: plain }],
  ['2.95', { take: bodyWith(always), read: (body) => ({ ...plain(body), endsOff: true }) }],
);

function bodyWith(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = [],
): (sent: unknown) => EvacuateBody {
  return actionBody<'evacuate', Body>('evacuate', {
    type: 'object',
    properties,
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  });
}

function disksOf({
  onSharedStorage = false,
  adminPass: password,
}: Body): Pick<Asked, 'hasSharedDisks' | 'password'> {
  const hasSharedDisks = booleanOf(onSharedStorage);
  if (!hasSharedDisks) return { hasSharedDisks, password };
  if (password !== undefined) throw badRequest("admin password can't be changed on existing disk");
  return { hasSharedDisks, password: null };
}

function plain({ host, adminPass: password }: Body): Asked {
  return { host: host ?? null, isForced: false, hasSharedDisks: null, endsOff: false, password };
}

function isForced({ host, force = false }: Body): boolean {
  const isAsked = booleanOf(force);
  if (isAsked && host === undefined) throw badRequest("Can't force to a non-provided destination");
  return isAsked;
}

export const evacuateServer = endpoint({
  route: actionRoute('evacuate'),
  input: (sent, { version }) => (bodies.at(version) as Rung).take(sent),
  find: findServer,
  policy: 'os_compute_api:os-evacuate',
  target: targetOf,
  run: (context, { id }, { evacuate }) => {
    const { app, now, version } = context;
    const { read } = bodies.at(version) as Rung; // It is there from the first version on.
    const { password: chosen, ...asked } = read(evacuate);
    const command: EvacuateServer = {
      kind: 'evacuate-server',
      id,
      ...asked,
      hasAskedPassword: typeof chosen === 'string',
      by: requesterOf(context),
      newIds: { migration: app.newId() as ConsumerId, order: app.newId() as OrderId },
      scheduling: app.settings.servers.scheduling,
      now,
    };
    const password = chosen === undefined ? newPassword() : chosen;
    return app.commit(command, (_, changes) => {
      if (password !== null) keepPassword(app, changes, password);
      return answers.at(version)?.(password) ?? { status: 200 };
    });
  },
});

/** The password is told up to 2.13. */
const answers = versions.ladder<(password: string | null) => ReturnType<typeof json>>(
  ['2.1', (password) => json(200, { adminPass: password })],
  ['2.14', () => ({ status: 200 })],
);

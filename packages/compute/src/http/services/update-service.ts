import { badRequest, notFound } from '@berth/api-kit/http-error.ts';
import type { ChangeService } from '@berth/compute-engine/hosts/change-service.ts';
import type { ServiceId } from '@berth/compute-engine/ids.ts';
import { assert } from '@berth/engine/assert.ts';
import { aboutNobody, base, endpoint, json } from '../endpoint.ts';
import { booleanOf } from '../fragments.ts';
import { versions } from '../versions.ts';
import { namedServiceBody, type NamedServiceBody, type ServiceBody, takeServiceBody } from './bodies.ts';
import { checkServiceUuid, idIn } from './service-in.ts';
import { computeBinary, viewServices } from './service-view.ts';

/** Until 2.52: the path says what is to be done, and the body with whom. */
export const updateNamedService = endpoint({
  route: `PUT ${base}/os-services/{id}`,
  until: '2.52',
  input: (sent, { version }) => namedServiceBody.at(version)?.(sent) as NamedServiceBody,
  policy: 'os_compute_api:os-services:update',
  target: aboutNobody,
  run: ({ app, params, version, now }, _found, body) => {
    const action = actions.at(version)?.get(params['id'] as string); // The path has it.
    if (!action) throw notFound('Unknown action');
    const { change, shown } = action(body);
    const { host, binary } = body;
    if (binary !== computeBinary) throw onlyComputes(binary);
    const service = app.cloud.compute.services.ofHost(host);
    if (!service) throw notFound(`Host '${host}' is not mapped to any cell`);
    const command = { kind: 'change-service', id: service.id, ...change, now } as const;
    return app.commit(command, () => json(200, { service: { host, binary, ...shown } }));
  },
});

interface NamedAction {
  readonly change: Change;
  readonly shown: Readonly<Record<string, unknown>>;
}

type Change = Pick<ChangeService, 'disabled' | 'isForcedDown'>;

const enable = (): NamedAction => ({ change: { disabled: null }, shown: { status: 'enabled' } });

const disable = (): NamedAction => ({
  change: { disabled: { reason: null } },
  shown: { status: 'disabled' },
});

function disableLogReason({ disabled_reason: reason }: NamedServiceBody): NamedAction {
  if (reason === undefined) throw badRequest('Missing disabled reason field');
  return { change: { disabled: { reason } }, shown: { status: 'disabled', disabled_reason: reason } };
}

function forceDown({ forced_down: asked }: NamedServiceBody): NamedAction {
  if (asked === undefined) throw badRequest('Missing forced_down field');
  const isForcedDown = booleanOf(asked);
  return { change: { isForcedDown }, shown: { forced_down: isForcedDown } };
}

type NamedActions = ReadonlyMap<string, (body: NamedServiceBody) => NamedAction>;

const actions = versions.ladder<NamedActions>(
  [
    '2.1',
    new Map([
      ['enable', enable],
      ['disable', disable],
      ['disable-log-reason', disableLogReason],
    ]),
  ],
  [
    '2.11',
    new Map([
      ['enable', enable],
      ['disable', disable],
      ['disable-log-reason', disableLogReason],
      ['force-down', forceDown],
    ]),
  ],
);

function onlyComputes(binary: string): Error {
  return badRequest(
    `Updating a ${binary} service is not supported. Only ${computeBinary} services can be updated.`,
  );
}

/** From 2.53 on. */
export const updateService = endpoint({
  route: `PUT ${base}/os-services/{id}`,
  since: '2.53',
  input: (sent, context) => {
    const body = takeServiceBody(sent);
    checkServiceUuid(context);
    return body;
  },
  policy: 'os_compute_api:os-services:update',
  target: aboutNobody,
  run: (context, _found, body) => {
    const { app, now } = context;
    const id = idIn(context) as ServiceId;
    if (!app.cloud.compute.services.has(id)) throw notFound(`Service ${id} could not be found.`);
    return app.commit({ kind: 'change-service', id, ...changeIn(body), now }, ({ compute }) => {
      const service = compute.services.get(id);
      assert(service, 'a service that was changed is there');
      return json(200, { service: viewServices(context)(service) });
    });
  },
});

/** Who is disabled without a reason has none from then on. */
function changeIn({ status, disabled_reason: reason, forced_down: asked }: ServiceBody): Change {
  if (status === undefined && asked === undefined) {
    throw badRequest("No updates were requested. Fields 'status' or 'forced_down' should be specified.");
  }
  if (status === 'enabled' && reason !== undefined) {
    throw badRequest("Specifying 'disabled_reason' with status 'enabled' is invalid.");
  }
  return {
    ...(status === undefined ? {} : { disabled: status === 'disabled' ? { reason: reason ?? null } : null }),
    ...(asked === undefined ? {} : { isForcedDown: booleanOf(asked) }),
  };
}

import type { ComputeCommand } from '@berth/compute-engine/decide.ts';
import type { HostAggregate } from '@berth/compute-engine/host-aggregates/host-aggregate.ts';
import { aboutNobody, base, type ComputeContext, endpoint, json } from '../endpoint.ts';
import { shownAggregate } from './aggregate-view.ts';
import { addHostBody, removeHostBody, setMetadataBody, updateAggregateBody } from './bodies.ts';
import { aggregateIn, aggregateNumber, findAggregate } from './find-aggregate.ts';

const path = `${base}/os-aggregates/{aggregate_id}`;

export const showAggregate = endpoint({
  route: `GET ${path}`,
  policy: 'os_compute_api:os-aggregates:show',
  target: aboutNobody,
  run: (context) => {
    const aggregate = findAggregate(context);
    const hosts = context.app.cloud.compute.aggregateHosts.in(aggregate.id);
    return json(200, { aggregate: shownAggregate(context, aggregate, hosts) });
  },
});

export const updateAggregate = endpoint({
  route: `PUT ${path}`,
  input: updateAggregateBody,
  policy: 'os_compute_api:os-aggregates:update',
  target: aboutNobody,
  run: (context, _found, { aggregate: { name, availability_zone: zone } }) => {
    const number = aggregateNumber(context);
    const { now } = context;
    const asked = {
      ...(name === undefined ? {} : { name: name.trim() }),
      ...(zone === undefined ? {} : { zone }),
    };
    const isTouched = zone !== undefined;
    return commit(context, { kind: 'update-aggregate', number, ...asked, now }, isTouched);
  },
});

export const deleteAggregate = endpoint({
  route: `DELETE ${path}`,
  policy: 'os_compute_api:os-aggregates:delete',
  target: aboutNobody,
  run: (context) => {
    const number = aggregateNumber(context);
    return context.app.commit({ kind: 'delete-aggregate', number }, () => ({ status: 200 }));
  },
});

export const addAggregateHost = endpoint({
  route: `POST ${path}/action add_host`,
  input: addHostBody,
  policy: 'os_compute_api:os-aggregates:add_host',
  target: aboutNobody,
  run: (context, _found, { add_host: { host } }) => {
    // Of a host that is not there either it is told first.
    const isThere = context.app.cloud.compute.services.ofHost(host) !== undefined;
    const number = aggregateNumber(context, (text) =>
      isThere ? { kind: 'aggregate-not-found', number: text } : { kind: 'aggregate-host-unknown', host },
    );
    return commit(context, { kind: 'add-aggregate-host', number, host, now: context.now });
  },
});

export const removeAggregateHost = endpoint({
  route: `POST ${path}/action remove_host`,
  input: removeHostBody,
  policy: 'os_compute_api:os-aggregates:remove_host',
  target: aboutNobody,
  run: (context, _found, { remove_host: { host } }) => {
    const number = aggregateNumber(context, (text) => ({
      kind: 'aggregate-host-not-found',
      number: text,
      host,
    }));
    return commit(context, { kind: 'remove-aggregate-host', number, host, now: context.now });
  },
});

export const setAggregateMetadata = endpoint({
  route: `POST ${path}/action set_metadata`,
  input: setMetadataBody,
  policy: 'os_compute_api:os-aggregates:set_metadata',
  target: aboutNobody,
  run: (context, _found, { set_metadata: { metadata } }) => {
    const number = aggregateNumber(context);
    return commit(context, { kind: 'set-aggregate-metadata', number, metadata }, true);
  },
});

/**
 * All of them answer with the aggregate as it is afterwards. To who has set metadata it is said to be changed at this moment; in the
 * original that is not kept, and nobody else sees it.
 */
function commit(
  context: ComputeContext,
  command: Extract<ComputeCommand, { readonly number: HostAggregate['number'] }>,
  isTouched = false,
) {
  const touched = isTouched ? { updatedAt: context.now } : {};
  return context.app.commit(command, ({ compute }) => {
    const aggregate = { ...aggregateIn(compute, command.number), ...touched };
    return json(200, {
      aggregate: shownAggregate(context, aggregate, compute.aggregateHosts.in(aggregate.id)),
    });
  });
}

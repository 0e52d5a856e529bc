import { assert } from '@berth/engine/assert.ts';
import type { AggregateId } from '@berth/engine/ids.ts';
import { aboutNobody, base, endpoint, json } from '../endpoint.ts';
import { shownNewAggregate } from './aggregate-view.ts';
import { createAggregateBody } from './bodies.ts';

export const createAggregate = endpoint({
  route: `POST ${base}/os-aggregates`,
  input: createAggregateBody,
  policy: 'os_compute_api:os-aggregates:create',
  target: aboutNobody,
  run: (context, _found, { aggregate: sent }) => {
    const { app, now } = context;
    const id = app.newId() as AggregateId;
    // A line break at the end is let through, and is not meant.
    const aggregate = { id, name: sent.name.trim(), zone: sent.availability_zone?.trim() ?? null };
    return app.commit({ kind: 'create-aggregate', aggregate, now }, ({ compute }) => {
      const made = compute.hostAggregates.get(id);
      assert(made, 'an aggregate that was made is there');
      return json(200, { aggregate: shownNewAggregate(context, made) });
    });
  },
});

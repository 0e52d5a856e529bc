import { aboutNobody, base, endpoint, json } from '../endpoint.ts';
import { shownAggregate } from './aggregate-view.ts';

/** All of them, in the order in which they were made. */
export const listAggregates = endpoint({
  route: `GET ${base}/os-aggregates`,
  policy: 'os_compute_api:os-aggregates:index',
  target: aboutNobody,
  run: (context) => {
    const { hostAggregates } = context.app.cloud.compute;
    const aggregates = hostAggregates.inOrder().map((aggregate) => shownAggregate(context, aggregate));
    return json(200, { aggregates });
  },
});

import type { Answer } from '@berth/api-kit/endpoint.ts';
import type { Steps } from '@berth/api-kit/in-turns.ts';
import { aboutNobody, base, type ComputeContext, endpoint } from '../endpoint.ts';
import { inPieces } from '../in-pieces.ts';
import { shownAggregate } from './aggregate-view.ts';

/** All of them, in the order in which they were made. There are no pages, and each may have thousands of hosts. */
export const listAggregates = endpoint({
  route: `GET ${base}/os-aggregates`,
  policy: 'os_compute_api:os-aggregates:index',
  target: aboutNobody,
  takesTurns: true,
  run: (context) => inPieces(answer(context)),
});

/** Of one moment: an aggregate that changes meanwhile becomes another one, which is not in the list, and so do its hosts. */
function* answer(context: ComputeContext): Steps<Answer> {
  const shown: Buffer[] = [];
  const { hostAggregates, aggregateHosts } = context.app.cloud.compute;
  const noted = hostAggregates.inOrder().map((each) => [each, aggregateHosts.in(each.id)] as const);
  for (const [aggregate, hosts] of noted) {
    const text = JSON.stringify(shownAggregate(context, aggregate, hosts));
    shown.push(Buffer.from(shown.length === 0 ? text : `,${text}`));
    yield;
  }
  return { status: 200, body: Buffer.concat([start, ...shown, end]) };
}

const start = Buffer.from('{"aggregates":[');
const end = Buffer.from(']}');

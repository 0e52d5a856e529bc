import { unreachable } from '@berth/engine/assert.ts';
import { ask, type Request } from '../../differential/exchange.ts';
import { type Claim, type Stock, tagOf, type Write } from '../checking/history.ts';

/** A write as it goes over the wire. */
export function requestOf(id: number, write: Write, form: 'PUT' | 'POST'): Request {
  switch (write.kind) {
    case 'claim': {
      const [first, ...others] = write.claims;
      if (form === 'PUT' && first && others.length === 0)
        return ask('PUT', `/allocations/${first.consumer}`, 38, claimBody(id, first));
      return ask('POST', '/allocations', 38, claimsBody(id, write.claims));
    }
    case 'reshape': {
      const inventories = Object.fromEntries(write.stocks.map((stock) => [stock.provider, stockBody(stock)]));
      return ask('POST', '/reshaper', 38, { inventories, allocations: claimsBody(id, write.claims) });
    }
    case 'stock':
      return ask(
        'PUT',
        `/resource_providers/${write.stock.provider}/inventories`,
        38,
        stockBody(write.stock),
      );
    case 'release':
      return ask('DELETE', `/allocations/${write.consumer}`, 38);
    default:
      return unreachable(write);
  }
}

function claimsBody(id: number, claims: readonly Claim[]) {
  return Object.fromEntries(claims.map((claim) => [claim.consumer, claimBody(id, claim)]));
}

function claimBody(id: number, { allocations, expected }: Claim) {
  const wire = Object.entries(allocations).map(([provider, resources]) => [provider, { resources }]);
  return {
    allocations: Object.fromEntries(wire),
    consumer_generation: expected,
    project_id: 'cluster-project',
    user_id: tagOf(id),
    consumer_type: 'INSTANCE',
  };
}

function stockBody({ expected, inventories }: Stock) {
  return { inventories, resource_provider_generation: expected };
}

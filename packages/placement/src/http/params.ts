import { canonicalUuid } from '@berth/api-kit/json/uuid.ts';
import type { ClassName, ConsumerId, ProviderId, TraitName } from '@berth/engine/ids.ts';
import type { Provider } from '@berth/engine/provider.ts';
import { refuse } from '@berth/engine/refusals.ts';
import type { PlacementContext } from './endpoints.ts';

type WithParams = Pick<PlacementContext, 'params'>;

/** What the path names. */
export const providerIdIn = ({ params }: WithParams) => params['uuid'] as ProviderId;
export const classNameIn = ({ params }: WithParams) =>
  (params['resource_class'] ?? params['name']) as ClassName;
export const traitNameIn = ({ params }: WithParams) => params['name'] as TraitName;
export const consumerIdIn = ({ params }: WithParams) => params['consumer_uuid'] as ConsumerId;
export const canonicalConsumerIdIn = (context: WithParams) =>
  canonicalUuid(consumerIdIn(context)) as ConsumerId;

export function providerIn(context: PlacementContext): Provider {
  const id = providerIdIn(context);
  return context.world.providers.get(id) ?? refuse({ kind: 'provider-not-found', id });
}

/** For endpoints that say so before they look at the body. */
export function providerMustExist(context: PlacementContext): void {
  providerIn(context);
}

import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import { canonicalUuid } from '@berth/api-kit/json/uuid.ts';
import type { ProviderId } from '@berth/engine/ids.ts';
import { body } from '../body.ts';
import { object, uuidText } from '../fragments.ts';
import { versions } from '../versions.ts';

export interface NewProvider {
  readonly name: string;
  readonly id: ProviderId;
  readonly parentId: ProviderId | null;
}

export interface ProviderUpdate {
  readonly name: string;
  readonly parentId?: ProviderId | null;
}

interface Wire {
  readonly name: string;
  readonly uuid?: string;
  readonly parent_provider_uuid?: string | null;
}

export const providerName: JsonSchema = { type: 'string', maxLength: 200 };
export const parentId: JsonSchema = { anyOf: [uuidText, { type: 'null' }] };

const raiseNew = (wire: Wire): NewProvider => ({
  name: wire.name,
  id: (wire.uuid ? canonicalUuid(wire.uuid) : crypto.randomUUID()) as ProviderId,
  parentId: (wire.parent_provider_uuid ?? null) as ProviderId | null,
});

const raiseUpdate = (wire: Wire): ProviderUpdate => ({
  name: wire.name,
  ...(wire.parent_provider_uuid === undefined
    ? {}
    : { parentId: wire.parent_provider_uuid as ProviderId | null }),
});

export const postProviderBody = versions.ladder(
  ['1.0', body(object({ name: providerName, uuid: uuidText }, ['name']), raiseNew)],
  [
    '1.14',
    body(object({ name: providerName, uuid: uuidText, parent_provider_uuid: parentId }, ['name']), raiseNew),
  ],
);

export const putProviderBody = versions.ladder(
  ['1.0', body(object({ name: providerName }, ['name']), raiseUpdate)],
  ['1.14', body(object({ name: providerName, parent_provider_uuid: parentId }, ['name']), raiseUpdate)],
);

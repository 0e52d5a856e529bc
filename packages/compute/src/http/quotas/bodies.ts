import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import type { LimitedThing, SetLimits } from '@berth/compute-engine/quotas/limits.ts';
import { booleanWords } from '../fragments.ts';
import { takenBody } from '../taken-body.ts';
import { versions } from '../versions.ts';
import { fileQuotas, networkQuotas, type QuotaName, quotasWithout, thingsNamed } from './quota-names.ts';

type SentLimits = Readonly<Partial<Record<QuotaName, string | number>>>;

export interface UpdateQuotaBody {
  readonly quota_set: SentLimits & { readonly force?: string | boolean };
}

export interface UpdateClassBody {
  readonly quota_class_set: SentLimits;
}

/** In the order of the body, since the first of them that cannot be set is told. */
export function limitsIn(sent: SentLimits & { readonly force?: unknown }): SetLimits {
  const limits: Partial<Record<LimitedThing, number>> = {};
  for (const [name, limit] of Object.entries(sent)) {
    if (name !== 'force') limits[thingsNamed[name as QuotaName]] = Number(limit);
  }
  return limits;
}

export const limit: JsonSchema = {
  type: ['integer', 'string'],
  pattern: '^-?[0-9]+$',
  minimum: -1,
  maximum: 2_147_483_647,
};

const force = { force: booleanWords };

export const updateQuotaBody = versions.ladder(
  ['2.1', quotaBody<UpdateQuotaBody>('quota_set', quotasWithout(), force)],
  ['2.36', quotaBody<UpdateQuotaBody>('quota_set', quotasWithout(networkQuotas), force)],
  ['2.57', quotaBody<UpdateQuotaBody>('quota_set', quotasWithout(networkQuotas, fileQuotas), force)],
);

export const updateClassBody = versions.ladder(
  ['2.1', quotaBody<UpdateClassBody>('quota_class_set', quotasWithout())],
  ['2.50', quotaBody<UpdateClassBody>('quota_class_set', quotasWithout(networkQuotas))],
  ['2.57', quotaBody<UpdateClassBody>('quota_class_set', quotasWithout(networkQuotas, fileQuotas))],
);

function quotaBody<Wire>(
  key: string,
  names: readonly QuotaName[],
  more: Readonly<Record<string, JsonSchema>> = {},
): (sent: unknown) => Wire {
  const properties = { ...Object.fromEntries(names.map((name) => [name, limit])), ...more };
  return takenBody<Wire>({
    type: 'object',
    properties: { [key]: { type: 'object', properties, additionalProperties: false } },
    required: [key],
    additionalProperties: false,
  });
}

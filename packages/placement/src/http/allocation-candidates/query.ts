import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import type { QueryParams } from '@berth/api-kit/query-params.ts';
import { queryCheck } from '../body.ts';
import { numberSuffix, text, wordSuffix } from '../fragments.ts';
import { TextCache } from '../text-cache.ts';
import { versions } from '../versions.ts';

const strings: JsonSchema = { type: ['string'] };
const limit: JsonSchema = { type: ['integer', 'string'], pattern: '^[1-9][0-9]*$', minimum: 1, minLength: 1 };
const group_policy: JsonSchema = { type: 'string', enum: ['none', 'isolate'] };

/** Until 1.24 there is one group, and it must ask for resources. */
const single = (properties: Readonly<Record<string, JsonSchema>>) =>
  once({
    type: 'object',
    properties: { resources: text, ...properties },
    required: ['resources'],
    additionalProperties: false,
  });

/** From 1.25 on there may be several, told apart by the suffixes of their parameters. */
const grouped = (
  suffix: string,
  perGroup: readonly string[],
  properties: Readonly<Record<string, JsonSchema>>,
) =>
  once({
    type: 'object',
    properties: { limit, group_policy, ...properties },
    additionalProperties: false,
    patternProperties: Object.fromEntries(perGroup.map((name) => [`^${name}(${suffix})?$`, text])),
  });

/** A query that has passed need not be looked at again. */
function once(schema: JsonSchema): (query: QueryParams) => void {
  const check = queryCheck(schema);
  const passed = new TextCache<true>();
  return (query) => {
    if (passed.get(query.text)) return;
    check(query);
    passed.set(query.text, true);
  };
}

const groupParams = ['resources', 'required', 'member_of'];
const treeParams = [...groupParams, 'in_tree'];

export const candidatesCheck = versions.ladder(
  ['1.10', single({})],
  ['1.16', single({ limit })],
  ['1.17', single({ limit, required: strings })],
  ['1.21', single({ limit, required: strings, member_of: strings })],
  ['1.25', grouped(numberSuffix, groupParams, {})],
  ['1.31', grouped(numberSuffix, treeParams, {})],
  ['1.33', grouped(wordSuffix, treeParams, {})],
  ['1.35', grouped(wordSuffix, treeParams, { root_required: strings })],
  ['1.36', grouped(wordSuffix, treeParams, { root_required: strings, same_subtree: strings })],
);

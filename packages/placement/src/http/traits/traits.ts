import { noContent } from '@berth/api-kit/endpoint.ts';
import { badRequest } from '@berth/api-kit/http-error.ts';
import { compileSchema } from '@berth/api-kit/json/schema.ts';
import type { QueryParams } from '@berth/api-kit/query-params.ts';
import { refuse } from '@berth/engine/refusals.ts';
import type { Trait } from '@berth/engine/trait.ts';
import type { World } from '@berth/engine/world.ts';
import { queryCheck } from '../body.ts';
import { json, read, write } from '../endpoints.ts';
import { customName, identity, object, text } from '../fragments.ts';
import { madeWhileSent, manyItems } from '../made-while-sent.ts';
import { traitNameIn } from '../params.ts';
import { newest } from '../last-modified.ts';

const checkQuery = queryCheck(object({ name: text, associated: text }));
const violation = compileSchema({ ...identity, pattern: customName });

export const listTraits = read({
  route: 'GET /traits',
  since: '1.6',
  gives: 'json',
  policy: 'placement:traits:list',
  answer: ({ world, query, now }) => {
    checkQuery(query);
    const isWanted = parseFilter(world, query);
    const traits = [...world.traits.values()].filter(isWanted);
    const lastModified = newest(traits, ({ createdAt }) => createdAt) ?? now;
    if (traits.length <= manyItems) return json({ traits: traits.map(({ name }) => name) }, { lastModified });
    const body = madeWhileSent('{"traits":[', traits, ({ name }) => JSON.stringify(name), ']}');
    return { status: 200, body, lastModified };
  },
});

export const getTrait = read({
  route: 'GET /traits/{name}',
  since: '1.6',
  policy: 'placement:traits:show',
  answer: (context) => {
    const name = traitNameIn(context);
    const trait = context.world.traits.get(name) ?? refuse({ kind: 'traits-not-found', names: [name] });
    return { ...noContent, lastModified: trait.createdAt };
  },
});

export const putTrait = write({
  route: 'PUT /traits/{name}',
  since: '1.6',
  policy: 'placement:traits:update',
  before: (context) => {
    const name = traitNameIn(context);
    // Python's `$` lets a final line feed pass, and no location header could name such a trait.
    if (violation(name) !== null || name.endsWith('\n')) {
      throw badRequest(
        'The trait is invalid. A valid trait must be no longer than 255 characters, start with the prefix ' +
          '"CUSTOM_" and use following characters: "A"-"Z", "0"-"9" and "_"',
      );
    }
  },
  command: (context) => ({ kind: 'add-trait', name: traitNameIn(context), now: context.now }),
  reply: (outcome) => {
    const name = traitNameIn(outcome);
    const lastModified = outcome.world.traits.get(name)?.createdAt ?? outcome.now;
    return { status: outcome.changes.length > 0 ? 201 : 204, location: `/traits/${name}`, lastModified };
  },
});

export const deleteTrait = write({
  route: 'DELETE /traits/{name}',
  since: '1.6',
  policy: 'placement:traits:delete',
  command: (context) => ({ kind: 'remove-trait', name: traitNameIn(context) }),
  reply: () => noContent,
});

/** `name=in:A,B` or `name=startswith:PREFIX`, and `associated=true|false`: whether a provider has it. */
function parseFilter(world: World, query: QueryParams): (trait: Trait) => boolean {
  const byName = parseName(query.last('name'));
  const associated = query.last('associated')?.toLowerCase();
  if (associated !== undefined && associated !== 'true' && associated !== 'false') {
    throw badRequest('The query parameter "associated" only accepts "true" or "false"');
  }
  return ({ name }) =>
    byName(name) &&
    (associated === undefined || world.providersByTrait.has(name) === (associated === 'true'));
}

function parseName(value: string | undefined): (name: string) => boolean {
  if (value === undefined) return () => true;
  const colon = value.indexOf(':');
  if (colon < 0) {
    throw badRequest(
      'Badly formatted name parameter. Expected name query string parameter in form: ' +
        `?name=[in|startswith]:[name1,name2|prefix]. Got: "${value}"`,
    );
  }
  const operand = value.slice(colon + 1);
  switch (value.slice(0, colon)) {
    case 'in': {
      const names = new Set(operand.split(','));
      return (name) => names.has(name);
    }
    case 'startswith':
      return (name) => name.startsWith(operand);
    default:
      return () => true;
  }
}

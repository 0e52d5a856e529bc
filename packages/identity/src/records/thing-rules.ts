import { firstViolation } from '@berth/api-kit/json/first-violation.ts';
import { isObject } from '@berth/api-kit/json/json-type.ts';
import { compileRules } from '@berth/api-kit/json/keywords.ts';
import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import { shortened } from '@berth/api-kit/json/shortened.ts';
import { isWellFormed, notWellFormed } from '@berth/api-kit/json/well-formed.ts';
import type { Noun, Nouns } from '../domain/nouns.ts';
import {
  amount,
  description,
  idString,
  name,
  nullable,
  options,
  resourceName,
  shortName,
  tags,
  url,
} from '../http/fragments.ts';
import { passwordHashPattern } from '../passwords/password-hasher.ts';

/** What each field of a thing is, as it is kept; one that is missing does not compile. */
type Shape<Thing> = { readonly [Field in keyof Thing]-?: JsonSchema };

const isSet: JsonSchema = { type: 'boolean' };
const extra: JsonSchema = { type: 'object' };
/** Of two or more ids. */
const compound: JsonSchema = { type: 'string', minLength: 3, maxLength: 255 };
const instantMax = 8_640_000_000_000_000;
const instant: JsonSchema = { type: 'integer', minimum: 0, maximum: instantMax };
const secretHash: JsonSchema = { type: 'string', pattern: passwordHashPattern };
const anyId: JsonSchema = { type: 'string', minLength: 1, maxLength: 255 };
const nullableId: JsonSchema = { type: ['string', 'null'], maxLength: 255 };

const shapes: { readonly [N in Noun]: Shape<Nouns[N]> } = {
  domain: {
    id: idString,
    name: shortName,
    description: nullable(description),
    isEnabled: isSet,
    tags,
    options,
    extra,
  },
  project: {
    id: idString,
    domainId: idString,
    name: shortName,
    parentId: nullable(idString),
    description: nullable(description),
    isEnabled: isSet,
    tags,
    options,
    extra,
  },
  user: {
    id: idString,
    domainId: idString,
    name,
    isEnabled: isSet,
    passwordHash: { ...secretHash, type: ['string', 'null'] },
    defaultProjectId: nullable(idString),
    options: extra,
    extra,
    tokensEndedAt: instant,
  },
  group: { id: idString, domainId: idString, name, description: nullable(description), extra },
  membership: { id: compound, groupId: idString, userId: idString },
  role: { id: idString, name, description: nullable(description), options, extra },
  'implied-role': { id: compound, priorId: idString, impliedId: idString },
  assignment: {
    id: compound,
    actor: part({ kind: { type: 'string', enum: ['user', 'group'] }, id: idString }),
    target: part({ kind: { type: 'string', enum: ['project', 'domain', 'system'] }, id: idString }),
    roleId: idString,
  },
  'application-credential': {
    id: idString,
    userId: idString,
    projectId: idString,
    name,
    description: nullable(description),
    roleIds: { type: 'array', items: idString },
    secretHash,
    expiresAt: { ...instant, type: ['integer', 'null'] },
    isUnrestricted: nullable(isSet),
  },
  region: { id: anyId, description: { type: 'string' }, parentId: nullableId, extra },
  'catalog-service': {
    id: idString,
    type: { type: 'string', minLength: 1, maxLength: 255 },
    name: { type: 'string', maxLength: 255 },
    isEnabled: isSet,
    extra,
  },
  'catalog-endpoint': {
    id: idString,
    serviceId: idString,
    interface: { type: 'string', enum: ['public', 'internal', 'admin'] },
    regionId: nullableId,
    url,
    isEnabled: isSet,
    extra,
  },
  'project-endpoint': { id: compound, projectId: idString, endpointId: idString, isMounted: isSet },
  'registered-limit': {
    id: idString,
    service: part({ id: idString, isMounted: isSet }),
    regionId: nullableId,
    resourceName,
    defaultLimit: amount,
    description: nullable(description),
  },
  limit: {
    id: idString,
    registeredLimitId: idString,
    target: part({ kind: { type: 'string', enum: ['project', 'domain'] }, id: idString }),
    resourceLimit: amount,
    description: nullable(description),
  },
  'token-key': {
    id: { type: 'string', pattern: '^[0-9a-f]{8}$' },
    secret: { type: 'string', pattern: '^[A-Za-z0-9_-]{43}$' },
    createdAt: instant,
  },
  revocation: {
    id: { type: 'string', pattern: '^[A-Za-z0-9_-]{22}$' },
    userId: idString,
    expiresAt: instant,
  },
};

function part(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

const rules = Object.fromEntries(
  Object.entries(shapes).map(([noun, shape]) => [noun, compileRules(part(shape))]),
) as Readonly<Record<Noun, ReturnType<typeof compileRules>>>;

/** Asked of whatever stands where a thing of the noun should: sentences about what is not as it should be. */
export function* thingProblems(noun: Noun, thing: unknown): Generator<string> {
  if (!isObject(thing) || typeof thing['id'] !== 'string') {
    yield 'it has no id';
    return;
  }
  const what = `${noun.replaceAll('-', ' ')} ${shortened(thing['id'])}`;
  if (!rules[noun].areKept(thing))
    yield `${what}: ${shortened(firstViolation(rules[noun], thing).message())}`;
  else if (!isWellFormed(thing)) yield `${what}: ${notWellFormed}`;
}

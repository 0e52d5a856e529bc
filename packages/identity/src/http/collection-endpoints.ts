import { noContent, type Answer } from '@berth/api-kit/endpoint.ts';
import { badRequest } from '@berth/api-kit/http-error.ts';
import { isObject, type JsonObject } from '@berth/api-kit/json/json-type.ts';
import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import type { PolicyTarget } from '@berth/api-kit/policy.ts';
import type { IdentityCommand } from '../domain/decide.ts';
import type { Extra } from '../domain/ids.ts';
import { withOptions } from '../domain/found.ts';
import { refuse } from '../domain/refusals.ts';
import type { Noun } from '../domain/nouns.ts';
import { endpoint, type IdentityContext, type IdentityEndpoint, json } from './endpoint.ts';
import { type Filters, filtered } from './filters.ts';
import { listAnswer } from './list-answer.ts';
import { takenBody } from './taken-body.ts';

/** What clients call things of a noun, and how they are made, shown, found, changed and deleted: the same for all of them. */
export interface Resource<Thing extends { readonly id: string }> {
  readonly noun: Noun;
  /** The key of one in bodies, and of several: 'user', 'users'. */
  readonly word: string;
  readonly words: string;
  readonly rules: Readonly<Record<'list' | 'show' | 'create' | 'update' | 'delete', string>>;
  readonly get: (context: IdentityContext, id: string) => Thing | undefined;
  readonly all: (context: IdentityContext) => Iterable<Thing>;
  readonly filters: Filters<Thing>;
  readonly view: (context: IdentityContext, thing: Thing) => object;
  /** What is shown of one besides, where a client asks for it. */
  readonly more?: (context: IdentityContext, thing: Thing) => object;
  /** What rules are asked about a thing; its own domain, where it has one. */
  readonly targetOf: (thing: Thing) => PolicyTarget;
  /** The domain it is in, where those who have a role in a domain see its things alone. */
  readonly domainOf?: (thing: Thing) => string;
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
  /** What is made of a body, whose schema has held; `extra` is all that it says besides. */
  readonly create: (context: IdentityContext, sent: JsonObject, extra: Extra) => Made | Promise<Made>;
  readonly update: (
    context: IdentityContext,
    id: string,
    sent: JsonObject,
    extra: Extra,
  ) => IdentityCommand | Promise<IdentityCommand>;
  readonly remove: (id: string, context: IdentityContext) => IdentityCommand;
  /** What a body without the key counts as; one with an empty value unless told. */
  readonly missing?: null;
  /** Whether what is wrong with a change is told before it is looked whether the thing is there: clients see which it is. */
  readonly looksAtBodyFirst?: true;
}

interface Made {
  readonly command: IdentityCommand;
  readonly id: string;
}

export function collectionEndpoints<Thing extends { readonly id: string }>(
  resource: Resource<Thing>,
): readonly IdentityEndpoint[] {
  const { noun, word, words, rules, properties, required } = resource;
  const path = `/v3/${words}`;
  const takeNew = takenBody<JsonObject>({
    type: 'object',
    properties,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: true,
  });
  const takeChange = takenBody<JsonObject>({
    type: 'object',
    properties,
    minProperties: 1,
    additionalProperties: true,
  });
  const sentIn = (sent: unknown): unknown => {
    const body = isObject(sent) ? sent : {};
    if (Object.hasOwn(body, word)) return body[word];
    return resource.missing === null ? null : {};
  };
  const find = (context: IdentityContext): Thing | undefined => resource.get(context, idIn(context));
  const target = (_asked: unknown, thing: Thing | undefined): PolicyTarget =>
    thing === undefined ? {} : resource.targetOf(thing);
  const there = (context: IdentityContext, thing: Thing | undefined): Thing =>
    thing ?? refuse({ kind: 'not-found', noun, id: idIn(context) });
  const extraIn = (sent: JsonObject): Extra =>
    Object.fromEntries(
      Object.entries(sent).filter(
        ([key]) => !Object.hasOwn(properties, key) && key !== 'id' && key !== 'links',
      ),
    );
  const answer = (context: IdentityContext, status: number, id: string): Answer => {
    const thing = resource.get(context, id) ?? refuse({ kind: 'not-found', noun, id });
    return json(status, { [word]: resource.view(context, thing) });
  };

  return [
    endpoint({
      route: `GET ${path}`,
      find: ({ caller }) => caller.domainId,
      policy: rules.list,
      // Without one there is nothing to compare with: what is missing is equal to nothing, and not to what others lack.
      target: (_asked, domainId: string | null): PolicyTarget =>
        domainId === null ? {} : { 'target.domain_id': domainId, 'target.group.domain_id': domainId },
      run: (context, domainId: string | null) => {
        const { domainOf } = resource;
        const seen = function* () {
          for (const thing of resource.all(context)) {
            if (domainId === null || domainOf === undefined || domainOf(thing) === domainId) yield thing;
          }
        };
        const things = filtered(seen(), resource.filters, context.query);
        return listAnswer(context, `/${words}`, words, things, resource.view);
      },
    }),
    endpoint({
      route: `GET ${path}/{id}`,
      find,
      policy: rules.show,
      target,
      run: (context, thing: Thing | undefined) => {
        const one = there(context, thing);
        return json(200, { [word]: { ...resource.view(context, one), ...resource.more?.(context, one) } });
      },
    }),
    endpoint({
      route: `POST ${path}`,
      policy: rules.create,
      // Nobody but administrators makes things, whatever they are to be.
      target: () => ({}),
      input: (sent) => takeNew(sentIn(sent)),
      run: async (context, _found, sent) => {
        const { command, id } = await resource.create(context, sent, extraIn(sent));
        return context.app.commit(command, () => answer(context, 201, id));
      },
    }),
    endpoint({
      route: `PATCH ${path}/{id}`,
      find,
      policy: rules.update,
      target,
      input: sentIn,
      run: async (context, thing: Thing | undefined, unchecked) => {
        if (!resource.looksAtBodyFirst) there(context, thing);
        const sent = takeChange(unchecked);
        if (Object.hasOwn(sent, 'id') && sent['id'] !== idIn(context)) throw badRequest('Cannot change ID');
        const { id } = there(context, thing);
        const command = await resource.update(context, id, sent, extraIn(sent));
        return context.app.commit(command, () => answer(context, 200, id));
      },
    }),
    endpoint({
      route: `DELETE ${path}/{id}`,
      find,
      policy: rules.delete,
      target,
      run: (context, thing: Thing | undefined) =>
        context.app.commit(resource.remove(there(context, thing).id, context), () => noContent),
    }),
  ];
}

function idIn({ params }: IdentityContext): string {
  return params['id'] ?? '';
}

/** The domain that is named, else the caller's: who is in none is in the default one. */
export function domainFor({ caller }: IdentityContext, named: unknown): string {
  if (typeof named === 'string') return named;
  const ofProject = caller.attributes?.['project_domain_id'];
  return caller.domainId ?? (typeof ofProject === 'string' ? ofProject : 'default');
}

export function refuseOtherDomain(sent: JsonObject, domainId: string | undefined): void {
  if (Object.hasOwn(sent, 'domain_id') && sent['domain_id'] !== domainId)
    throw badRequest('Cannot change Domain ID');
}

/** Options of a new thing; those that are set to nothing are not set. */
export function newOptions(sent: JsonObject): object {
  return withOptions({}, isObject(sent['options']) ? sent['options'] : undefined);
}

/** Those of these fields that were sent, under our names. */
export function sentFields<const Names extends Readonly<Record<string, string>>>(
  sent: JsonObject,
  names: Names,
): { readonly [Field in Names[keyof Names]]?: unknown } {
  const entries = Object.entries(names).filter(([wire]) => Object.hasOwn(sent, wire));
  return Object.fromEntries(entries.map(([wire, field]) => [field, sent[wire]])) as {
    readonly [Field in Names[keyof Names]]?: unknown;
  };
}

import { badRequest } from '@berth/api-kit/http-error.ts';
import { isObject, type JsonObject } from '@berth/api-kit/json/json-type.ts';
import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import type { IdentityCommand } from '../domain/decide.ts';
import type { Extra } from '../domain/ids.ts';
import { withOptions } from '../domain/found.ts';
import { endpoint, type IdentityContext, type IdentityEndpoint } from './endpoint.ts';
import { findingOf, idIn, type ShownNoun, shownEndpoints } from './shown-endpoints.ts';
import { takenBody } from './taken-body.ts';

/** How things of a noun are made and changed, besides. */
export interface Resource<Thing extends { readonly id: string }> extends ShownNoun<Thing> {
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
  /** What a body without the key counts as; one with an empty value unless told. */
  readonly missing?: null;
}

interface Made {
  readonly command: IdentityCommand;
  readonly id: string;
}

export function collectionEndpoints<Thing extends { readonly id: string }>(
  resource: Resource<Thing>,
): readonly IdentityEndpoint[] {
  const { word, words, rules, properties, required } = resource;
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
  const { find, target, there, answer } = findingOf(resource);
  const extraIn = (sent: JsonObject): Extra =>
    Object.fromEntries(
      Object.entries(sent).filter(
        ([key]) => !Object.hasOwn(properties, key) && key !== 'id' && key !== 'links',
      ),
    );

  return [
    ...shownEndpoints(resource),
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
  ];
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

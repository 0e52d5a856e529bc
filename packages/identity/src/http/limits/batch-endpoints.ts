import { isObject, type JsonObject } from '@berth/api-kit/json/json-type.ts';
import type { JsonSchema } from '@berth/api-kit/json/schema.ts';
import type { IdentityCommand } from '../../domain/decide.ts';
import { refuse } from '../../domain/refusals.ts';
import { endpoint, type IdentityContext, type IdentityEndpoint, json } from '../endpoint.ts';
import { findingOf, idIn, type ShownNoun, shownEndpoints } from '../shown-endpoints.ts';
import { takenBody } from '../taken-body.ts';

/** Things that are made several at a time, all or none. Bodies say nothing besides what their schemas have. */
export interface BatchResource<Thing extends { readonly id: string }> extends ShownNoun<Thing> {
  /** Of one of those that are to be made. */
  readonly newSchema: JsonSchema;
  readonly changeSchema: JsonSchema;
  readonly create: (
    context: IdentityContext,
    sent: readonly JsonObject[],
  ) => { readonly command: IdentityCommand; readonly ids: readonly string[] };
  readonly update: (context: IdentityContext, id: string, sent: JsonObject) => IdentityCommand;
}

export function batchEndpoints<Thing extends { readonly id: string }>(
  resource: BatchResource<Thing>,
): readonly IdentityEndpoint[] {
  const { noun, word, words, rules, newSchema, changeSchema } = resource;
  const takeNew = takenBody<readonly JsonObject[]>({ type: 'array', items: newSchema, minItems: 1 });
  const takeChange = takenBody<JsonObject>(changeSchema);
  const { find, target, there, answer } = findingOf(resource);
  return [
    ...shownEndpoints(resource),
    endpoint({
      route: `POST /v3/${words}`,
      policy: rules.create,
      input: (sent) => takeNew(under(words, sent)),
      run: (context, _found, sent) => {
        const { command, ids } = resource.create(context, sent);
        const made = (id: string): object =>
          resource.view(context, resource.get(context, id) ?? refuse({ kind: 'not-found', noun, id }));
        return context.app.commit(command, () => json(201, { [words]: ids.map(made) }));
      },
    }),
    endpoint({
      route: `PATCH /v3/${words}/{id}`,
      find,
      policy: rules.update,
      target,
      input: (sent) => under(word, sent),
      run: (context, thing: Thing | undefined, unchecked) => {
        if (!resource.looksAtBodyFirst) there(context, thing);
        const sent = takeChange(unchecked);
        const id = idIn(context);
        return context.app.commit(resource.update(context, id, sent), () => answer(context, 200, id));
      },
    }),
  ];
}

/** What a body has under a key; nothing at all counts as an empty object. */
function under(key: string, sent: unknown): unknown {
  return isObject(sent) && Object.hasOwn(sent, key) ? sent[key] : {};
}

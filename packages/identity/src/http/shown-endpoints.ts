import { noContent, type Answer } from '@berth/api-kit/endpoint.ts';
import type { PolicyTarget } from '@berth/api-kit/policy.ts';
import type { IdentityCommand } from '../domain/decide.ts';
import type { Noun } from '../domain/nouns.ts';
import { refuse } from '../domain/refusals.ts';
import { endpoint, type IdentityContext, type IdentityEndpoint, json } from './endpoint.ts';
import { type Filters, filtered } from './filters.ts';
import { listAnswer } from './list-answer.ts';

/** What clients call things of a noun, and how they are found, shown and deleted: the same for all of them. */
export interface ShownNoun<Thing extends { readonly id: string }> {
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
  readonly remove: (id: string, context: IdentityContext) => IdentityCommand;
  /** Whether what is wrong with a change is told before it is looked whether the thing is there: clients see which it is. */
  readonly looksAtBodyFirst?: true;
}

/** Lists them, shows one, and deletes one. */
export function shownEndpoints<Thing extends { readonly id: string }>(
  shown: ShownNoun<Thing>,
): readonly IdentityEndpoint[] {
  const { word, words, rules } = shown;
  const path = `/v3/${words}`;
  const { find, target, there } = findingOf(shown);
  return [
    endpoint({
      route: `GET ${path}`,
      find: ({ caller }) => caller.domainId,
      policy: rules.list,
      // Without one there is nothing to compare with: what is missing is equal to nothing, and not to what others lack.
      target: (_asked, domainId: string | null): PolicyTarget =>
        domainId === null ? {} : { 'target.domain_id': domainId, 'target.group.domain_id': domainId },
      run: (context, domainId: string | null) => {
        const { domainOf } = shown;
        const seen = function* () {
          for (const thing of shown.all(context)) {
            if (domainId === null || domainOf === undefined || domainOf(thing) === domainId) yield thing;
          }
        };
        const things = filtered(seen(), shown.filters, context.query);
        return listAnswer(context, `/${words}`, words, things, shown.view);
      },
    }),
    endpoint({
      route: `GET ${path}/{id}`,
      find,
      policy: rules.show,
      target,
      run: (context, thing: Thing | undefined) => {
        const one = there(context, thing);
        return json(200, { [word]: { ...shown.view(context, one), ...shown.more?.(context, one) } });
      },
    }),
    endpoint({
      route: `DELETE ${path}/{id}`,
      find,
      policy: rules.delete,
      target,
      run: (context, thing: Thing | undefined) =>
        context.app.commit(shown.remove(there(context, thing).id, context), () => noContent),
    }),
  ];
}

/** How one of them is looked for by what stands in the path. */
export function findingOf<Thing extends { readonly id: string }>(shown: ShownNoun<Thing>) {
  const { noun, word } = shown;
  return {
    find: (context: IdentityContext): Thing | undefined => shown.get(context, idIn(context)),
    target: (_asked: unknown, thing: Thing | undefined): PolicyTarget =>
      thing === undefined ? {} : shown.targetOf(thing),
    /** Refuses where there is none. */
    there: (context: IdentityContext, thing: Thing | undefined): Thing =>
      thing ?? refuse({ kind: 'not-found', noun, id: idIn(context) }),
    /** One that is there, as it is now. */
    answer: (context: IdentityContext, status: number, id: string): Answer => {
      const thing = shown.get(context, id) ?? refuse({ kind: 'not-found', noun, id });
      return json(status, { [word]: shown.view(context, thing) });
    },
  };
}

export function idIn({ params }: IdentityContext): string {
  return params['id'] ?? '';
}

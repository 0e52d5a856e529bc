import type { Context } from '@berth/api-kit/endpoint.ts';
import type { VersionIndex } from '@berth/api-kit/microversions.ts';
import type { Provider } from '@berth/engine/provider.ts';
import { versions } from '../versions.ts';

const links = versions.ladder(
  ['1.0', ['inventories', 'usages']],
  ['1.1', ['inventories', 'usages', 'aggregates']],
  ['1.6', ['inventories', 'usages', 'aggregates', 'traits']],
  ['1.11', ['inventories', 'usages', 'aggregates', 'traits', 'allocations']],
);

const fields = versions.view<Provider>({
  uuid: { get: ({ id }) => id },
  name: { get: ({ name }) => name },
  generation: { get: ({ generation }) => generation },
  links: { get: () => null },
  parent_provider_uuid: { since: '1.14', get: ({ parent }) => parent?.id ?? null },
  root_provider_uuid: { since: '1.14', get: ({ root }) => root.id },
});

const rungs = versions.ladder(['1.0', 0], ['1.1', 1], ['1.6', 2], ['1.11', 3], ['1.14', 4]);

/**
 * What a provider's JSON depends on besides the provider: the version, of which those of one rung show the same, and what
 * the paths in its links begin with. There is one object for each, to be compared by.
 */
export function providerForm({
  version,
  prefix,
}: Pick<Context<unknown>, 'version' | 'prefix'>): ProviderForm {
  const ofPrefix = forms.get(prefix) ?? newForms(prefix);
  const rung = rungs.at(version) as number; // The ladder begins with the first version.
  return (ofPrefix[rung] ??= formOf(version, prefix));
}

/**
 * A provider as bytes of JSON. Lists of thousands are made of these, so each is kept until the provider changes: with
 * 10,000 providers a list takes 7 ms from what is kept and 20 ms without.
 */
export function providerJson(provider: Provider, form: ProviderForm): Uint8Array {
  const known = kept[provider.index];
  if (known !== undefined && isOf(known, provider, form)) return known.bytes;
  const bytes = Buffer.from(encode(provider, form));
  kept[provider.index] = { provider, revision: provider.revision, form, bytes };
  return bytes;
}

/** Whether `providerJson` would only have to look. */
export function isEncoded(provider: Provider, form: ProviderForm): boolean {
  const known = kept[provider.index];
  return known !== undefined && isOf(known, provider, form);
}

interface Kept {
  readonly provider: Provider;
  readonly revision: number;
  readonly form: ProviderForm;
  readonly bytes: Uint8Array;
}

/**
 * By the provider's index, which is ten times as fast to look up as the provider itself in a map. What is there may be of
 * another provider that had the index before, or of another world.
 */
const kept: (Kept | undefined)[] = [];

function isOf(known: Kept, provider: Provider, form: ProviderForm): boolean {
  return known.provider === provider && known.revision === provider.revision && known.form === form;
}

/**
 * What a version shows of every provider is written once, with marks where it differs, and filled in for each: 2 µs, where
 * making an object and turning it into text takes 7.
 */
function encode(provider: Provider, form: ProviderForm): string {
  const id = JSON.stringify(provider.id).slice(1, -1);
  let text = form.start;
  for (const { mark, after } of form.fields) text += filled(mark, provider, id) + after;
  return text;
}

export interface ProviderForm {
  readonly start: string;
  readonly fields: readonly { readonly mark: Mark; readonly after: string }[];
}

type Mark = 'id' | 'name' | 'generation' | 'parent' | 'root';

/** By prefix, then by rung; made when somebody asks. */
const forms = new Map<string, (ProviderForm | undefined)[]>();

/** There is one prefix, or one for each proxy; if something makes up new ones, the old are forgotten. */
function newForms(prefix: string): (ProviderForm | undefined)[] {
  if (forms.size >= 16) forms.clear();
  const ofPrefix: (ProviderForm | undefined)[] = [];
  forms.set(prefix, ofPrefix);
  return ofPrefix;
}

function formOf(version: VersionIndex, prefix: string): ProviderForm {
  const marked = (name: Mark) => `<${name}>`;
  const self = `${prefix}/resource_providers/${marked('id')}`;
  const record = fields.at(version)?.({
    id: marked('id'),
    name: marked('name'),
    generation: marked('generation'),
    parent: { id: marked('parent') },
    root: { id: marked('root') },
  } as unknown as Provider); // As much of one as the view looks at.
  const shownLinks = [
    { rel: 'self', href: self },
    ...(links.at(version) ?? []).map((rel) => ({ rel, href: `${self}/${rel}` })),
  ];
  // What is a value of its own loses its quotes; inside a link there are none.
  const [start = '', ...rest] = JSON.stringify({ ...record, links: shownLinks }).split(
    /("<(?:name|generation|parent|root)>"|<id>)/,
  );
  const parts: { mark: Mark; after: string }[] = [];
  for (let index = 0; index < rest.length; index += 2)
    parts.push({ mark: rest[index]?.replace(/["<>]/g, '') as Mark, after: rest[index + 1] ?? '' });
  return { start, fields: parts };
}

/** `id` is the provider's own, without quotes. */
function filled(mark: Mark, { name, generation, parent, root }: Provider, id: string): string {
  switch (mark) {
    case 'id':
      return id;
    case 'name':
      return JSON.stringify(name);
    case 'generation':
      return `${generation}`;
    case 'parent':
      return parent ? JSON.stringify(parent.id) : 'null';
    case 'root':
      return JSON.stringify(root.id);
    default:
      return mark satisfies never;
  }
}

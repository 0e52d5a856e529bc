import { atOnce, inTurns } from '../asking/in-turns.ts';
import { type Service, textAt, type Thing, thingAt, thingsAt } from '../asking/service.ts';
import { actionCommand } from '../command/client-command.ts';
import { flag, text, whole } from '../command/option.ts';
import { jsonText } from '../output/json-text.ts';
import type { Value } from '../output/value.ts';
import { providerId, providerPath } from '../placement/find-provider.ts';
import { type Stock, treeLines, type TreeProvider } from './tree-lines.ts';

export const tree = actionCommand('placement', {
  description:
    'Each with what it has, and a bar for how much of that is used. Of many trees the first are shown.',
  since: '1.14',
  options: {
    provider: text('<provider>', 'Only the tree of this one, by name or uuid.'),
    limit: whole('<n>', 'So many trees at most (50).'),
    traits: flag('Show traits, too.'),
    json: flag('Print JSON instead.'),
  },
  act: async ({ service, values, outside }) => {
    const query =
      values.provider === undefined ? {} : { in_tree: await providerId(service, values.provider) };
    const all = thingsAt(await service.get('/resource_providers', query), 'resource_providers');
    const roots = all.filter((each) => each['uuid'] === each['root_provider_uuid']);
    const shown = new Set(roots.slice(0, values.limit ?? 50).map((each) => textAt(each, 'uuid')));
    const members = all.filter((each) => shown.has(textAt(each, 'root_provider_uuid')));
    let asked = 0;
    const providers = await inTurns(members, atOnce, async (each) => {
      const provider = await lookAt(service, each, values.traits);
      asked += 1;
      outside.progress(`${asked} of ${members.length} providers`);
      return provider;
    });
    outside.progress('');
    if (values.json) return { kind: 'text', text: `${jsonText(nested(providers, null), true)}\n` };
    const lines = treeLines(providers, {
      hasColours: outside.hasColours,
      isUnicode: isUnicode(outside.environment),
    });
    const hidden = roots.length - shown.size;
    const more = hidden > 0 ? [`… and ${hidden} more trees (--limit ${roots.length})`] : [];
    return { kind: 'text', text: `${[...lines, ...more].join('\n')}\n` };
  },
});

async function lookAt(service: Service, provider: Thing, withTraits: boolean): Promise<TreeProvider> {
  const id = textAt(provider, 'uuid');
  const [inventories, usages, traits] = await Promise.all([
    service.get(providerPath(id, '/inventories')),
    service.get(providerPath(id, '/usages')),
    withTraits ? service.get(providerPath(id, '/traits')) : { traits: [] },
  ]);
  const used = thingAt(usages, 'usages');
  const stock = Object.entries(thingAt(inventories, 'inventories')).map(([name, each]): Stock => {
    const { total = 0, reserved = 0, allocation_ratio: ratio = 1 } = each as Thing;
    const capacity = Math.floor((Number(total) - Number(reserved)) * Number(ratio));
    return { name, used: Number(used[name] ?? 0), capacity };
  });
  return {
    id,
    name: textAt(provider, 'name'),
    parent: typeof provider['parent_provider_uuid'] === 'string' ? provider['parent_provider_uuid'] : null,
    stock,
    traits: Array.isArray(traits['traits']) ? traits['traits'].map(String).sort() : [],
  };
}

function nested(providers: readonly TreeProvider[], parent: string | null): Value {
  return providers
    .filter((each) => each.parent === parent)
    .map(({ id, name, stock, traits }) => ({
      uuid: id,
      name,
      resources: Object.fromEntries(
        stock.map((each) => [each.name, { used: each.used, capacity: each.capacity }]),
      ),
      ...(traits.length === 0 ? {} : { traits }),
      children: nested(providers, id),
    }));
}

/** Where the locale is not known to be, frames of ASCII do. */
function isUnicode(environment: Readonly<Record<string, string | undefined>>): boolean {
  const { LC_ALL, LC_CTYPE, LANG } = environment;
  return /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '');
}

import { ServiceError } from '@berth/client/service-error.ts';
import { type Service, textAt, type Thing, thingAt, thingsAt } from '../asking/service.ts';
import { actionCommand, type Column, listCommand, showCommand } from '../command/client-command.ts';
import { CommandFailure } from '../command/command-failure.ts';
import { complaintOf } from '../command/complaint-of.ts';
import { decimal, flag, neededText, neededWhole, text, texts, whole } from '../command/option.ts';
import { UsageError } from '../command/usage-error.ts';
import { type Cell, Float } from '../output/value.ts';
import { findProvider, providerId, providerPath } from './find-provider.ts';
import { memberOf } from '../asking/member-of.ts';

const fields = ['allocation_ratio', 'min_unit', 'max_unit', 'reserved', 'step_size', 'total'] as const;

const provider = neededText('<provider>', 'The provider, by name or uuid.');
const resourceClass = neededText('<resource_class>', 'The class, such as VCPU.');

const columns: readonly Column<Thing>[] = ['resource_class', ...fields].map((title) => ({
  title,
  get: (item) => memberOf(item, title),
}));

export const inventoryList = listCommand('placement', {
  takes: { provider },
  columns: [...columns, { title: 'used', get: (item) => memberOf(item, 'used') }],
  list: async ({ service, values }) => {
    const id = await providerId(service, values.provider);
    const inventories = thingAt(await service.get(providerPath(id, '/inventories')), 'inventories');
    const usages = thingAt(await service.get(providerPath(id, '/usages')), 'usages');
    return rowsOf(inventories).map((row) => ({
      ...row,
      used: memberOf(usages, textAt(row, 'resource_class')),
    }));
  },
});

export const inventoryShow = showCommand('placement', {
  takes: { provider, resourceClass },
  show: async ({ service, values }) => {
    const id = await providerId(service, values.provider);
    const inventory = await service.get(
      providerPath(id, `/inventories/${encodeURIComponent(values.resourceClass)}`),
    );
    const usages = thingAt(await service.get(providerPath(id, '/usages')), 'usages');
    return { ...shown(inventory), used: memberOf(usages, values.resourceClass) };
  },
});

export const inventorySet = listCommand('placement', {
  description: 'Whatever is not named is gone afterwards, unless --amend is given.',
  takes: {
    provider: neededText('<provider>', 'The provider, by name or uuid; with --aggregate an aggregate.'),
  },
  options: {
    resource: texts(
      '<resource_class>[:<field>]=<value>',
      `How much of a class: its total, or one of ${fields.join(', ')}.`,
    ),
    aggregate: flag('Set it for all providers of an aggregate.', { since: '1.3' }),
    amend: flag('Leave what is not named as it is.'),
    dryRun: flag('Only show what would be set.'),
  },
  columns: [{ title: 'resource_provider', get: (item) => memberOf(item, 'resource_provider') }, ...columns],
  shows: ({ title }, { values }) => title !== 'resource_provider' || values.aggregate,
  list: async ({ service, values, outside }) => {
    const asked = values.resource.map(resourceIn);
    const providers = values.aggregate
      ? await membersOf(service, values.provider)
      : [await findProvider(service, values.provider)];
    const rows: Thing[] = [];
    let failed = 0;
    for (const each of providers) {
      const id = textAt(each, 'uuid');
      try {
        const set = await setInventories(service, each, asked, values);
        rows.push(...rowsOf(set).map((row) => ({ ...row, resource_provider: id })));
      } catch (error) {
        if (!values.aggregate || !(error instanceof ServiceError)) throw error;
        failed += 1;
        outside.complain(`Failed to set inventory for resource provider ${id}: ${complaintOf(error)}`);
      }
    }
    if (failed > 0)
      throw new CommandFailure(
        `Failed to set inventory for ${failed} of ${providers.length} resource providers.`,
      );
    return rows;
  },
});

export const inventoryClassSet = showCommand('placement', {
  takes: { provider, resourceClass },
  options: {
    total: neededWhole('<total>', 'How much there is.'),
    allocationRatio: decimal('<allocation_ratio>', 'How many times over it may be used.'),
    minUnit: whole('<min_unit>', 'The least that one may hold.'),
    maxUnit: whole('<max_unit>', 'The most that one may hold.'),
    reserved: whole('<reserved>', 'What is for the provider itself.'),
    stepSize: whole('<step_size>', 'What one holds is a multiple of this.'),
  },
  show: async ({ service, values }) => {
    const found = await findProvider(service, values.provider);
    const body = {
      resource_provider_generation: found['generation'],
      allocation_ratio: values.allocationRatio,
      min_unit: values.minUnit,
      max_unit: values.maxUnit,
      reserved: values.reserved,
      step_size: values.stepSize,
      total: values.total,
    };
    const path = providerPath(
      textAt(found, 'uuid'),
      `/inventories/${encodeURIComponent(values.resourceClass)}`,
    );
    return shown(await service.put(path, body));
  },
});

export const inventoryDelete = actionCommand('placement', {
  description: 'All of it, or that of one class.',
  takes: { provider },
  options: { resourceClass: text('<resource_class>', 'Only this class; needed before 1.5.') },
  act: async ({ service, values }) => {
    const { resourceClass: only } = values;
    if (only === undefined && !service.version.has('1.5')) throw new UsageError('needed: --resource-class');
    const below = only === undefined ? '' : `/${encodeURIComponent(only)}`;
    await service.delete(providerPath(await providerId(service, values.provider), `/inventories${below}`));
  },
});

interface AskedResource {
  readonly name: string;
  readonly field: string;
  readonly value: number | Float;
}

/** 'VCPU=8', 'VCPU:reserved=1'. */
function resourceIn(text: string): AskedResource {
  const match = /^([^:=]+)(?::([^:=]+))?=([^=]+)$/.exec(text);
  const [, name = '', field = 'total', written = ''] = match ?? [];
  const value = Number(written);
  if (match === null || written.trim() === '' || Number.isNaN(value))
    throw new UsageError(`--resource: must be <resource_class>[:<field>]=<value>, not '${text}'`);
  if (!fields.some((each) => each === field))
    throw new UsageError(`--resource: there is no field ${field}: ${fields.join(', ')}`);
  if (field === 'allocation_ratio') return { name, field, value: new Float(value) };
  if (!Number.isSafeInteger(value))
    throw new UsageError(`--resource: ${field} must be a whole number, not '${written}'`);
  return { name, field, value };
}

/** Those of one provider as they are, or would be, afterwards. */
async function setInventories(
  service: Service,
  provider: Thing,
  asked: readonly AskedResource[],
  { amend, dryRun }: { readonly amend: boolean; readonly dryRun: boolean },
): Promise<Thing> {
  const path = providerPath(textAt(provider, 'uuid'), '/inventories');
  const before = amend
    ? await service.get(path)
    : { inventories: {}, resource_provider_generation: provider['generation'] ?? 0 };
  const inventories: Record<string, Thing> = { ...(thingAt(before, 'inventories') as Record<string, Thing>) };
  for (const { name, field, value } of asked) inventories[name] = { ...inventories[name], [field]: value };
  if (dryRun) return inventories;
  return thingAt(await service.put(path, { ...before, inventories }), 'inventories');
}

async function membersOf(service: Service, aggregate: string): Promise<readonly Thing[]> {
  const found = thingsAt(
    await service.get('/resource_providers', { member_of: aggregate }),
    'resource_providers',
  );
  if (found.length > 0) return found;
  throw new CommandFailure(`No resource providers found in aggregate with uuid ${aggregate}.`);
}

function rowsOf(inventories: Thing): readonly Thing[] {
  return Object.entries(inventories).map(([name, inventory]) => ({
    resource_class: name,
    ...(inventory as Thing),
  }));
}

function shown(inventory: Thing): Record<string, Cell> {
  return Object.fromEntries(fields.map((field) => [field, memberOf(inventory, field)]));
}

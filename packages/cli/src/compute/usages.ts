import { ServiceError } from '@berth/client/service-error.ts';
import type { Cloud } from '../asking/cloud.ts';
import { allProjects } from '../asking/find-in-identity.ts';
import { memberOf } from '../asking/member-of.ts';
import { pageThrough } from '../asking/page-through.ts';
import { textAt, type Thing, thingsAt } from '../asking/service.ts';
import { listCommand } from '../command/client-command.ts';
import { text } from '../command/option.ts';
import { UsageError } from '../command/usage-error.ts';
import { type Cell, Float, Formatted, type Value } from '../output/value.ts';

interface ProjectUsage {
  readonly usage: Thing;
  /** Of the project; null where it is not known. */
  readonly name: string | null;
}

const dayMs = 86_400_000;

export const usageList = listCommand('compute', {
  options: {
    start: text('<YYYY-MM-DD>', 'From this day on (four weeks ago).'),
    end: text('<YYYY-MM-DD>', 'To this day (tomorrow).'),
  },
  columns: [
    { title: 'Project', get: ({ usage, name }: ProjectUsage) => named(memberOf(usage, 'tenant_id'), name) },
    { title: 'Servers', get: ({ usage }) => counted(memberOf(usage, 'server_usages')) },
    { title: 'RAM MB-Hours', get: ({ usage }) => rounded(memberOf(usage, 'total_memory_mb_usage')) },
    { title: 'CPU Hours', get: ({ usage }) => rounded(memberOf(usage, 'total_vcpus_usage')) },
    { title: 'Disk GB-Hours', get: ({ usage }) => rounded(memberOf(usage, 'total_local_gb_usage')) },
  ],
  list: async ({ service, cloud, values }) => {
    const at = (day: string | undefined, otherwise: number) => {
      const time = day === undefined ? otherwise : Date.parse(day);
      if (Number.isNaN(time)) throw new UsageError(`--start and --end: must be days such as 2026-11-17`);
      return new Date(time).toISOString().replace('Z', '');
    };
    const now = Date.now();
    const query = {
      start: at(values.start, now - 28 * dayMs),
      end: at(values.end, now + dayMs),
      detailed: 1,
    };
    const pages = await pageThrough(service, '/os-simple-tenant-usage', query, undefined, {
      list: 'tenant_usages',
      marker: (last) => textAt(thingsAt(last, 'server_usages').at(-1) ?? {}, 'instance_id'),
    });
    const names = await projectNames(cloud);
    return mergedByProject(pages).map((usage) => ({
      usage,
      name: names.get(textAt(usage, 'tenant_id')) ?? null,
    }));
  },
});

const sums = ['total_memory_mb_usage', 'total_vcpus_usage', 'total_local_gb_usage'];

/** From 2.40 on a page has so many servers at most, and a project with more of them is on several. */
function mergedByProject(usages: readonly Thing[]): readonly Thing[] {
  const merged = new Map<string, Thing>();
  for (const usage of usages) {
    const id = textAt(usage, 'tenant_id');
    const before = merged.get(id);
    merged.set(id, before === undefined ? usage : merge(before, usage));
  }
  return [...merged.values()];
}

function merge(one: Thing, other: Thing): Thing {
  return {
    ...one,
    server_usages: [...thingsAt(one, 'server_usages'), ...thingsAt(other, 'server_usages')],
    ...Object.fromEntries(sums.map((name) => [name, new Float(Number(one[name]) + Number(other[name]))])),
  };
}

/** Who may not ask for them is told ids. */
async function projectNames(cloud: Cloud): Promise<ReadonlyMap<string, string | null>> {
  try {
    return new Map((await allProjects(cloud))?.map(({ id, name }) => [id, name]));
  } catch (error) {
    if (error instanceof ServiceError) return new Map();
    throw error;
  }
}

function named(id: Value, name: string | null): Cell {
  return name === null ? id : new Formatted(id, name);
}

function counted(value: Value): Formatted {
  return new Formatted(value, Array.isArray(value) ? String(value.length) : '0');
}

function rounded(value: Value): Cell {
  return value instanceof Float || typeof value === 'number'
    ? new Formatted(value, Number(value).toFixed(2))
    : value;
}

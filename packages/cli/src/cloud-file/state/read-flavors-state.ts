import type { Cloud } from '../../asking/cloud.ts';
import { projectId } from '../../asking/find-in-identity.ts';
import { atOnce, inTurns } from '../../asking/in-turns.ts';
import { pageThrough } from '../../asking/page-through.ts';
import { type Service, textAt, type Thing, thingAt, thingsAt } from '../../asking/service.ts';
import { CommandFailure } from '../../command/command-failure.ts';
import type { AskedFlavor } from '../cloud-file.ts';
import { findFlavor } from '../find-flavor.ts';
import type { CloudState, FoundProject, KnownFlavor } from './cloud-state.ts';

/** All flavors, and the projects that the file speaks of. */
export async function readFlavorsState(
  asked: readonly AskedFlavor[],
  cloud: Cloud,
  compute: Service,
): Promise<Pick<CloudState, 'flavors' | 'projects'>> {
  const query = { is_public: 'None' };
  const things = await pageThrough(compute, '/flavors/detail', query, undefined, { list: 'flavors' });
  const flavors = things.map(knownFlavor);
  const withProjects = new Set(
    asked.filter(({ projects }) => projects !== undefined).map((each) => findFlavor(each, flavors)),
  );
  const names = [...new Set(asked.flatMap(({ projects = [] }) => projects.map(({ name }) => name)))];
  const found = await inTurns(names, atOnce, (name) => findProject(cloud, name));
  return {
    flavors: await inTurns(flavors, atOnce, async (flavor) =>
      flavor.sizes.isPublic || !withProjects.has(flavor)
        ? flavor
        : { ...flavor, projects: await projectsOf(compute, flavor.id) },
    ),
    projects: new Map(names.map((name, index) => [name, found[index] as FoundProject])), // There is one for each.
  };
}

function knownFlavor(thing: Thing): KnownFlavor {
  const { description } = thing;
  return {
    id: textAt(thing, 'id'),
    name: textAt(thing, 'name'),
    sizes: {
      ram: Number(thing['ram']),
      vcpus: Number(thing['vcpus']),
      disk: Number(thing['disk']),
      ephemeral: Number(thing['OS-FLV-EXT-DATA:ephemeral']),
      // Before 2.75 no swap was an empty text.
      swap: Number(thing['swap']),
      rxtxFactor: Number(thing['rxtx_factor']),
      isPublic: thing['os-flavor-access:is_public'] === true,
    },
    description: typeof description === 'string' ? description : null,
    extraSpecs: textsIn(thingAt(thing, 'extra_specs')),
    projects: [],
  };
}

function textsIn(thing: Thing): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.keys(thing).map((key) => [key, textAt(thing, key)]));
}

async function projectsOf(compute: Service, id: string): Promise<readonly string[]> {
  const answer = await compute.get(`/flavors/${encodeURIComponent(id)}/os-flavor-access`);
  return thingsAt(answer, 'flavor_access').map((each) => textAt(each, 'tenant_id'));
}

async function findProject(cloud: Cloud, name: string): Promise<FoundProject> {
  try {
    return { kind: 'found', id: await projectId(cloud, name) };
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    return { kind: 'none', reason: error.message };
  }
}

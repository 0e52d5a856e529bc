import { CommandFailure } from '../command/command-failure.ts';
import type { Cloud } from './cloud.ts';
import { textAt, type Thing, thingAt, thingsAt } from './service.ts';

export interface Project {
  readonly id: string;
  /** Null where no identity service is known that tells it. */
  readonly name: string | null;
}

/** A project by id or name. Where no identity service is known, whatever is said is an id. */
export async function findProject(cloud: Cloud, text: string): Promise<Project> {
  const found = await findThing(cloud, 'project', text);
  return found === null ? { id: text, name: null } : asProject(found);
}

/** Null where no identity service is known. */
export async function allProjects(cloud: Cloud): Promise<readonly Project[] | null> {
  const identity = await cloud.identity();
  return identity === null ? null : thingsAt(await identity.get('/projects'), 'projects').map(asProject);
}

export async function projectId(cloud: Cloud, text: string): Promise<string> {
  return (await findProject(cloud, text)).id;
}

export async function userId(cloud: Cloud, text: string): Promise<string> {
  const found = await findThing(cloud, 'user', text);
  return found === null ? text : textAt(found, 'id');
}

function asProject(found: Thing): Project {
  return { id: textAt(found, 'id'), name: textAt(found, 'name') };
}

/** Null where no identity service is known. */
async function findThing(cloud: Cloud, noun: 'project' | 'user', text: string): Promise<Thing | null> {
  const identity = await cloud.identity();
  if (identity === null) return null;
  const byId = await identity.find(`/${noun}s/${encodeURIComponent(text)}`);
  if (byId !== null) return thingAt(byId, noun);
  const [found, ...others] = thingsAt(await identity.get(`/${noun}s`, { name: text }), `${noun}s`);
  if (others.length > 0) throw new CommandFailure(`More than one ${noun} exists with the name '${text}'.`);
  if (found === undefined) throw new CommandFailure(`No ${noun} with a name or ID of '${text}' exists.`);
  return found;
}

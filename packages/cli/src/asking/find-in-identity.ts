import { CommandFailure } from '../command/command-failure.ts';
import type { Cloud } from './cloud.ts';
import { textAt, thingAt, thingsAt } from './service.ts';

/** The id of a project. Where no identity service is known, whatever is said is an id. */
export async function projectId(cloud: Cloud, text: string): Promise<string> {
  return idOf(cloud, 'project', text);
}

export async function userId(cloud: Cloud, text: string): Promise<string> {
  return idOf(cloud, 'user', text);
}

async function idOf(cloud: Cloud, noun: 'project' | 'user', text: string): Promise<string> {
  const identity = await cloud.identity();
  if (identity === null) return text;
  const byId = await identity.find(`/${noun}s/${encodeURIComponent(text)}`);
  if (byId !== null) return textAt(thingAt(byId, noun), 'id');
  const [found, ...others] = thingsAt(await identity.get(`/${noun}s`, { name: text }), `${noun}s`);
  if (others.length > 0) throw new CommandFailure(`More than one ${noun} exists with the name '${text}'.`);
  if (found === undefined) throw new CommandFailure(`No ${noun} with a name or ID of '${text}' exists.`);
  return textAt(found, 'id');
}

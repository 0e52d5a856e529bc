import type { Cloud } from './cloud.ts';
import { textAt, thingAt, thingsAt } from './service.ts';
import { CommandFailure } from '../command/command-failure.ts';

/** The id of a project. Where no identity service is known, whatever is said is an id. */
export async function projectId(cloud: Cloud, text: string): Promise<string> {
  const identity = await cloud.identity();
  if (identity === null) return text;
  const byId = await identity.find(`/projects/${encodeURIComponent(text)}`);
  if (byId !== null) return textAt(thingAt(byId, 'project'), 'id');
  const [found, ...others] = thingsAt(await identity.get('/projects', { name: text }), 'projects');
  if (others.length > 0) throw new CommandFailure(`More than one project exists with the name '${text}'.`);
  if (found === undefined) throw new CommandFailure(`No project with a name or ID of '${text}' exists.`);
  return textAt(found, 'id');
}

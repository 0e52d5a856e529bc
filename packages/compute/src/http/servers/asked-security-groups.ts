import { badRequest } from '@berth/api-kit/http-error.ts';
import type { ComputeContext } from '../endpoint.ts';
import type { CreateBody } from './create-body.ts';

/** Rules of networks are another service's; everybody has one group of them. */
export const defaultGroup = 'default';

export function groupNamesIn({ security_groups: groups }: CreateBody['server']): readonly string[] {
  return (groups ?? []).flatMap(({ name }) => (name === undefined ? [] : [name]));
}

/** Where there is no service for them. */
export function checkSecurityGroups({ caller }: ComputeContext, server: CreateBody['server']): void {
  for (const name of groupNamesIn(server)) {
    if (name === defaultGroup) continue;
    throw badRequest(`Security group ${name} not found for project ${caller.projectId ?? ''}.`);
  }
}

import type { Compute } from '../compute-state.ts';
import type { Asker, LimitedProject } from './asker.ts';
import type { Limits } from './limits.ts';
import { defaultClass, userQuotaId } from './quota.ts';

type Quotas = Pick<Compute, 'projectQuotas' | 'userQuotas' | 'classQuotas'>;

/** What holds for a project: what was set for it, else the default. */
export function limitsOfProject(compute: Quotas, { projectId, configured }: LimitedProject): Limits {
  const set = projectId === null ? undefined : compute.projectQuotas.get(projectId)?.limits;
  return { ...limitsOfClass(compute, defaultClass, configured), ...set };
}

/** What holds for a user in a project: what was set for them, else what holds for the project. */
export function limitsOfUser(compute: Quotas, asker: Asker): Limits {
  const { projectId, userId } = asker;
  const isOne = projectId !== null && userId !== null;
  const set = isOne ? compute.userQuotas.get(userQuotaId(projectId, userId))?.limits : undefined;
  return { ...limitsOfProject(compute, asker), ...set };
}

/** A class has what was set for it, else what the settings say. */
export function limitsOfClass(
  { classQuotas }: Pick<Compute, 'classQuotas'>,
  name: string,
  configured: Limits,
): Limits {
  return { ...configured, ...classQuotas.get(name)?.limits };
}

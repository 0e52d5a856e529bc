import type { PolicyTarget } from '@berth/api-kit/policy.ts';
import type { Compute } from '@berth/compute-engine/compute-state.ts';
import { hostZones } from '../availability-zones/zones-of.ts';
import type { ComputeContext } from '../endpoint.ts';
import { isAdmin } from '../is-admin.ts';
import { bookmarkTo, selfHref } from '../links.ts';

/** What a caller sees of servers, found out once for all that are shown. */
export interface ServerViewer {
  readonly compute: Compute;
  /** What links to servers, flavors and images begin with, as it stands in JSON. */
  readonly selfText: string;
  readonly bookmarkText: string;
  readonly isAdmin: boolean;
  /** Where it is, and what it is called there. */
  readonly seesAttributes: boolean;
  readonly seesExtraSpecs: boolean;
  readonly hostStatuses: 'all' | 'unknown ones' | 'none';
  zoneOfHost(host: string): string;
}

/** `target`: whose servers they are, where it is one; in a list they count as the caller's own. */
export function serverViewer(context: ComputeContext, target?: PolicyTarget): ServerViewer {
  const { app, caller } = context;
  const allows = (rule: string) => app.policy.allows(rule, caller, target);
  return {
    compute: app.cloud.compute,
    selfText: inJson(selfHref(context, '')),
    bookmarkText: inJson(bookmarkTo(context, '').href),
    isAdmin: isAdmin(context),
    seesAttributes: allows('os_compute_api:os-extended-server-attributes'),
    seesExtraSpecs: allows('os_compute_api:servers:show:flavor-extra-specs'),
    hostStatuses: hostStatusesSeen(allows),
    zoneOfHost: hostZones(app),
  };
}

/** Without the quotes around it. */
function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function hostStatusesSeen(allows: (rule: string) => boolean): ServerViewer['hostStatuses'] {
  if (allows('os_compute_api:servers:show:host_status')) return 'all';
  return allows('os_compute_api:servers:show:host_status:unknown-only') ? 'unknown ones' : 'none';
}

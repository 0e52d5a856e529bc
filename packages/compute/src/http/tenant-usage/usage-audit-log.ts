import { badRequest } from '@berth/api-kit/http-error.ts';
import type { Instant } from '@berth/engine/ids.ts';
import { aboutNobody, base, endpoint, json } from '../endpoint.ts';
import { momentOf } from './moment-of.ts';

const path = 'os-instance_usage_audit_log';

/** What hosts have noted of the usage of the last whole month. Here none notes anything, so nothing is left to be done. */
export const showUsageAuditLog = endpoint({
  route: `GET ${base}/${path}`,
  policy: 'os_compute_api:os-instance-usage-audit-log:list',
  target: aboutNobody,
  run: ({ now }) => json(200, { instance_usage_audit_logs: auditBefore(now) }),
});

export const showUsageAuditLogBefore = endpoint({
  route: `GET ${base}/${path}/{before}`,
  policy: 'os_compute_api:os-instance-usage-audit-log:show',
  target: aboutNobody,
  run: ({ params: { before = '' } }) => {
    const moment = momentOf(/^(\d{4})-(\d\d?)-(\d\d?) (\d\d?):(\d\d?):(\d\d?)(\.\d{1,6})?$/.exec(before));
    if (moment === null) throw badRequest(`Invalid timestamp for date ${before}`);
    return json(200, { instance_usage_audit_log: auditBefore(moment) });
  },
});

function auditBefore(before: Instant) {
  const date = new Date(before);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  // A month that ends at that very moment has not ended before it.
  const end = Date.UTC(year, month) < before ? month : month - 1;
  return {
    period_beginning: shownDay(Date.UTC(year, end - 1)),
    period_ending: shownDay(Date.UTC(year, end)),
    num_hosts: 0,
    num_hosts_done: 0,
    num_hosts_running: 0,
    num_hosts_not_run: 0,
    hosts_not_run: [],
    total_instances: 0,
    total_errors: 0,
    overall_status: 'ALL hosts done. 0 errors.',
    log: {},
  };
}

function shownDay(instant: Instant): string {
  return `${new Date(instant).toISOString().slice(0, 10)} 00:00:00`;
}

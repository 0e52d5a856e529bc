import type { Audit, Finding } from './audit-cloud.ts';
import type { Fault } from './judge-consumer.ts';
import type { RepairOutcome } from './repair-consumer.ts';

/** An audit for machines. `outcomes` by consumer: what was done about it, where anything was. */
export function auditAsJson(audit: Audit, outcomes: ReadonlyMap<string, RepairOutcome>) {
  const { hosts, servers, consumers, busy, findings, providers } = audit;
  return {
    summary: { hosts, servers, consumers, busy: busy.length, found: findings.length + providers.length },
    findings: findings.map((finding) => findingAsJson(finding, outcomes.get(finding.facts.uuid))),
    providers_without_host: providers,
    busy,
  };
}

export function findingAsJson({ facts, faults, repair }: Finding, outcome: RepairOutcome | undefined) {
  const { uuid, server, held } = facts;
  return {
    consumer: uuid,
    server:
      server === null
        ? null
        : { name: server.name, host: server.host, node: server.nodeName, vm_state: server.vmState },
    faults: faults.map(faultAsJson),
    before: resourcesOf(held?.allocations ?? {}),
    after: repair.kind === 'write' ? resourcesOf(repair.after) : null,
    ...(repair.kind === 'none' ? { why_not: repair.why } : {}),
    ...(outcome === undefined ? {} : { outcome }),
  };
}

function faultAsJson(fault: Fault) {
  if (fault.kind !== 'orphaned') return fault;
  const { migration } = fault;
  return {
    kind: fault.kind,
    migration:
      migration === null
        ? null
        : { server: migration.serverId, type: migration.type, status: migration.status },
  };
}

function resourcesOf(
  held: Readonly<Record<string, { readonly resources: Readonly<Record<string, number>> }>>,
) {
  return Object.fromEntries(Object.entries(held).map(([uuid, { resources }]) => [uuid, resources]));
}

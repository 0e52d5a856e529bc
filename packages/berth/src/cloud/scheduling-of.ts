import type { SchedulerSettings } from '@berth/compute-engine/scheduler/settings.ts';
import type { SchedulerKey } from '../config/scheduler-settings.ts';
import type { Config } from '../config/settings.ts';

/** What the settings say about how hosts are chosen. */
export function schedulingOf(config: Pick<Config, SchedulerKey>): SchedulerSettings {
  const { imageIsolationNamespace: namespace, imageIsolationSeparator: separator } = config;
  return {
    candidatesMax: config.maxPlacementResults,
    fallsBackToSharedCpus: !config.disablesSharedCpuFallback,
    prefilters: {
      // By now the original does without the choice, too.
      zoneAggregates: true,
      tenantAggregates: config.limitsTenantsToAggregates,
      tenantsNeedAggregates: config.tenantsNeedAggregates,
      imageTypeSupport: config.asksForImageType,
      isolatedAggregates: config.isolatesAggregates,
      imageTraits: config.asksForImageTraits,
    },
    filters: config.enabledFilters,
    defaultZone: config.defaultZone,
    defaultArchitecture: config.defaultArchitecture,
    serversPerHostMax: config.maxInstancesPerHost,
    diskWorkPerHostMax: config.maxIoOpsPerHost,
    imageIsolationPrefix: namespace === null ? null : `${namespace}${separator}`,
    multipliers: {
      ram: config.ramMultiplier,
      cpu: config.cpuMultiplier,
      disk: config.diskMultiplier,
      ioOps: config.ioOpsMultiplier,
      buildFailure: config.buildFailureMultiplier,
      softAffinity: config.softAffinityMultiplier,
      softAntiAffinity: config.softAntiAffinityMultiplier,
    },
  };
}

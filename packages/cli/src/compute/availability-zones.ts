import { ServiceError } from '@berth/client/service-error.ts';
import { type Service, textAt, type Thing, thingAt, thingsAt } from '../asking/service.ts';
import { listCommand } from '../command/client-command.ts';
import { flag } from '../command/option.ts';
import type { Value } from '../output/value.ts';

/** How the known tool shows whether a service is heard of. */
const [smile, frown] = [':-)', 'X'.repeat(3)];

interface ZoneRow {
  readonly name: Value;
  readonly isAvailable: boolean;
  readonly host: string;
  readonly service: string;
  readonly status: string;
}

export const availabilityZoneList = listCommand('compute', {
  description: 'Those of compute.',
  options: {
    compute: flag('Those of compute (there are no others here).'),
    long: flag('Show the hosts of each.'),
  },
  columns: [
    { title: 'Zone Name', get: ({ name }: ZoneRow) => name },
    { title: 'Zone Status', get: ({ isAvailable }) => (isAvailable ? 'available' : 'not available') },
    { title: 'Zone Resource', isLong: true, get: () => '' },
    { title: 'Host Name', isLong: true, get: ({ host }) => host },
    { title: 'Service Name', isLong: true, get: ({ service }) => service },
    { title: 'Service Status', isLong: true, get: ({ status }) => status },
  ],
  list: async ({ service, values }) => {
    const zones = await zonesOf(service);
    return zones.flatMap((zone): readonly ZoneRow[] => {
      const row = {
        name: zone['zoneName'] ?? '',
        isAvailable: thingAt(zone, 'zoneState')['available'] === true,
        host: '',
        service: '',
        status: '',
      };
      const hosts = Object.entries(thingAt(zone, 'hosts'));
      if (!values.long || hosts.length === 0) return [row];
      return hosts.flatMap(([host, services]) =>
        Object.entries(services as Record<string, Thing>).map(([name, state]) => ({
          ...row,
          host,
          service: name,
          status: `${state['active'] === true ? 'enabled' : 'disabled'} ${state['available'] === true ? smile : frown} ${textAt(state, 'updated_at')}`,
        })),
      );
    });
  },
});

/** Only administrators are told of hosts. */
async function zonesOf(service: Service): Promise<readonly Thing[]> {
  try {
    return thingsAt(await service.get('/os-availability-zone/detail'), 'availabilityZoneInfo');
  } catch (error) {
    if (!(error instanceof ServiceError && error.status === 403)) throw error;
    return thingsAt(await service.get('/os-availability-zone'), 'availabilityZoneInfo');
  }
}

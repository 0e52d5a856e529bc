import { isUuid } from '../asking/is-uuid.ts';
import { type Service, textAt, type Thing, thingsAt } from '../asking/service.ts';
import { actionCommand, type Column, listCommand } from '../command/client-command.ts';
import { CommandFailure } from '../command/command-failure.ts';
import { forEach } from '../command/for-each.ts';
import { flag, neededText, someTexts, text } from '../command/option.ts';
import { UsageError } from '../command/usage-error.ts';
import { memberOf } from '../asking/member-of.ts';

const columns: readonly Column<Thing>[] = [
  { title: 'ID', get: (each) => memberOf(each, 'id') },
  { title: 'Binary', get: (each) => memberOf(each, 'binary') },
  { title: 'Host', get: (each) => memberOf(each, 'host') },
  { title: 'Zone', get: (each) => memberOf(each, 'zone') },
  { title: 'Status', get: (each) => memberOf(each, 'status') },
  { title: 'State', get: (each) => memberOf(each, 'state') },
  { title: 'Updated At', get: (each) => memberOf(each, 'updated_at') },
  { title: 'Disabled Reason', isLong: true, get: (each) => memberOf(each, 'disabled_reason') },
  { title: 'Forced Down', isLong: true, since: '2.11', get: (each) => memberOf(each, 'forced_down') },
];

export const computeServiceList = listCommand('compute', {
  options: {
    host: text('<host>', 'Those of this host.'),
    service: text('<binary>', 'Those of this kind, such as nova-compute.'),
    long: flag('Show more of them.'),
  },
  columns,
  list: async ({ service, values }) =>
    thingsAt(await service.get('/os-services', { host: values.host, binary: values.service }), 'services'),
});

export const computeServiceSet = actionCommand('compute', {
  takes: {
    host: neededText('<host>', 'The host.'),
    service: neededText('<binary>', 'The kind, such as nova-compute.'),
  },
  options: {
    enable: flag('It gets servers.', { not: ['disable'] }),
    disable: flag('It gets no new ones.'),
    disableReason: text('<reason>', 'Why; with --disable.'),
    up: flag('It is what it seems.', { since: '2.11', not: ['down'] }),
    down: flag('It is down, whatever it says.', { since: '2.11' }),
  },
  act: async ({ service, values }) => {
    const { host, service: binary, enable, disable, disableReason, up, down } = values;
    if (disableReason !== undefined && !disable)
      throw new UsageError('--disable-reason: goes with --disable only');
    const status = enable ? 'enabled' : disable ? 'disabled' : undefined;
    const forced = up || down ? { forced_down: down } : {};
    if (service.version.has('2.53')) {
      const [found] = thingsAt(await service.get('/os-services', { host, binary }), 'services');
      if (found === undefined)
        throw new CommandFailure(`Compute service for host '${host}' and binary '${binary}' not found.`);
      const changed = {
        ...(status === undefined ? {} : { status }),
        ...(disableReason === undefined ? {} : { disabled_reason: disableReason }),
        ...forced,
      };
      if (Object.keys(changed).length > 0) await service.put(`/os-services/${textAt(found, 'id')}`, changed);
      return;
    }
    const verb = enable ? 'enable' : disableReason === undefined ? 'disable' : 'disable-log-reason';
    if (status !== undefined)
      await service.put(`/os-services/${verb}`, {
        host,
        binary,
        ...(disableReason === undefined ? {} : { disabled_reason: disableReason }),
      });
    if (up || down) await service.put('/os-services/force-down', { host, binary, ...forced });
  },
});

export const computeServiceDelete = actionCommand('compute', {
  takes: {
    services: someTexts('<service>', 'The ids of services; or hosts, whose compute service is meant.'),
  },
  act: async ({ service, values, outside }) => {
    const work = { verb: 'delete', noun: 'compute service', complain: outside.complain };
    await forEach(values.services, work, async (name) =>
      service.delete(`/os-services/${await computeServiceId(service, name)}`),
    );
  },
});

async function computeServiceId(service: Service, text: string): Promise<string> {
  if (isUuid(text) || /^\d+$/.test(text)) return text;
  const [found] = thingsAt(
    await service.get('/os-services', { host: text, binary: 'nova-compute' }),
    'services',
  );
  if (found === undefined)
    throw new CommandFailure(`No compute service with an ID or host of '${text}' exists.`);
  return textAt(found, 'id');
}

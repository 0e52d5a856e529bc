import type { BothTools } from './both-tools.ts';

/** Hosts that get no servers: host3 is the known tool's, and host4 ours. */
export async function givenHosts(tools: BothTools): Promise<void> {
  tools.setOwn('{host}', 'host3', 'host4');
  await tools.agreeOnChange('compute service set {host} nova-compute --disable --disable-reason why', null);
}

export async function aboutAggregates(tools: BothTools): Promise<void> {
  await tools.agreeOnChange('aggregate create rack-@ --zone zone-@');
  await tools.agreeOnChange('aggregate create bare-@ -c name -c hosts -c properties', 'value');
  for (const command of [
    'aggregate set rack-@ --property ssd=true --property gone=1',
    'aggregate unset rack-@ --property gone',
  ])
    await tools.agreeOnChange(command, null);
  // Not its uuid: openstack asks for these at no version, and is not told.
  const columns = '-c name -c availability_zone -c hosts -c properties';
  await tools.agreeOnChange(`aggregate add host rack-@ {host} ${columns}`);
  await tools.agreeOnChange(`aggregate add host bare-@ {host} ${columns}`, 'value');
  await tools.agreeOnChange('aggregate cache image rack-@ cirros', null);
  for (const command of [
    'aggregate list --long',
    'aggregate show rack-O',
    'availability zone list --compute',
  ])
    await tools.agree(command);
  await tools.agreeOnChange(`aggregate remove host rack-@ {host} ${columns}`);
  await tools.agreeOnChange(`aggregate remove host bare-@ {host} ${columns}`, 'value');
  await tools.agreeOnChange('aggregate delete rack-@ bare-@', null);
  await tools.agree('aggregate list', ['json']);
}

const services = 'compute service list -c ID -c Binary -c Host -c Zone -c Status -c State';

export async function aboutHosts(tools: BothTools): Promise<void> {
  for (const command of [
    'hypervisor list --long',
    'hypervisor show host1',
    services,
    `${services} --long -c 'Disabled Reason' -c 'Forced Down'`,
  ])
    await tools.agree(command);
  const idOf = async (host: string) =>
    (await tools.said(`compute service list --host ${host} -f value -c ID`)).trim();
  tools.setOwn('{service}', await idOf('host3'), await idOf('host4'));
  await tools.agreeOnChange('compute service delete {service}', null);
  // Not by host: agents that go on come back as services of other ids.
  await tools.agreeOnRefusal('compute service delete {service}');
}

import { crowded, everywhere, idOf, project } from '../large-world.ts';
import { get, type HostileRequest } from './hostile-request.ts';

export function reads(): HostileRequest[] {
  return [
    get('all providers', '/resource_providers'),
    get('all providers again', '/resource_providers'),
    get('all providers at 1.0', '/resource_providers', '1.0'),
    get('providers of an aggregate', `/resource_providers?member_of=${everywhere}`),
    get('providers with room', '/resource_providers?resources=VCPU:1,MEMORY_MB:1'),
    get('providers with a trait', '/resource_providers?required=COMPUTE_NODE'),
    get('providers without a trait', '/resource_providers?required=!HW_CPU_X86_VMX'),
    get('providers of a deep tree', `/resource_providers?in_tree=${idOf('level', 0)}`),
    get('a deep tree', `/berth/v1/provider_trees/${idOf('level', 0)}`),
    get('a crowd and its provider', `/berth/v1/provider_trees/${crowded}?allocations=true`),
    get('one provider', `/resource_providers/${crowded}`),
    get('allocations of a crowd', `/resource_providers/${crowded}/allocations`),
    get('allocations of a crowd at 1.0', `/resource_providers/${crowded}/allocations`, '1.0'),
    get('usages of a crowd', `/resource_providers/${crowded}/usages`),
    get('usages of a project', `/usages?project_id=${project}`),
    get('usages of a project at 1.9', `/usages?project_id=${project}`, '1.9'),
    get('usages of a project, all types', `/usages?project_id=${project}&consumer_type=all`),
    get('usages of a user', `/usages?project_id=${project}&user_id=user-17`),
    get('traits', '/traits'),
    get('traits by prefix', '/traits?name=startswith:CUSTOM'),
    get('traits in use', '/traits?associated=true'),
    get('traits not in use', '/traits?associated=false'),
    get('classes', '/resource_classes'),
    { ...get('all providers, 20 at once', '/resource_providers'), times: 20 },
    { ...get('providers with room, 20 at once', '/resource_providers?resources=VCPU:1'), times: 20 },
    {
      ...get('a crowd, 20 at once', `/berth/v1/provider_trees/${crowded}?allocations=true`),
      times: 20,
    },
    { ...get('allocations of a crowd, 20 at once', `/resource_providers/${crowded}/allocations`), times: 20 },
  ];
}

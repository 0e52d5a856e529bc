"""Plays the stories of nova-stories.ts with Nova's own report client on an empty Placement, and prints what it sent.

    record_report_client.py http://127.0.0.1:8778 > nova-requests.json

The token is `admin`. The uuids are those of the stories.
"""

# A lock of eventlet's can be copied, as Nova needs it; one of Python's cannot.
import eventlet
eventlet.monkey_patch()

import json
import sys

from keystoneauth1 import adapter, session, token_endpoint
from nova import conf, context, exception
from nova.scheduler.client import report

ROOT = '10000000-0000-4000-8000-000000000001'
GPU = '10000000-0000-4000-8000-000000000002'
STORE = '10000000-0000-4000-8000-000000000003'
AGGREGATE = 'a0000000-0000-4000-8000-000000000001'
SERVER = 'c0000000-0000-4000-8000-000000000001'
MIGRATION = 'c0000000-0000-4000-8000-000000000002'


def amount(total):
    return {'total': total, 'reserved': 0, 'min_unit': 1, 'max_unit': total,
            'step_size': 1, 'allocation_ratio': 1.0}


class Recording(adapter.Adapter):
    sent = []

    def request(self, url, method, **rest):
        entry = {'method': method, 'path': url}
        if rest.get('microversion'):
            entry['version'] = rest['microversion']
        if rest.get('json') is not None:
            entry['body'] = rest['json']
        entry = json.loads(json.dumps(entry, default=list))
        Recording.sent.append(entry)
        return super().request(url, method, **rest)


def new_client():
    token = token_endpoint.Token(sys.argv[1], 'admin')
    return report.SchedulerReportClient(
        adapter=Recording(session.Session(auth=token), service_type='placement', raise_exc=False))


def raw(method, path, body, version='1.36'):
    """What others do: not recorded."""
    answer = client._client.session.request(
        sys.argv[1] + path, method, json=body, raise_exc=False,
        headers={'OpenStack-API-Version': 'placement ' + version})
    assert answer.status_code < 300, answer.text
    return answer


stories = {}


def story(name, tell):
    Recording.sent = []
    tell()
    stories[name] = Recording.sent


def update(edit, reshapes=False):
    """One pass of the resource tracker, as far as the report client is concerned: it begins again when others were faster."""
    for attempt in range(4):
        try:
            return update_once(edit, reshapes)
        except (exception.ResourceProviderUpdateConflict, exception.PlacementReshapeConflict):
            pass
    raise Exception('there is no end of conflicts')


def update_once(edit, reshapes):
    tree = client.get_provider_tree_and_ensure_root(ctx, ROOT, name='cn1')
    allocations = client.get_allocations_for_provider_tree(ctx, 'cn1')
    edit(tree, allocations)
    client.update_from_provider_tree(ctx, tree, allocations=allocations if reshapes else None)


ROOT_INVENTORY = {'VCPU': amount(8), 'CUSTOM_GPU': amount(2)}


def first(tree, allocations):
    tree.update_inventory('cn1', ROOT_INVENTORY)
    tree.update_traits('cn1', ['COMPUTE_NODE'])


def with_child(tree, allocations):
    tree.new_child('cn1_gpu0', 'cn1', uuid=GPU)
    tree.update_inventory('cn1_gpu0', {'VGPU': amount(4)})
    tree.update_traits('cn1_gpu0', ['CUSTOM_FAST'])
    tree.update_aggregates('cn1_gpu0', [AGGREGATE])


def reshaped(tree, allocations):
    tree.update_inventory('cn1', {'VCPU': amount(8)})
    tree.update_inventory('cn1_gpu0', {'VGPU': amount(4), 'CUSTOM_GPU': amount(2)})
    held = allocations[SERVER]['allocations']
    held[GPU] = {'resources': {'CUSTOM_GPU': held[ROOT]['resources'].pop('CUSTOM_GPU')}}


def reshaped_back(tree, allocations):
    tree.update_inventory('cn1', ROOT_INVENTORY)
    tree.remove('cn1_gpu0')
    held = allocations[SERVER]['allocations']
    held[ROOT]['resources']['CUSTOM_GPU'] = held.pop(GPU)['resources']['CUSTOM_GPU']


CLAIM = {'allocations': {ROOT: {'resources': {'VCPU': 1, 'CUSTOM_GPU': 1}}}, 'mappings': {'': [ROOT]}}


conf.CONF([], project='nova', default_config_files=[])
ctx = context.get_admin_context()
client = new_client()

story('start of a host that is new', lambda: update(first))
story('claim', lambda: client.claim_resources(ctx, SERVER, CLAIM, 'project', 'user', '1.36'))
story('pass without a change', lambda: update(lambda tree, allocations: None))
story('new trait', lambda: update(lambda tree, _: tree.add_traits('cn1', 'CUSTOM_FAST')))
story('new child', lambda: update(with_child))
story('reshape onto the child', lambda: update(reshaped, True))
raw('POST', '/resource_providers', {'uuid': STORE, 'name': 'store1'})
raw('PUT', f'/resource_providers/{STORE}/aggregates', {'aggregates': [AGGREGATE], 'resource_provider_generation': 0})
raw('PUT', f'/resource_providers/{STORE}/traits', {'traits': ['MISC_SHARES_VIA_AGGREGATE'], 'resource_provider_generation': 1})
client = new_client()
story('start of a host that is known', lambda: update(lambda tree, allocations: None))
story('reshape back, and the child goes', lambda: update(reshaped_back, True))
story('move to a migration', lambda: client.move_allocations(ctx, SERVER, MIGRATION))
story('confirm', lambda: client.delete_allocation_for_instance(ctx, MIGRATION, consumer_type='migration'))
story('new child again', lambda: update(with_child))
story('delete of a child', lambda: update(lambda tree, _: tree.remove('cn1_gpu0')))
story('claim again', lambda: client.claim_resources(ctx, SERVER, CLAIM, 'project', 'user', '1.36'))
story('tree leaves the allocation', lambda: client.remove_provider_tree_from_instance_allocation(ctx, SERVER, ROOT))
story('forced delete', lambda: client.delete_allocation_for_instance(ctx, SERVER, force=True))
story('host joins an aggregate', lambda: client.aggregate_add_host(ctx, AGGREGATE, host_name='cn1'))
story('host leaves an aggregate', lambda: client.aggregate_remove_host(ctx, AGGREGATE, 'cn1'))
story('host goes', lambda: client.delete_resource_provider(
    ctx, type('Node', (), {'uuid': ROOT, 'hypervisor_hostname': 'cn1', 'host': 'cn1'})()))

print(json.dumps(stories, indent=1))

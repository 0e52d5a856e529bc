"""Asks the installed Nova whether it would create, rebuild or resize a server of a flavor and an image.

Reads one case per line of standard input, as JSON, and writes Nova's answer to it as one line of JSON:
`{"status": 202}`, or `{"status", "exception", "text", "said"}`, where `said` is what the client would read.
`later` has what the API does not look at, but the scheduler does.

It is Nova's own code that runs, in its own order, from the beginning of the operation to the point where all has been checked.
What it would ask others for on the way (the image service, networks, the database, quotas) is answered here.
"""

import inspect
import json
import sys
import warnings

import nova.conf
from nova import block_device
from nova import context
from nova import exception
from nova import objects
from nova import policy
from nova import utils
from nova.api.openstack.compute import servers
from nova.compute import api as compute_api
from nova.compute import flavors
from nova.compute import utils as compute_utils
from nova.image import glance
from nova.virt import hardware

CONF = nova.conf.CONF


class Accepted(Exception):
    """Every check has passed."""


class ImageService:
    def __init__(self, image):
        self.image = image

    def get(self, *_arguments, **_options):
        # What the real one does with what it gets from Glance.
        return glance._convert_from_string(self.image)


class NetworkService:
    def validate_networks(self, _context, _networks, count):
        return count

    def create_resource_requests(self, *_arguments, **_options):
        return None, [], None


class VolumeService:
    def get(self, *_arguments):
        return {'volume_image_metadata': {'image_id': 'another'}}


class Api(compute_api.API):
    def __init__(self, image):
        self.image_api = ImageService(image)
        self.network_api = NetworkService()
        self.volume_api = VolumeService()

    def _check_volume_status(self, _context, _mappings):
        pass

    @staticmethod
    def _check_compute_service_for_mixed_instance(_topology):
        pass

    def _allow_cross_cell_resize(self, _context, _instance):
        return False

    def _check_quota_for_upsize(self, *_arguments, **_options):
        pass

    # The next things that are done when the checks of a creation or a resize are over.

    def _provision_instances(self, *_arguments, **_options):
        raise Accepted()

    def _allow_resize_to_same_host(self, *_arguments):
        raise Accepted()


class RebuildApi(Api):
    def _handle_kernel_and_ramdisk(self, *_arguments):
        raise Accepted()


def create(case, flavor, image, caller):
    is_volume = case['isVolumeBacked']
    root = block_device.BlockDeviceDict({
        'source_type': 'image', 'destination_type': 'volume' if is_volume else 'local', 'image_id': image['id'],
        'volume_size': case['volumeSize'] if is_volume else None, 'boot_index': 0, 'delete_on_termination': True})
    given = {'flavor': flavor, 'image_href': None if is_volume else image['id'], 'block_device_mapping': [root],
             'legacy_bdm': False, 'min_count': 1, 'max_count': 1, 'metadata': {}, 'injected_files': [],
             'filter_properties': {}}
    parameters = inspect.signature(compute_api.API._create_instance).parameters.values()
    others = {each.name: None for each in parameters if each.default is inspect.Parameter.empty}
    for name in ('self', 'context'):
        del others[name]
    Api(image)._create_instance(caller, **{**others, **given})


def rebuild(case, flavor, image, caller):
    instance = existing_instance(case, flavor, case['previousImage'])
    undecorated = inspect.unwrap(compute_api.API.rebuild)
    undecorated(RebuildApi(image), caller, instance, image['id'], 'password', reimage_boot_volume=True)


def resize(case, flavor, image, caller):
    current = objects.Flavor(id=2, name='current', flavorid='current', root_gb=flavor.root_gb, extra_specs={})
    instance = existing_instance(case, current, image)
    flavors.get_flavor_by_flavor_id = lambda *_arguments, **_options: flavor
    undecorated = inspect.unwrap(compute_api.API.resize)
    undecorated(Api(image), caller, instance, flavor.flavorid)


def existing_instance(case, flavor, image):
    instance = objects.Instance(
        uuid='6c8a1a0a-9d6e-4d5c-8b0a-3f6f4b3f1e11', image_ref='a6f0e5b2-1d4b-4c3e-9a55-0c5f7a1b2c3d', flavor=flavor,
        system_metadata=utils.get_system_metadata_from_image(image))
    root = objects.BlockDeviceMapping(
        source_type='volume' if case['isVolumeBacked'] else 'image',
        destination_type='volume' if case['isVolumeBacked'] else 'local', boot_index=0, volume_id=None, volume_size=None)
    objects.BlockDeviceMappingList.get_by_instance_uuid = lambda *_arguments: None
    objects.RequestSpec.get_by_instance_uuid = lambda *_arguments: None
    compute_utils.get_root_bdm = lambda *_arguments: root
    compute_utils.is_volume_backed_instance = lambda *_arguments: case['isVolumeBacked']
    return instance


def flavor_of(described):
    return objects.Flavor(
        id=1, name=described['name'], flavorid='asked-for', memory_mb=described['ram'], vcpus=described['vcpus'],
        root_gb=described['disk'], ephemeral_gb=0, swap=0, disabled=False, extra_specs=described['extraSpecs'])


def image_of(described):
    image = {
        'id': described['id'], 'name': described['name'], 'status': described['status'], 'size': described['size'],
        'min_ram': described['minRam'], 'min_disk': described['minDisk'], 'properties': described['properties']}
    return {key: value for key, value in image.items() if value is not None}


def status_of(operation, error):
    """What the controllers of the API make of it."""
    bad_requests = servers.INVALID_FLAVOR_IMAGE_EXCEPTIONS
    if operation in ('create', 'rebuild'):
        bad_requests += (exception.ImageNotActive, exception.ImageUnacceptable)
    if operation == 'rebuild':
        bad_requests += (exception.InvalidArchitectureName,)
    if isinstance(error, bad_requests):
        return 400, error.format_message()
    if isinstance(error, exception.Forbidden):
        return 403, error.format_message()
    if operation == 'resize' and isinstance(error, exception.Invalid):
        return 400, 'Invalid instance image.'
    return 500, None


def words_of(error):
    return error.format_message() if isinstance(error, exception.NovaException) else str(error)


def later(flavor, image):
    """What the filters of the scheduler would stumble over."""
    try:
        read = objects.ImageMeta.from_dict(image)
    except Exception:
        return None
    found = []
    for look in (hardware.get_vtpm_constraint, hardware.get_secure_boot_constraint):
        try:
            look(flavor, read)
        except Exception as error:
            found.append([type(error).__name__, words_of(error)])
    return found


def answer(case):
    image = image_of(case['image'])
    if case.get('previousImage') is not None:
        case['previousImage'] = image_of(case['previousImage'])
    CONF.set_override(
        'alias', [json.dumps({'name': name, 'device_type': 'type-PCI'}) for name in case['pciAliases']], group='pci')
    role = 'admin' if case['mayUseZeroDisk'] else 'member'
    caller = context.RequestContext('user', 'project', roles=[role], is_admin=case['mayUseZeroDisk'])
    operation = case['operation']
    try:
        flavor = flavor_of(case['flavor'])
        {'create': create, 'rebuild': rebuild, 'resize': resize}[operation](case, flavor, image, caller)
    except Accepted:
        return {'status': 202, 'later': later(flavor, image)}
    except Exception as error:
        status, said = status_of(operation, error)
        return {'status': status, 'exception': type(error).__name__, 'text': words_of(error), 'said': said}
    raise AssertionError('neither accepted nor refused')


def main():
    warnings.simplefilter('ignore')
    objects.register_all()
    CONF([], project='nova', default_config_files=[])
    policy.init(suppress_deprecation_warnings=True)
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == '__main__':
    main()

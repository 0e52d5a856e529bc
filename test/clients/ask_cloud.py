"""Looks at a cloud with openstacksdk, by an entry of clouds.yaml; prints what each of its services has."""

import json
import sys

import openstack

cloud = openstack.connect(cloud=sys.argv[1])
image = cloud.image.find_image(sys.argv[2])
print(
    json.dumps(
        {
            "user": cloud.identity.get_user(cloud.current_user_id).name,
            "flavors": sorted(each.name for each in cloud.compute.flavors()),
            "servers": [each.name for each in cloud.compute.servers()],
            "image": cloud.image.download_image(image).content.decode(),
            "networks": [each.name for each in cloud.network.networks()],
            "providers": sorted(each.name for each in cloud.placement.resource_providers()),
        }
    )
)

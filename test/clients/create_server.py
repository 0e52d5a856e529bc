"""Makes a server with openstacksdk as its documents do, and an image of it; prints what is there then. The argument is where the cloud is."""

import json
import sys

import openstack

cloud = openstack.connect(
    auth_url=sys.argv[1] + "/identity",
    username="demo",
    password="secret",
    project_name="demo",
    user_domain_id="default",
    project_domain_id="default",
    region_name="RegionOne",
)
server = cloud.create_server("one", flavor="m1.tiny", image="cirros", wait=True)
image = cloud.create_image_snapshot("picture", "one", wait=True)
on_network = cloud.create_server("two", flavor="m1.tiny", image=image, network="private", wait=True)
cloud.delete_server("two", wait=True)
print(
    json.dumps(
        {
            "server": {"status": server.status, "address": server.private_v4},
            "image": image.status,
            "on_network": list(on_network.addresses),
            "left": [each.name for each in cloud.list_servers()],
        }
    )
)

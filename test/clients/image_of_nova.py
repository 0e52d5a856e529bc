"""The part of the original Nova that asks the image service (nova.image.glance, with glanceclient), as it is, against ours.

Arguments: where images are, a token, the id of an image. Prints what Nova has found, made and read.
"""

import json
import sys
import tempfile

from nova import conf, context
from nova.image import glance

url, token, image_id = sys.argv[1:]
conf.CONF([], project="nova", default_config_files=[])
conf.CONF.set_override("api_servers", [url], group="glance")
who = context.RequestContext("user", "project", auth_token=token)
images = glance.API()

found = images.get(who, image_id)
with tempfile.NamedTemporaryFile() as file:
    images.download(who, image_id, dest_path=file.name)
    content = file.read().decode()
# As a snapshot of a server is made: first its description, then its contents.
made = images.create(who, {"name": "of nova", "disk_format": "raw", "container_format": "bare", "properties": {"base_image_ref": image_id}})
with tempfile.TemporaryFile() as file:
    file.write(b"what a host has written")
    file.seek(0)
    images.update(who, made["id"], {"name": "of nova"}, data=file)
kept = images.get(who, made["id"])
images.delete(who, made["id"])
try:
    images.get(who, made["id"])
    deleted = "still there"
except Exception as error:
    deleted = type(error).__name__
print(
    json.dumps(
        {
            "found": [found["name"], found["status"], found["min_ram"]],
            "content": content,
            "kept": [kept["name"], kept["status"], kept["size"], kept["properties"]["base_image_ref"]],
            "deleted": deleted,
        }
    )
)

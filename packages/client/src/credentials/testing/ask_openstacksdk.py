"""What openstacksdk makes of a clouds.yaml and a secure.yaml: reads cases from its input, writes settings to its output."""

import json
import os
import sys
import tempfile

from openstack.config import loader


def settings(case):
    with tempfile.TemporaryDirectory() as directory:
        files = {}
        for kind in ("clouds", "secure"):
            files[kind] = os.path.join(directory, kind + ".yaml")
            with open(files[kind], "w") as file:
                file.write(case[kind])
        config = loader.OpenStackConfig(
            config_files=[files["clouds"]],
            secure_files=[files["secure"]],
            vendor_files=[],
            load_envvars=False,
        )
        region = {"region_name": case["region"]} if case["region"] else {}
        found = config.get_one(cloud=case["cloud"], validate=False, **region).config
        return {**found, **found["auth"]}


json.dump([settings(case) for case in json.load(sys.stdin)], sys.stdout)

"""What oslo.config reads in files: for each text the values of some options, or null where it cannot be read."""
import json
import sys
import tempfile

from oslo_config import cfg

NAMES = ["one", "two_words", "third"]
GROUPS = [None, "group", "other"]


def read(text):
    with tempfile.NamedTemporaryFile("w", suffix=".conf") as file:
        file.write(text)
        file.flush()
        conf = cfg.ConfigOpts()
        for group in GROUPS:
            conf.register_opts([cfg.StrOpt(name) for name in NAMES], group)
        try:
            conf([], default_config_files=[file.name])
            values = {}
            for group in GROUPS:
                for name in NAMES:
                    value = conf[group][name] if group else conf[name]
                    if value is not None:
                        values[f"{group or 'DEFAULT'}.{name}"] = value
            return values
        except (cfg.Error, ValueError):
            return None


json.dump([read(text) for text in json.load(sys.stdin)], sys.stdout)

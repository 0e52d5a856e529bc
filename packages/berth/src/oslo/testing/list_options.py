"""The names of all options that the installed Placement and Nova know, by section."""
import importlib
import json
import sys

json.load(sys.stdin)

# What their files may have besides their own: libraries that both use, and those of Nova alone.
SHARED = [
    ("keystonemiddleware.opts", "list_auth_token_opts"),
    ("oslo_policy.opts", "list_opts"),
    ("oslo_log._options", "list_opts"),
    ("oslo_middleware.opts", "list_opts"),
    ("osprofiler.opts", "list_opts"),
]
OF_NOVA = [
    ("oslo_messaging.opts", "list_opts"),
    ("oslo_concurrency.opts", "list_opts"),
    ("oslo_reports.opts", "list_opts"),
    ("oslo_limit.opts", "list_opts"),
    ("oslo_db.options", "list_opts"),
    ("castellan.options", "list_opts"),
    ("oslo_versionedobjects._options", "list_opts"),
]


def names(*lists):
    found = {}
    for module, function in lists:
        for group, options in getattr(importlib.import_module(module), function)():
            section = str(getattr(group, "name", group) or "DEFAULT")
            for option in options:
                found.setdefault(section, set()).update({option.name.replace("-", "_"), option.dest})
    return {section: sorted(found[section]) for section in sorted(found)}


json.dump(
    {
        "placement": names(("placement.conf.opts", "list_opts"), *SHARED),
        "nova": names(("nova.conf.opts", "list_opts"), *SHARED, *OF_NOVA),
    },
    sys.stdout,
)

"""Runs commands of OpenStack's clients, one after the other, in one process: loading them takes a second or two of processor time.

A line of its input is a command, a JSON list of words whose first is openstack or nova; its answer is a line of output with what
the command has printed and how it ended. The functions called are those of Debian's /usr/bin/openstack and /usr/bin/nova.
"""

import contextlib
import io
import json
import logging
import sys

import novaclient.shell
import openstackclient.shell

programs = {"openstack": openstackclient.shell.main, "nova": novaclient.shell.main}


def run(words):
    output, complaints = io.StringIO(), io.StringIO()
    status = 0
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(complaints):
        try:
            status = programs[words[0]](words[1:])
        except SystemExit as end:
            status = end.code
    # Each command adds handlers, which would write to streams that are gone.
    for handler in list(logging.root.handlers):
        logging.root.removeHandler(handler)
    return {"status": status or 0, "output": output.getvalue(), "complaints": complaints.getvalue()}


for line in sys.stdin:
    print(json.dumps(run(json.loads(line))), flush=True)

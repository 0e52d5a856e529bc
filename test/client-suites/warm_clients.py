"""OpenStack's clients, loaded once: each command runs in a copy of this process, as what Debian's /usr/bin/openstack and /usr/bin/nova would be once they had loaded themselves.

The argument is the path of a socket, at which `warm_client.py` asks. A request is a line of JSON (words, directory, environment) together with its standard streams; the answer is
the status with which the command has ended.
"""

import array
import json
import os
import signal
import socket
import sys
import traceback

import novaclient.shell
import openstackclient.shell
import stevedore

programs = {"openstack": openstackclient.shell.main, "nova": novaclient.shell.main}

# What commands would load one after the other.
for group in ("openstack.cli.extension", "openstack.compute.v2", "openstack.identity.v3", "openstack.image.v2", "keystoneauth1.plugin"):
    stevedore.ExtensionManager(group, on_load_failure_callback=lambda *_: None)


def request_of(connection):
    text, streams = b"", array.array("i")
    while not text.endswith(b"\n"):
        data, fds, _, _ = socket.recv_fds(connection, 65536, 3)
        if not data:
            raise EOFError("who asked has gone")
        text += data
        streams.extend(fds)
    return json.loads(text), streams


def run(connection):
    request, streams = request_of(connection)
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.chdir(request["directory"])
    os.environ.clear()
    os.environ.update(request["environment"])
    sys.argv = request["words"]
    status = 1
    try:
        status = programs[os.path.basename(sys.argv[0])](sys.argv[1:])
    except SystemExit as end:
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
        status = end.code if isinstance(end.code, (int, type(None))) else 1
    except BaseException:
        traceback.print_exc()
    sys.stdout.flush()
    sys.stderr.flush()
    connection.sendall(bytes([(status or 0) & 255]))


server = socket.socket(socket.AF_UNIX)
server.bind(sys.argv[1])
server.listen(16)
# Copies that have ended leave nothing behind.
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
print("ready", flush=True)
while True:
    connection, _ = server.accept()
    if os.fork() == 0:
        server.close()
        # What a command starts is waited for as usual.
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        try:
            run(connection)
        finally:
            os._exit(0)
    connection.close()

"""Set up the real Keystone and serve it on a free port of 127.0.0.1.

    serve_keystone.py CONFIG_FILE ADMIN_PASSWORD

Writes the port to stdout when ready. Ends when its stdin does, so that it does
not outlive the test that started it, however that ends. PUT
/test/token-lifetime/SECONDS changes how long tokens live from then on.
"""
import os
import sys
import threading
import warnings

warnings.simplefilter('ignore')

from keystone.cmd import cli  # noqa: E402
import keystone.conf  # noqa: E402
from keystone.server.flask import core  # noqa: E402
import waitress  # noqa: E402


def manage(config_file, *command):
    """Run keystone-manage in a copy of this process: its imports take longest."""
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            cli.main(['keystone-manage', '--config-file', config_file, *command])
            status = 0
        finally:
            sys.stderr.flush()
            os._exit(status)
    _, status = os.waitpid(pid, 0)
    if status != 0:
        sys.exit('keystone-manage %s failed' % command[0])


def with_controls(app):
    prefix = '/test/token-lifetime/'

    def controlled(environ, start_response):
        path = environ['PATH_INFO']
        if not path.startswith(prefix):
            return app(environ, start_response)
        keystone.conf.CONF.set_override(
            'expiration', int(path[len(prefix):]), group='token')
        start_response('204 No Content', [])
        return []

    return controlled


def end_with_stdin():
    sys.stdin.read()
    os._exit(0)


def main():
    _, config_file, admin_password = sys.argv
    # Keystone reads the arguments too, and takes none.
    del sys.argv[1:]
    manage(config_file, 'db_sync')
    manage(config_file, 'fernet_setup', '--keystone-user', str(os.getuid()),
           '--keystone-group', str(os.getgid()))
    manage(config_file, 'bootstrap', '--bootstrap-password', admin_password)

    threading.Thread(target=end_with_stdin, daemon=True).start()
    app = core.initialize_application(
        name='public', config_files=[config_file])
    # One thread: connections to SQLite that Keystone leaves open would lock out
    # the other threads.
    server = waitress.create_server(
        with_controls(app), host='127.0.0.1', port=0, threads=1)
    print(server.effective_port, flush=True)
    server.run()


main()

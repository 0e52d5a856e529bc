"""Serves Debian's Neutron on a port of 127.0.0.1: ML2 on a SQLite file, without agents and without a message bus. The text of a token is
its bearer: `admin`, `user:project`, `user:project:role,role`. Prints the port when it serves; ends with its input.
"""
import configparser
import os
import sqlite3
import sys
import warnings

import eventlet
import eventlet.wsgi

eventlet.monkey_patch()
warnings.simplefilter('ignore')

IMPLIED = {'admin': ['admin', 'member', 'reader'], 'member': ['member', 'reader'], 'reader': ['reader']}


class Tokens:
    """Says who asks, where keystonemiddleware would."""

    def __init__(self, application):
        self.application = application

    def __call__(self, environ, start_response):
        for name in [name for name in environ if name.startswith(('HTTP_X_ROLE', 'HTTP_X_USER', 'HTTP_X_PROJECT', 'HTTP_X_TENANT'))]:
            del environ[name]
        user, _, rest = environ.get('HTTP_X_AUTH_TOKEN', '').partition(':')
        project, _, roles = rest.partition(':')
        if not user or user == 'unknown':
            start_response('401 Unauthorized', [('Content-Type', 'text/plain')])
            return [b'Authentication required']
        project = project or user
        named = roles.split(',') if roles else ['admin'] if user == 'admin' else ['member']
        environ.update({
            'HTTP_X_USER_ID': user, 'HTTP_X_USER_NAME': user, 'HTTP_X_PROJECT_ID': project, 'HTTP_X_PROJECT_NAME': project,
            'HTTP_X_ROLES': ','.join(sorted({role for each in named for role in IMPLIED.get(each, [each])})),
            'HTTP_X_IDENTITY_STATUS': 'Confirmed'})
        return self.application(environ, start_response)


def token_filter(_global_conf, **_local_conf):
    return Tokens


def write_ini(path, sections):
    ini = configparser.RawConfigParser(default_section=None)
    ini.optionxform = str
    ini.read_dict(sections)
    with open(path, 'w') as file:
        ini.write(file)


def configure(directory):
    def path(name):
        return os.path.join(directory, name)

    os.makedirs(path('policy.d'), exist_ok=True)
    os.makedirs(path('conf.d'), exist_ok=True)
    open(path('policy.yaml'), 'a').close()
    write_ini(path('paste.ini'), {
        'composite:neutron': {'use': 'egg:Paste#urlmap', '/v2.0': 'api'},
        'pipeline:api': {'pipeline': 'errors tokens context extensions app'},
        'filter:errors': {'paste.filter_factory': 'oslo_middleware:CatchErrors.factory'},
        'filter:tokens': {'paste.filter_factory': 'serve_neutron:token_filter'},
        'filter:context': {'paste.filter_factory': 'neutron.auth:NeutronKeystoneContext.factory'},
        'filter:extensions': {'paste.filter_factory': 'neutron.api.extensions:plugin_aware_extension_middleware_factory'},
        'app:app': {'paste.app_factory': 'neutron.api.v2.router:APIRouter.factory'},
    })
    write_ini(path('neutron.conf'), {
        'DEFAULT': {
            'core_plugin': 'ml2', 'service_plugins': '', 'transport_url': 'fake://', 'api_paste_config': path('paste.ini'),
            'log_file': path('neutron.log'), 'use_stderr': 'false', 'state_path': directory, 'notify_nova_on_port_status_changes': 'false',
            'notify_nova_on_port_data_changes': 'false', 'dhcp_agent_notification': 'false'},
        'database': {'connection': 'sqlite:///' + path('neutron.db'), 'sqlite_synchronous': 'false'},
        'ml2': {'type_drivers': 'local', 'tenant_network_types': 'local', 'mechanism_drivers': 'logger', 'extension_drivers': ''},
        'oslo_concurrency': {'lock_path': directory},
        'oslo_policy': {'policy_file': path('policy.yaml'), 'policy_dirs': path('policy.d')},
    })
    return ['--config-file', path('neutron.conf'), '--config-dir', path('conf.d')]


def load(directory):
    from neutron.common import config
    config.register_common_config_options()
    config.init(configure(directory))
    config.setup_logging()
    config.set_config_defaults()
    from neutron.db.migration.models import head
    from neutron_lib.db import api as db_api
    sqlite3.connect(os.path.join(directory, 'neutron.db')).execute('PRAGMA journal_mode = WAL')
    head.get_metadata().create_all(db_api.CONTEXT_WRITER.get_engine())
    application = config.load_paste_app('neutron')
    from neutron_lib.plugins import directory as plugins
    for driver in plugins.get_plugin().mechanism_manager.ordered_mech_drivers:
        driver.obj.bind_port = bind_port
    return application


def bind_port(context):
    """Every host has what it takes, but those that are called so."""
    if not context.host.startswith('unbindable'):
        context.set_binding(context.segments_to_bind[0]['id'], 'ovs', {}, 'ACTIVE')


def main():
    directory, port = os.path.abspath(sys.argv[1]), int((sys.argv + ['0'])[2])
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    os.environ['HOME'] = directory
    sock = eventlet.listen(('127.0.0.1', port), reuse_port=False)
    application = load(directory)
    print(sock.getsockname()[1], flush=True)

    def wait():
        eventlet.hubs.trampoline(0, read=True)
        os._exit(0)

    eventlet.spawn(wait)
    eventlet.wsgi.server(sock, application, log=open(os.devnull, 'w'), log_output=False, debug=False)


if __name__ == '__main__':
    main()

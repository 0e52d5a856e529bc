#!/usr/bin/python3
"""Serve the original Placement (Debian's python3-placement) on 127.0.0.1.

    oracle.py --port PORT --dir DIR [--prefix PATH] [--set SECTION.KEY=VALUE]...

State (SQLite file, settings, log) goes to DIR; the server stays in the foreground.
`POST /__oracle__/reset` puts the database back to what it was at start-up, by SQLite's own
backup: some milliseconds, where a new process takes seconds.
"""
import argparse
import os
import sqlite3

RESET_PATH = '/__oracle__/reset'


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument('--port', type=int, required=True)
    parser.add_argument('--dir', required=True)
    parser.add_argument('--prefix', default='', help='its WSGI script name')
    parser.add_argument('--set', action='append', default=[], help='any option of placement.conf: SECTION.KEY=VALUE')
    args = parser.parse_args()
    directory = os.path.abspath(args.dir)
    os.makedirs(directory, exist_ok=True)
    serve(args.port, directory, args.prefix, args.set)


def serve(port, directory, prefix, more):
    # Imported here so that --help works where the package is not installed.
    from oslo_config import cfg
    from oslo_log import log as logging
    from oslo_policy import opts as policy_opts
    from placement import conf as placement_conf
    from placement import db_api
    from placement import deploy
    import waitress

    database = os.path.join(directory, 'placement.db')
    conf = cfg.ConfigOpts()
    placement_conf.register_opts(conf)
    policy_opts.set_defaults(conf)
    conf([], project='placement',
         default_config_files=[write_settings(directory, database, more)])
    logging.setup(conf, 'placement')
    db_api.configure(conf)
    app = deploy.loadapp(conf)
    check_each_schema_once()
    # One thread: requests come one after the other, and two could only disturb each other.
    waitress.serve(with_reset(app, database), host='127.0.0.1', port=port, threads=1, url_prefix=prefix,
                   ident='placement-original')


def write_settings(directory, database, more):
    """The defaults of a plain installation, but for authentication, durability and logging."""
    policy_file = os.path.join(directory, 'policy.yaml')
    with open(policy_file, 'w') as out:
        out.write('{}\n')
    sections = {
        'DEFAULT': {'log_file': os.path.join(directory, 'placement.log'),
                    'default_log_levels': 'placement=WARNING,waitress=ERROR'},
        'api': {'auth_strategy': 'noauth2'},
        'placement_database': {'connection': 'sqlite:///' + database,
                               'sqlite_synchronous': 'False',
                               'sync_on_startup': 'True'},
        'oslo_policy': {'policy_file': policy_file,
                        'enforce_new_defaults': 'False',
                        'enforce_scope': 'False'},
    }
    for each in more:
        name, value = each.split('=', 1)
        section, key = name.split('.', 1)
        sections.setdefault(section, {})[key] = value
    settings_file = os.path.join(directory, 'placement.conf')
    with open(settings_file, 'w') as out:
        for name, options in sections.items():
            out.write('[%s]\n' % name)
            for key, value in options.items():
                out.write('%s = %s\n' % (key, value))
    return settings_file


def check_each_schema_once():
    """jsonschema proves a schema sound before each use: a third of all time, and they are constants."""
    from jsonschema import validators

    checker = validators.Draft202012Validator
    check = checker.check_schema
    sound = {}

    def check_once(schema, *args, **kwargs):
        # The schema is kept, so that its id cannot pass to another one.
        if id(schema) not in sound:
            check(schema, *args, **kwargs)
            sound[id(schema)] = schema

    checker.check_schema = check_once


def with_reset(app, database):
    """Wrap the application; the database as it is now is what a reset returns to."""
    at_start = sqlite3.connect(':memory:', check_same_thread=False)
    live = sqlite3.connect(database)
    live.backup(at_start)
    live.close()

    def wrapped(environ, start_response):
        if environ['PATH_INFO'] != RESET_PATH or environ['REQUEST_METHOD'] != 'POST':
            return app(environ, start_response)
        target = sqlite3.connect(database)
        at_start.backup(target)
        target.close()
        start_response('204 No Content', [])
        return []

    return wrapped


if __name__ == '__main__':
    main()

"""Debian's keystonemiddleware in front of an application that says who it was told is asking. Reads {url, tokens} and prints the answers."""
import json
import logging
import sys

from keystonemiddleware import auth_token

logging.disable(logging.CRITICAL)
asked = json.load(sys.stdin)


def application(environ, start_response):
    start_response('200 OK', [('content-type', 'application/json')])
    names = ('USER_NAME', 'PROJECT_NAME', 'ROLES', 'USER_DOMAIN_ID', 'IDENTITY_STATUS', 'IS_ADMIN_PROJECT')
    return [json.dumps({name: environ.get('HTTP_X_' + name) for name in names}).encode()]


protocol = auth_token.AuthProtocol(application, {
    'auth_type': 'password', 'auth_url': asked['url'], 'username': 'glance', 'password': 'secret',
    'user_domain_id': 'default', 'project_name': 'service', 'project_domain_id': 'default',
    'www_authenticate_uri': asked['url'], 'token_cache_time': '-1', 'delay_auth_decision': False,
    'service_token_roles_required': True,
})

answers = []
for token in asked['tokens']:
    seen = {}

    def start_response(status, headers, exc_info=None):
        seen['status'] = int(status.split()[0])

    environ = {'REQUEST_METHOD': 'GET', 'PATH_INFO': '/', 'SERVER_NAME': 'h', 'SERVER_PORT': '80', 'QUERY_STRING': '',
               'wsgi.url_scheme': 'http', 'wsgi.input': None, 'wsgi.version': (1, 0), 'wsgi.errors': sys.stderr}
    if token is not None:
        environ['HTTP_X_AUTH_TOKEN'] = token
    body = b''.join(protocol(environ, start_response))
    answers.append({'status': seen['status'], 'told': json.loads(body) if seen['status'] == 200 else None})
print(json.dumps(answers))

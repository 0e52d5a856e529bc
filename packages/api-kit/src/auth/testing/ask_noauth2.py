"""Ask the real Placement who it takes the sender of some headers for.

Reads a JSON list of header maps from stdin, writes a JSON list of what its
policy would see, or null where it answers 401.
"""
import json
import sys

from placement import auth
import webob


def show(environ, start_response):
    values = environ['placement.context'].to_policy_values()
    start_response('200 OK', [('content-type', 'application/json')])
    return [json.dumps(dict(values)).encode()]


def main():
    stack = auth.NoAuthMiddleware(auth.PlacementKeystoneContext(show))
    answers = []
    for headers in json.load(sys.stdin):
        request = webob.Request.blank('/traits', headers=headers)
        response = request.get_response(stack)
        answers.append(response.json if response.status_int == 200 else None)
    json.dump(answers, sys.stdout)


main()

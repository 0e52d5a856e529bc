"""The original as a WSGI application, for uWSGI; run by itself it serves on a port: placement_wsgi.py PORT

Settings are in placement.conf in the directory that OS_PLACEMENT_CONFIG_DIR names.
"""
import socketserver
import sys
from wsgiref import simple_server

from placement.wsgi import init_application

application = init_application()


class Server(socketserver.ThreadingMixIn, simple_server.WSGIServer):
    daemon_threads = True
    request_queue_size = 128


class Handler(simple_server.WSGIRequestHandler):
    def log_message(self, *args):
        """The application has a log of its own."""


if __name__ == '__main__':
    simple_server.make_server('127.0.0.1', int(sys.argv[1]), application, Server, Handler).serve_forever()

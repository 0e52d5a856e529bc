"""What Glance's API makes of files, as if each was sent to it: a list of complaints in JSON, empty if there are none."""
import json
import sys

from glance.api.v2 import metadef_namespaces
from glance.common import wsgi
import webob.exc
from wsme.rest import json as wsme_json


def complaint(path):
    with open(path, 'rb') as file:
        content = file.read()
    request = wsgi.Request.blank('/v2/metadefs/namespaces', method='POST', body=content)
    request.headers['Content-Type'] = 'application/json'
    deserializer = metadef_namespaces.RequestDeserializer(metadef_namespaces.get_schema())
    try:
        namespace = deserializer.create(request)['namespace']
    except webob.exc.HTTPBadRequest as error:
        return str(error.explanation)
    read = wsme_json.tojson(type(namespace), namespace)
    understood = {name: value for name, value in read.items() if value is not None}
    return None if understood == json.loads(content) else 'is read as something else'


complaints = [[path, complaint(path)] for path in sys.argv[1:]]
print(json.dumps([[path, text] for path, text in complaints if text is not None]))

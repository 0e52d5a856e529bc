"""Tells what Nova knows of image properties, as one JSON object.

Nova's synonyms for the values of an enum are not data but code. So every word that occurs in its source is tried, in
several spellings, and `words` says which were tried and `readings` what each property makes of those that it accepts.
"""

import ast
import inspect
import json

from nova.network import model
from nova.objects import fields
from nova.objects import image_meta


def words_in(module):
    constants = (node.value for node in ast.walk(ast.parse(inspect.getsource(module))) if isinstance(node, ast.Constant))
    return {value for value in constants if isinstance(value, str) and value and len(value) < 40}


def describe(field):
    values = getattr(field, 'valid_values', None)
    return {'kind': type(field).__name__, 'enum': list(values) if values else None}


def accepted(name, field):
    for word in words:
        try:
            yield word, field.coerce(None, name, word)
        except ValueError:
            pass


plain = words_in(fields) | words_in(model)
words = sorted({spelling for word in plain for spelling in (word, word.upper(), word.lower(), word + ' ')})
properties = image_meta.ImageMetaProps
enums = {name: field for name, field in properties.fields.items() if describe(field)['enum']}
print(json.dumps({
    'fields': {name: describe(field) for name, field in properties.fields.items()},
    'formerNames': properties._legacy_property_map,
    'words': words,
    'readings': {name: dict(accepted(name, field)) for name, field in enums.items()},
}))

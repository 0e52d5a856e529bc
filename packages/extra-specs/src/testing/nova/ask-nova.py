"""Asks the installed Nova about extra specs, by the functions that its API calls from version 2.86 on.

    ask-nova.py verdicts      reads {"key", "value"} per line, writes what Nova thinks of each: null, or the text of its refusal
    ask-nova.py definitions   writes everything that Nova knows, one definition per line
    ask-nova.py characters    writes the classes of characters as its Python knows them: {"name", "characters"} per line

All of it is JSON.
"""

import json
import re
import sys
import unicodedata

from nova import exception
from nova.api.validation.extra_specs import validators

# Nova compiles the pattern of each definition anew for each key, and relies on a cache of 512 patterns, which are hardly enough for
# its own. A larger one changes how long an answer takes, and nothing else.
re._MAXCACHE = 2**16


def verdict(key, value):
    try:
        validators.validate(key, value)
    except exception.ValidationError as error:
        # What the API puts into the `message` of its answer, with status 400.
        return error.format_message()
    return None


def definition(validator):
    return {
        'key': validator.name,
        'type': {str: 'string', int: 'integer', bool: 'boolean'}[validator.value['type']],
        'enum': validator.value.get('enum'),
        'pattern': validator.value.get('pattern'),
        'min': validator.value.get('min'),
        'max': validator.value.get('max'),
        'isDeprecated': validator.deprecated,
        'parameters': [
            {'name': parameter['name'], 'pattern': parameter['pattern']}
            for parameter in validator.parameters
        ],
    }


def character_classes():
    everything = [chr(code) for code in range(sys.maxunicode + 1)]
    for name in (r'\d', r'\s', r'\w'):
        matches = re.compile(name).fullmatch
        yield {'name': name, 'characters': [ord(each) for each in everything if matches(each)]}
    unassigned = [ord(each) for each in everything if unicodedata.category(each) == 'Cn']
    yield {'name': 'unassigned', 'characters': unassigned}


def answers(question):
    if question == 'definitions':
        return map(definition, validators.VALIDATORS.values())
    if question == 'characters':
        return character_classes()
    cases = map(json.loads, sys.stdin)
    return (verdict(case['key'], case['value']) for case in cases)


for answer in answers(sys.argv[1]):
    print(json.dumps(answer))

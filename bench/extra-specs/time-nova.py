"""Times the installed Nova's validator of extra specs, as it is.

Reads {"flavors", "times"} per line, validates so many flavors, again from the first where there are fewer, and writes {"seconds",
"refused"}: how long that took, and how many specs were refused. All of it is JSON.
"""

import json
import sys
import time

from nova import exception
from nova.api.validation.extra_specs import validators


def measure(flavors, times):
    refused = 0
    begin = time.perf_counter()
    for number in range(times):
        for key, value in flavors[number % len(flavors)]:
            try:
                validators.validate(key, value)
            except exception.ValidationError:
                refused += 1
    return {'seconds': time.perf_counter() - begin, 'refused': refused}


for line in sys.stdin:
    question = json.loads(line)
    flavors = [list(specs.items()) for specs in question['flavors']]
    print(json.dumps(measure(flavors, question['times'])), flush=True)

"""The texts of a page as Sphinx has understood it: one list for each section, in the order of the page."""

import json
import pickle
import sys

from docutils import nodes

with open(sys.argv[1], 'rb') as file:
    document = pickle.load(file)

SHOWN = (nodes.title, nodes.paragraph, nodes.field_name)


def one_line(node):
    return node.astext().replace('\n', ' ')


def texts(section):
    for child in section.children:
        # A table of contents says nothing new.
        if isinstance(child, (nodes.section, nodes.topic)):
            continue
        if isinstance(child, SHOWN):
            yield one_line(child)
        else:
            for node in child.findall(lambda each: isinstance(each, SHOWN)):
                yield one_line(node)


json.dump(
    [
        {'labels': section['ids'], 'texts': list(texts(section))}
        for section in document.findall(nodes.section)
    ],
    sys.stdout,
)

"""The texts of a page of Markdown as a parser understands it: one list after each anchor, and whatever is more than text."""

import json
import re
import sys

from markdown_it import MarkdownIt

parser = MarkdownIt('commonmark').enable('table').enable('strikethrough')
sections = []
links = []
html = []
kinds = set()


def text_of(token):
    text = ''
    for child in token.children:
        kinds.add(child.type)
        if child.type in ('text', 'code_inline', 'html_inline'):
            text += child.content
        elif child.type == 'softbreak':
            text += ' '
        elif child.type == 'link_open':
            links.append(child.attrs['href'])
    return text


heading = None
for token in parser.parse(sys.stdin.read()):
    anchor = None
    if token.type == 'heading_open':
        heading = token.tag
    elif token.type == 'heading_close':
        heading = None

    if token.type == 'html_block':
        html.append(token.content.strip())
    elif token.type == 'inline':
        anchor = re.fullmatch('<a id="([^"]*)"></a>', token.content)
        if anchor is not None:
            sections.append({'label': anchor[1], 'texts': []})
        elif sections and heading != 'h2':
            sections[-1]['texts'].append(text_of(token))
        else:
            text_of(token)
    else:
        kinds.add(token.type)

json.dump({'sections': sections, 'links': links, 'html': html, 'kinds': sorted(kinds)}, sys.stdout)

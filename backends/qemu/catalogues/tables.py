# SPDX-License-Identifier: Apache-2.0
"""Runs at build time: the catalogues as one C source of constant tables.

usage: python3 tables.py OUTPUT CATALOGUE...

All catalogues share one pool of texts, and equal runs of properties or keys stand there once. The
tables hold numbers and no pointers, so that nothing is relocated when the program starts.
catalogue_read.c makes the same of a file when the program runs; tests/unit/test_catalogue.c
compares the two.
"""
import json
import sys

DEVICE, OBJECT, ABSTRACT, LISTED = 1, 2, 4, 8  # as in catalogue.h


class Pool:
    """Texts by their offset; the empty one is at 0."""

    def __init__(self):
        self.data = bytearray(1)
        self.offsets = {'': 0}

    def add(self, text):
        if text not in self.offsets:
            self.offsets[text] = len(self.data)
            self.data += text.encode() + b'\0'
        return self.offsets[text]


class Runs:
    """Rows of all catalogues in one table."""

    def __init__(self):
        self.rows = []
        self.firsts = {(): 0}

    def add(self, run):
        run = tuple(run)
        if run not in self.firsts:
            self.firsts[run] = len(self.rows)
            self.rows += run
        return self.firsts[run], len(run)


def in_order(names):
    return sorted(names, key=str.encode)  # by bytes, as str_compare does


def initial(value):
    """A default as a command line would have it."""
    if isinstance(value, bool):
        return 'on' if value else 'off'
    if value is None or value == []:
        return ''
    if not isinstance(value, (int, str)):
        raise ValueError(f'a default is {value!r}')
    return str(value)


def version_key(catalogue):
    """7.2.22 of "7.2.22 (Debian ...)", to be compared by number."""
    return [int(part) for part in catalogue['version'].split()[0].split('.')]


def property_row(pool, name, row):
    return pool.add(name), pool.add(row['type']), pool.add(initial(row.get('default')))


def type_row(pool, properties, name, row):
    listed = row.get('properties')
    run = [property_row(pool, key, listed[key]) for key in in_order(listed or {})]
    flags = (DEVICE * row.get('device', False) | OBJECT * row.get('object', False) |
             ABSTRACT * row.get('abstract', False) | LISTED * (listed is not None))
    return (pool.add(name), pool.add(row.get('parent', '')), *properties.add(run), flags)


def tables_of(pool, properties, keys, catalogue):
    """The lists of one catalogue, as (kind of row, field, field of the count, rows)."""
    types, options, aliases = (catalogue[key] for key in ('types', 'options', 'aliases'))

    def texts(names):
        return [pool.add(name) for name in in_order(names)]

    return [
        ('struct catalogue_type', 'types', 'type_count',
         [type_row(pool, properties, name, types[name]) for name in in_order(types)]),
        ('struct catalogue_option', 'options', 'option_count',
         [(pool.add(name), *keys.add(texts(options[name]))) for name in in_order(options)]),
        ('struct catalogue_alias', 'aliases', 'alias_count',
         [(pool.add(name), pool.add(aliases[name])) for name in in_order(aliases)]),
        ('catalogue_text', 'machines', 'machine_count', texts(catalogue['machines'])),
        ('catalogue_text', 'accelerators', 'accelerator_count', texts(catalogue['accelerators'])),
    ]


def put_array(out, kind, name, rows):
    """C has no empty arrays: one row of zeros stands for none."""
    out.append(f'static const {kind} {name}[] = {{')
    line = ''
    for row in rows or [0]:
        text = '{%s},' % ','.join(map(str, row)) if isinstance(row, tuple) else f'{row},'
        if len(line) + len(text) > 120:
            out.append(line)
            line = ''
        line += text
    out += [line, '};']


def put_catalogue(out, number, version, tables):
    for kind, field, _, rows in tables:
        put_array(out, kind, f'{field}_{number}', rows)
    out.append(f'static const struct catalogue catalogue_{number} = {{')
    out.append(f'.pool = pool, .version = {version}, .properties = properties, .keys = keys,')
    for _, field, count, rows in tables:
        out.append(f'.{field} = {field}_{number}, .{count} = {len(rows)},')
    out.append('};')


def source_of(catalogues):
    """Bytes of the pool as numbers: C99 promises string literals of 4095 characters only."""
    pool, properties, keys = Pool(), Runs(), Runs()
    made = [(pool.add(catalogue['version']), tables_of(pool, properties, keys, catalogue))
            for catalogue in sorted(catalogues, key=version_key)]
    out = ['/* Made by tables.py from catalogues/. */', '#include "catalogue.h"']
    put_array(out, 'char', 'pool', [byte - 256 * (byte > 127) for byte in pool.data])
    put_array(out, 'struct catalogue_property', 'properties', properties.rows)
    put_array(out, 'catalogue_text', 'keys', keys.rows)
    for number, (version, tables) in enumerate(made):
        put_catalogue(out, number, version, tables)
    names = ', '.join(f'&catalogue_{number}' for number in range(len(made)))
    out.append(f'const struct catalogue *const catalogues[] = {{{names}}};')
    out.append(f'const size_t catalogue_count = {len(made)};')
    return '\n'.join(out) + '\n'


def main(output, *paths):
    catalogues = []
    for path in paths:
        with open(path, encoding='utf-8') as file:
            catalogues.append(json.load(file))
    with open(output, 'w', encoding='utf-8', newline='\n') as file:
        file.write(source_of(catalogues))


main(*sys.argv[1:])

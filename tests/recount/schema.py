#!/usr/bin/env python3
"""Checks JSON Lines against a JSON Schema, and the schema against the standard.

    schema.py SCHEMA LINES

Prints the number of lines.
"""

import json
import sys

import jsonschema

with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
count = 0
with open(sys.argv[2], encoding="utf-8") as lines:
    for line in lines:
        validator.validate(json.loads(line))
        count += 1
print(count)

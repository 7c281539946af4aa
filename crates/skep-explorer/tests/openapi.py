#!/usr/bin/env python3
"""Checks answers of the explorer against its openapi.json.

    openapi.py ANSWERS

Each line of ANSWERS has an answer, its schema and a name for both. Prints the number of lines.
"""

import json
import pathlib
import sys

from jsonschema import Draft202012Validator

document = json.loads((pathlib.Path(__file__).parent / "../openapi.json").read_text(encoding="utf-8"))
validators = {}
count = 0
with open(sys.argv[1], encoding="utf-8") as lines:
    for line in map(json.loads, lines):
        of = line["of"]
        if of not in validators:
            schema = {**line["schema"], "components": document["components"]}
            Draft202012Validator.check_schema(schema)
            validators[of] = Draft202012Validator(schema)
        errors = [f"{of}: {error.json_path}: {error.message}" for error in validators[of].iter_errors(line["answer"])]
        if errors:
            sys.exit("\n".join(errors))
        count += 1
print(count)

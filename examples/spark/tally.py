#!/usr/bin/env python3
"""Counts a collection on Apache Spark: each task runs skep over some of the paths, and the driver adds the parts up.

    tally.py [--skep SKEP] [--master URL] [--tasks N] PATH... -- COMMAND [OPTION...] [-- SHOW...]

COMMAND is stats, openings or players with the options on which the count depends; SHOW are the options of
skep COMMAND --merge that choose what to show. The result on standard output is that of one run over everything.

    tally.py 2023.zip 2024.zip -- openings --depth 12 -- --min-games 20 --format csv
"""

import argparse
import os
import subprocess
import sys
import tempfile

from pyspark import SparkContext


def count(skep, command, paths):
    """The part of some paths, as bytes. Runs in the workers, which must see skep and the paths."""
    run = subprocess.run(
        [skep, *command, "--threads", "1", "--partial", "--", *paths],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        check=False,
    )
    # 1 means that a game is invalid; --merge reports it again.
    if run.returncode not in (0, 1):
        raise RuntimeError(f"skep ended with {run.returncode}: {run.stderr.decode()}")
    return run.stdout


def arguments():
    words = [[]]
    for word in sys.argv[1:]:
        if word == "--" and len(words) < 3:
            words.append([])
        else:
            words[-1].append(word)
    own, command, show = (words + [[], []])[:3]
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--skep", default="skep")
    parser.add_argument("--master", default="local[*]")
    parser.add_argument("--tasks", type=int, default=0)
    parser.add_argument("paths", nargs="+")
    options = parser.parse_args(own)
    if not command:
        parser.error("no COMMAND after --")
    return options, command, show


def main():
    options, command, show = arguments()
    skep = options.skep
    context = SparkContext(master=options.master, appName="skep " + command[0])
    context.setLogLevel("ERROR")
    paths = [os.path.abspath(path) for path in options.paths]
    tasks = min(options.tasks or context.defaultParallelism * 4, len(paths))
    shards = [paths[i::tasks] for i in range(tasks)]
    parts = context.parallelize(shards, tasks).map(lambda shard: count(skep, command, shard)).collect()
    context.stop()
    with tempfile.TemporaryDirectory() as folder:
        names = [os.path.join(folder, f"{i}.part") for i in range(len(parts))]
        for name, part in zip(names, parts):
            with open(name, "wb") as file:
                file.write(part)
        return subprocess.run([skep, command[0], "--merge", *show, "--", *names], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())

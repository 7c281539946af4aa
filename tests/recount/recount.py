#!/usr/bin/env python3
"""Works out the fields of `skep list`, every number of `skep stats`, `skep openings` and `skep players` with most of their tables, the shapes of
openings, motifs, similar positions, the tables of `skep novelty` and the pairs of `skep related` the slow and obvious
way.

    recount.py SKEP PATH...

Reads the games as `skep convert` writes them (moves as GameStrings, tags and verdicts as JSON Lines) and compares. Uses
nothing but Python's own library. Ends with 1 at the first number that differs.
"""

import datetime
import functools
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import zlib
from collections import Counter, defaultdict

DEPTH = 5
Z = 1.959963984540054
BUGS = dict(Q="queen", S="spider", B="beetle", G="grasshopper", A="ant", M="mosquito", L="ladybug", P="pillbug")


def skep(*args):
    run = subprocess.run([SKEP, *args], capture_output=True, text=True)
    assert run.returncode in (0, 1), run.stderr
    return run.stdout


def rows(command, *args):
    return [json.loads(line) for line in skep(command, "--format", "jsonl", *args).splitlines()]


def same(what, found, expected):
    if isinstance(expected, float) and isinstance(found, (int, float)):
        if abs(found - expected) <= 1e-6 + 1e-6 * abs(expected):
            return
    elif found == expected:
        return
    sys.exit(f"{what}: skep says {found}, the recount {expected}")


class Game:
    def __init__(self, uhp, record):
        self.variant, _, _, *self.moves = uhp.split(";")
        verdict = record["verdict"]
        tags = record["tags"]
        self.tags = tags if isinstance(tags, dict) else dict(reversed(tags))
        self.result = verdict["board"] if verdict["board"] in ("WhiteWins", "BlackWins", "Draw") else None
        stated = record["stated"]["result"]
        if not self.result and stated in ("WhiteWins", "BlackWins", "Draw"):
            self.result = stated
        self.termination = verdict["termination"]
        self.record = record
        self.clocks = {move["ply"]: move.get("clock_ms") for move in record["moves"]}
        self.plies = len(self.moves)
        same("plies", verdict["plies"], self.plies)

    def path(self):
        """The positions of the game. They are worked out once."""
        if not hasattr(self, "positions"):
            self.positions = positions(self.variant, self.moves)
        return self.positions

    def known(self, tag):
        value = self.tags.get(tag, "").strip()
        return None if value in ("", "?", "-") else value

    def date(self):
        """Year, month, day as far as they are known."""
        date = self.known("Date")
        if not date:
            return None
        parts = date.split("T")[0].split(" ")[0].replace("-", ".").split(".")
        if not parts[0].isdigit():
            return None
        known = [parts[0]]
        for part in parts[1:]:
            if "?" in part:
                break
            known.append(part.zfill(2))
        return "-".join(known)

    def points(self, side):
        if self.result is None:
            return None
        return {"Draw": 0.5, "WhiteWins": 1.0 - side, "BlackWins": float(side)}[self.result]


# -- Positions --------------------------------------------------------------------------------------------------------

STEPS = {("-", 1): (1, 0), ("/", 1): (1, -1), ("\\", 1): (0, 1), ("-", 0): (-1, 0), ("/", 0): (-1, 1), ("\\", 0): (0, -1)}


def images(pieces):
    """The 12 ways to turn and mirror a set of (q, r, ...)."""
    for mirrored in (False, True):
        for turns in range(6):
            image = []
            for q, r, *rest in pieces:
                if mirrored:
                    q, r = r, q
                for _ in range(turns):
                    q, r = -r, q + r
                image.append((q, r, *rest))
            yield image


class Board:
    def __init__(self, variant):
        self.variant, self.stacks, self.turn = variant, defaultdict(list), 0

    def play(self, move):
        self.turn ^= 1
        if move == "pass":
            return
        piece, _, place = move.partition(" ")
        at = {p: hex for hex, stack in self.stacks.items() for p in stack}
        if not place:
            q, r = 0, 0
        elif place[0] in "-/\\":
            (q, r), (dq, dr) = at[place[1:]], STEPS[place[0], 0]
            q, r = q + dq, r + dr
        elif place[-1] in "-/\\":
            (q, r), (dq, dr) = at[place[:-1]], STEPS[place[-1], 1]
            q, r = q + dq, r + dr
        else:
            q, r = at[place]
        if piece in at:
            self.stacks[at[piece]].remove(piece)
        self.stacks[q, r].append(piece)

    def canonical(self):
        pieces = [(q, r, h, p[:2]) for (q, r), stack in self.stacks.items() for h, p in enumerate(stack)]
        best = None
        for image in images(pieces):
            least = min(((q, r) for q, r, *_ in image), default=(0, 0))
            moved = sorted((q - least[0], r - least[1], *rest) for q, r, *rest in image)
            best = moved if best is None else min(best, moved)
        return self.variant, self.turn, tuple(best or ())


def positions(variant, moves):
    """The positions in which a turn is played that is no pass, and the last."""
    board = Board(variant)
    all = [board.canonical()]
    for move in moves:
        board.play(move)
        if move == "pass":
            all.pop()
        all.append(board.canonical())
    return all


# -- The three commands -----------------------------------------------------------------------------------------------


def score(what, row, games, side=0, low="low", high="high", share="white_score"):
    points = [p for p in (g.points(side) for g in games) if p is not None]
    if not points:
        return same(what, (row[share], row[low], row[high]), (None, None, None))
    n, mean = len(points), sum(points) / len(points)
    same(f"{what} {share}", row[share], mean)
    middle, whole = mean + Z * Z / (2 * n), 1 + Z * Z / n
    half = Z * math.sqrt(max(0.0, mean * (1 - mean) / n + Z * Z / (4 * n * n)))
    same(f"{what} {low}", row[low], max(0.0, (middle - half) / whole))
    same(f"{what} {high}", row[high], min(1.0, (middle + half) / whole))


def results(what, row, games):
    counts = Counter(g.result for g in games)
    for key, result in (("white_wins", "WhiteWins"), ("draws", "Draw"), ("black_wins", "BlackWins"), ("open", None)):
        same(f"{what} {key}", row[key], counts[result])
    decided = len(games) - counts[None]
    for key, result in (("white_share", "WhiteWins"), ("draw_share", "Draw"), ("black_share", "BlackWins")):
        if key in row:
            same(f"{what} {key}", row[key], counts[result] / decided if decided else None)


def check_stats(games, paths):
    groups = defaultdict(list)
    for game in games:
        date = game.date()
        groups[game.variant, date[:7] if date and len(date) >= 7 else None].append(game)
    tables = defaultdict(list)
    for row in rows("stats", "--by", "variant,month", "--table", "results,endings,bugs,lengths", *paths):
        tables[row["table"], row["variant"], row["month"]].append(row)
    same("groups", {key[1:] for key in tables}, set(groups))
    numbers = 0
    for (variant, month), own in groups.items():
        what = f"stats {variant} {month}"
        [row] = tables["results", variant, month]
        same(what, row["games"], len(own))
        results(what, row, own)
        score(what, row, own)
        lengths = sorted(g.plies for g in own)
        same(f"{what} mean", row["mean_plies"], sum(lengths) / len(lengths))
        for key, part in (("min", 0), ("p10", 10), ("p25", 25), ("median", 50), ("p75", 75), ("p90", 90), ("max", 100)):
            rank = max(1, -(-len(lengths) * part // 100))
            same(f"{what} {key}", row[f"{key}_plies"], lengths[rank - 1])
        same(what, {r["plies"]: r["games"] for r in tables["lengths", variant, month]}, Counter(lengths))
        endings = defaultdict(list)
        for game in own:
            endings[None if game.termination == "unknown" else game.termination].append(game)
        found = tables["endings", variant, month]
        same(what, {r["termination"] for r in found}, set(endings))
        for row in found:
            of = endings[row["termination"]]
            same(what, row["games"], len(of))
            same(what, row["share"], len(of) / len(own))
            results(what, row, of)
        bugs = {(r["bug"], r["side"]): r for r in tables["bugs", variant, month]}
        letters = [b for b in BUGS if b in "QSBGA" or b in variant.partition("+")[2]]
        same(what, set(bugs), {(BUGS[b], s) for b in letters for s in ("White", "Black")})
        for letter in letters:
            for side, colour in enumerate("wb"):
                row = bugs[BUGS[letter], ("White", "Black")[side]]
                check_bug(f"{what} {colour}{letter}", row, own, colour + letter, side)
        numbers += 1
    return numbers


def check_bug(what, row, games, start, side):
    having, lacking, entries, moves = [], [], [], 0
    for game in games:
        own = [(ply, m.split(" ")[0]) for ply, m in enumerate(game.moves, 1) if m.startswith(start)]
        moves += len(own) - len({name for _, name in own})
        (having if own else lacking).append(game)
        entries += [own[0][0]] if own else []
    same(what, row["games"], len(games))
    same(what, row["entered"], len(having))
    same(what, row["entered_share"], len(having) / len(games))
    same(what, row["mean_entry_ply"], sum(entries) / len(entries) if entries else None)
    same(what, row["moves_per_game"], moves / len(entries) if entries else None)
    score(what, row, having, side, "with_low", "with_high", "score_with")
    score(what, row, lacking, side, "without_low", "without_high", "score_without")


def check_openings(games, paths):
    nodes, moves = defaultdict(list), Counter()
    for game in games:
        path = positions(game.variant, game.moves[: DEPTH + 6])[: DEPTH + 1]
        for position in set(path):
            nodes[position].append(game)
        seen = set()
        for here, there in zip(path, path[1:]):
            if here not in seen:
                moves[here, there] += 1
            seen.add(here)
    found = rows("openings", "--depth", str(DEPTH), "--min-games", "1", *paths)
    shown, path, children, keys = set(), [], Counter(), {}
    for row in found:
        what = f"openings {row['variant']} {row['moves']}"
        line = [m for m in row["moves"].split(";") if m]
        here = positions(row["variant"], line)[-1]
        # One key for each position, and one position for each key.
        same(what, keys.setdefault(row["key"], here), here)
        own = nodes[here]
        same(what, row["reached"], len(own))
        results(what, row, own)
        score(what, row, own)
        same(what, row["mean_plies"], sum(g.plies for g in own) / len(own))
        same(what, row["last_played"], max((g.date() for g in own if g.date()), default=None))
        if row["depth"] == 0:
            same(what, row["played"], len(own))
        else:
            before = path[row["depth"] - 1]
            same(what, row["played"], moves[before, here])
            children[before] += row["played"]
            assert children[before] <= len(nodes[before]), f"{what}: children exceed their parent"
            shown.add((before, here))
        path[row["depth"] :] = [here]
    same("openings: keys", len(keys), len(set(keys.values())))
    # A move after the last ply of the depth is not part of the tree, nor one that only longer ways lead to.
    levels, seen = [{p for p in nodes if not p[2]}], set()
    after = defaultdict(set)
    for here, there in moves:
        after[here].add(there)
    expected = set()
    for _ in range(DEPTH):
        expected |= {(here, there) for here in levels[-1] for there in after[here]}
        seen |= levels[-1]
        levels.append({there for here in levels[-1] for there in after[here]} - seen)
    same("openings: moves", shown, expected)
    return len(found)


def minute(game):
    date, name = game.known("Date") or "", game.known("GameName")
    for time in (date.partition("T")[2], game.known("Time") or game.known("UTCTime") or ""):
        if ":" in time:
            return int(time[:2]) * 60 + int(time[3:5])
    if name and len(name) > 15 and name[-5] == "-" and name[-15:-13] == "20":
        return int(name[-4:-2]) * 60 + int(name[-2:])
    return -1


def longest(games, holds):
    best = run = 0
    for game in games:
        run = run + 1 if holds(game) else 0
        best = max(best, run)
    return best


# Names that do not say who played.
NOBODY = re.compile(
    r"(guest|anon(ymous)?|visitor|player)[ _.#-]*\d*|nobody|unknown( player)?|no ?name|n/a|n\.? ?n\.?|(white|black)( player)?",
    re.IGNORECASE,
)


def player(game, tag):
    """Who played, if the record says it."""
    name = game.known(tag)
    return None if name and NOBODY.fullmatch(name) else name


def check_players(games, paths):
    of = defaultdict(list)
    for game in games:
        for side, tag in enumerate(("White", "Black")):
            if player(game, tag):
                of[player(game, tag)].append((side, game))
    found = rows("players", *paths)
    same("players", sorted(r["player"] for r in found), sorted(of))
    rating = {r["player"]: r["rating"] for r in found}
    for row in found:
        name, own = row["player"], of[row["player"]]
        what = f"players {name}"
        points = Counter(g.points(side) for side, g in own)
        same(what, (row["games"], row["won"], row["drawn"], row["lost"]), (len(own), points[1.0], points[0.5], points[0.0]))
        decided = [g.points(side) for side, g in own if g.result]
        same(what, row["score"], sum(decided) / len(decided) if decided else None)
        for side, key in enumerate(("white", "black")):
            mine = [g for s, g in own if s == side]
            same(what, row[f"games_{key}"], len(mine))
            scored = [g.points(side) for g in mine if g.result]
            same(what, row[f"score_{key}"], sum(scored) / len(scored) if scored else None)
        others = [(player(g, "Black" if side == 0 else "White"), side, g) for side, g in own]
        others = [(other, side, g) for other, side, g in others if other and other != name]
        met = Counter(other for other, _, _ in others)
        same(what, row["opponents"], len(met))
        most = min(met.items(), key=lambda m: (-m[1], m[0]), default=(None, None))
        same(what, (row["most_met"], row["most_met_games"]), most)
        dated = [
            ((g.date(), minute(g), zlib.crc32((g.known("GameName") or g.known("Round") or "").encode()) if (g.known("GameName") or g.known("Round")) else 0, g.plies,
              {0.5: 0, 0.0: 1, 1.0: 2}[g.points(side)]), g.points(side))
            for side, g in own if g.result and g.date()
        ]
        order = [p for _, p in sorted(dated)]
        for key, holds in (("won", lambda p: p == 1), ("unbeaten", lambda p: p > 0), ("lost", lambda p: p == 0)):
            same(f"{what} {key}", row[f"longest_{key}"], longest(order, holds) if order else None)
        rated = [(rating[other], g.points(side)) for other, side, g in others if g.result]
        if not rated:
            same(what, (row["rating"], row["performance"]), (None, None))
            continue
        # The likeliest ratings are those under which the points expected are those made, with the game drawn against 1500.
        expected = sum(1 / (1 + 10 ** ((r - row["rating"]) / 400)) for r, _ in rated + [(1500.0, 0.5)])
        made = sum(p for _, p in rated) + 0.5
        assert abs(expected - made) < 1e-4 * len(rated) + 1e-4, f"{what}: {made} points, {expected} expected of {row['rating']}"
        # How far the sum of chances moves with the rating: the less it does, the less the results tell.
        slope = sum(1 / (2 + 10 ** ((r - row["rating"]) / 400) + 10 ** ((row["rating"] - r) / 400)) for r, _ in rated + [(1500.0, 0.5)])
        width = 1.959964 * 400 / math.log(10) / math.sqrt(slope)
        for key, wanted in (("rating_low", row["rating"] - width), ("rating_high", row["rating"] + width)):
            assert abs(row[key] - wanted) < 0.01, f"{what} {key}: {row[key]}, {wanted}"
        n = len(rated)
        part = made / (n + 1)
        same(f"{what} performance", row["performance"], sum(r for r, _ in rated) / n + 400 * math.log10(part / (1 - part)))
    return len(found)


# -- Shapes, novelties, related games ---------------------------------------------------------------------------------


def turned(a, b, c):
    """By how many sixths of a turn the way a, b, c bends at b; None if two of the cells are not neighbours."""
    around = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
    steps = [(y[0] - x[0], y[1] - x[1]) for x, y in ((a, b), (b, c))]
    if any(step not in around for step in steps):
        return None
    return (around.index(steps[1]) - around.index(steps[0]) + 3) % 6 - 3


def shape(game):
    board, placed, firsts = Board(game.variant), {}, []
    for ply, move in enumerate(game.moves):
        board.play(move)
        if move == "pass":
            continue
        piece = move.split(" ")[0]
        [cell] = [cell for cell, stack in board.stacks.items() if piece in stack]
        placed.setdefault(piece, cell)
        if ply < 2:
            firsts.append((piece, cell))
        if "wQ" in placed and "bQ" in placed:
            break
    else:
        return None, None
    (white, w), (black, b) = firsts
    code = f":{white[1]}-{black[1]}"
    if "Q" in (white[1], black[1]):
        return "Q", "Q" + code
    bends = turned(placed["wQ"], w, b), turned(w, b, placed["bQ"])
    if None in bends:
        return "X", "X" + code
    if any(abs(bend) > 1 for bend in bends):
        return None, None
    kind = {(0, 0): "I", (0, 1): "J", (1, 0): "F"}.get(tuple(map(abs, bends)))
    kind = kind or ("C" if bends[0] == bends[1] else "Z")
    return kind, kind + code


def check_shapes(games, paths):
    expected = [shape(game) for game in games]
    for i, name in enumerate(("shape", "opening_code")):
        found = {r[name]: r["games"] for r in rows("count", "--by", name, "--where", "status = ok", *paths)}
        same(f"count --by {name}", found, Counter(one[i] for one in expected))
    return sum(1 for one, _ in expected if one)


@functools.cache
def around(cell):
    return [(cell[0] + q, cell[1] + r) for q, r in [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]]


def together(cells):
    """The groups of neighbouring cells."""
    left, groups = set(cells), []
    while left:
        group, waiting = set(), [left.pop()]
        while waiting:
            group.add(cell := waiting.pop())
            for other in around(cell):
                if other in left:
                    left.remove(other)
                    waiting.append(other)
        groups.append(group)
    return groups


def formations(board):
    """The gates, the number of enclosed groups of empty cells, and the pinned pieces."""
    return formations_of(frozenset((cell, tuple(stack)) for cell, stack in board.stacks.items() if stack))


@functools.cache
def formations_of(cells):
    stacks = dict(cells)
    occupied = set(stacks)
    near = {other for cell in occupied for other in around(cell)} - occupied
    gates = set()
    for one in near:
        for other in set(around(one)) & near:
            if all(cell in occupied for cell in set(around(one)) & set(around(other))):
                gates.add(frozenset((one, other)))
    wide = {other for cell in near for other in around(cell)} | near
    least = [min((cell[i] for cell in wide), default=0) for i in (0, 1)]
    most = [max((cell[i] for cell in wide), default=0) for i in (0, 1)]
    plane = {(q, r) for q in range(least[0], most[0] + 1) for r in range(least[1], most[1] + 1)}
    border = {cell for cell in plane if cell[0] in (least[0], most[0]) or cell[1] in (least[1], most[1])}
    rings = sum(1 for group in together(plane - occupied) if not group & border)
    pinned = {
        stacks[cell][0]
        for cell in occupied
        if len(stacks[cell]) == 1 and len(together(occupied - {cell})) > 1
    }
    return gates, rings, pinned


@functools.cache
def motifs_of(game):
    """For each side and motif, the plies on which a turn of the side makes it."""
    board, made, firsts, before = Board(game.variant), defaultdict(list), {}, (set(), 0, set())
    for ply, move in enumerate(game.moves, 1):
        side = (ply - 1) % 2
        if move == "pass":
            board.play(move)
            continue
        piece = move.split(" ")[0]
        stood = {p for stack in board.stacks.values() for p in stack}
        board.play(move)
        [cell] = [cell for cell, stack in board.stacks.items() if piece in stack]
        if piece not in stood:
            own, other = firsts.setdefault(piece[0], cell), firsts.get("bw"[piece[0] == "b"])
            if piece[1] == "Q" and own != cell and cell in around(own) and abs(turned(cell, own, other)) == 1:
                made[side, "elbow"].append(ply)
        now = formations(board)
        if now[0] - before[0]:
            made[side, "gate"].append(ply)
        if now[1] > before[1]:
            made[side, "ring"].append(ply)
        pins = {p for p in now[2] - before[2] if p[0] != "wb"[side]}
        if pins:
            made[side, "pin"].append(ply)
        if any(p[1] == "Q" for p in pins):
            made[side, "queen-pin"].append(ply)
        stack = board.stacks[cell]
        if len(stack) > 1 and stack[-2][0] != "wb"[side]:
            made[side, "cover"].append(ply)
        before = now
    return made


def check_motifs(games, paths):
    made = [motifs_of(game) for game in games]
    found = rows("stats", "--table", "motifs", *paths)
    count = 0
    for row in found:
        side, motif = ("White", "Black").index(row["side"]), row["motif"]
        what = f"motif {motif} {row['side']}"
        plies = [one[side, motif] for one in made]
        firsts = [own[0] for own in plies if own]
        same(what, (row["games"], row["made"]), (len(games), len(firsts)))
        same(what, row["made_share"], len(firsts) / len(games))
        same(what, row["mean_first_ply"], sum(firsts) / len(firsts) if firsts else None)
        turns = sum(map(len, plies))
        same(what, row["turns_per_game"], turns / len(firsts) if firsts else None)
        score(what, row, [g for g, own in zip(games, plies) if own], side, "with_low", "with_high", "score_with")
        score(what, row, [g for g, own in zip(games, plies) if not own], side, "without_low", "without_high", "score_without")
        count += turns
    same("motifs", len(found), 12 if games else 0)
    early = sum(1 for one in made if min((one[s, "gate"][0] for s in (0, 1) if one[s, "gate"]), default=99) <= 9)
    [row] = rows("count", "--where", "status = ok and game = hive and first(gate) <= 9", *paths)
    same("first(gate)", row["games"], early)
    return count


def features_of(board):
    """The features of a position, in each of the 12 orientations."""
    _, _, pinned = formations(board)
    plain, pins = set(), Counter(p[:2] for p in pinned)
    plain |= {("pin", kind, i) for kind, n in pins.items() for i in range(n)}
    beside = []
    for (q, r), stack in board.stacks.items():
        for height, piece in enumerate(stack):
            if piece[1] == "Q":
                if height + 1 < len(stack):
                    plain.add(("above", piece, stack[-1][:2]))
                for cell in around((q, r)):
                    if board.stacks.get(cell):
                        beside.append((cell[0] - q, cell[1] - r, piece, board.stacks[cell][-1][:2]))
    return [plain | set(image) for image in images(beside)]


def check_similar(games, paths):
    """The games most similar to the tenth position of the first long game."""
    chosen = next((game for game in games if game.plies > 10 and "pass" not in game.moves[:10]), None)
    if not chosen:
        return 0
    board, line = Board(chosen.variant), chosen.moves[:10]
    for move in line:
        board.play(move)
    wanted, expected = features_of(board), []
    for game in games:
        board, best = Board(game.variant), (0, None)
        for ply, move in enumerate(game.moves, 1):
            board.play(move)
            own = features_of(board)[0]
            similarity = max(len(own & other) / len(own | other) if own | other else 0 for other in wanted)
            if similarity > best[0]:
                best = similarity, ply
        if best[0]:
            expected.append((-best[0], best[1]))
    text = f"{chosen.variant};InProgress;White[6];" + ";".join(line)
    found = rows("list", "--like", text, "--where", "status = ok and game = hive", "--limit", str(len(games)), *paths)
    same("list --like", len(found), len(expected))
    for row, (similarity, _) in zip(found, sorted(expected, key=lambda one: one[0])):
        same("list --like", row["similarity"], -similarity)
    same("list --like: plies", Counter(row["ply"] for row in found), Counter(ply for _, ply in expected))
    return len(found)


def check_novelties(games, paths):
    # A missing day or month is the end of its month or year.
    ends = [((game.date() or "9999") + "-99-99").split("-")[:3] for game in games]
    order = sorted(range(len(games)), key=ends.__getitem__)
    reached, found = defaultdict(list), {}
    for i in order:
        path = games[i].path()
        new = [at for at, position in enumerate(path) if at > 0 and position not in reached]
        found[i] = (new[0], [games[j] for j in reached[path[new[0] - 1]]]) if new else None
        for position in set(path):
            reached[position].append(i)
    table = rows("novelty", *paths)
    same("novelty: rows", len(table), len(games))
    novelties, gains = 0, defaultdict(list)
    for i, (game, row) in enumerate(zip(games, table)):
        what = f"novelty of game {i + 1}"
        if found[i] is None:
            same(what, (row["ply"], row["before"], row["reached"]), (None, None, None))
            continue
        at, before = found[i]
        # The turn that leads to a position, with the passes before it.
        ply = [ply for ply, move in enumerate(game.moves, 1) if move != "pass"][at - 1]
        same(what, (row["ply"], row["before"]), (ply, len(before)))
        own = [games[j] for j in reached[game.path()[at]]]
        same(what, row["reached"], len(own))
        side = (ply - 1) % 2
        same(what, row["side"], ("White", "Black")[side])
        score(what, row, own, side, "score_low", "score_high", "score")
        score(what, row, before, side, "before_low", "before_high", "before_score")
        novelties += 1
        known = [p for p in (g.points(side) for g in before) if p is not None]
        if row["player"] and known and game.points(side) is not None:
            gains[row["player"]].append(game.points(side) - sum(known) / len(known))
    for row in rows("novelty", "--table", "players", *paths):
        own = gains[row["player"]]
        mean = sum(own) / len(own) if own else None
        same("novelty: gain", row["novelty_gain"], mean)
        error = None
        if len(own) > 1:
            error = 1.96 * math.sqrt(sum((gain - mean) ** 2 for gain in own) / (len(own) - 1) / len(own))
        same("novelty: gain_low", row["gain_low"], None if error is None else mean - error)
        same("novelty: gain_high", row["gain_high"], None if error is None else mean + error)
    return novelties


def check_book(games, paths):
    """How often players play what most others play."""
    here, played = defaultdict(list), Counter()
    for game in games:
        names = player(game, "White"), player(game, "Black")
        played.update(name for name in names if name)
        plies = [ply for ply, move in enumerate(game.moves, 1) if move != "pass"]
        path = game.path()
        for at, position in enumerate(path[: len(plies)]):
            if position not in path[:at]:
                here[position].append((names[(plies[at] - 1) % 2], path[at + 1], at < 8))
    expected = defaultdict(lambda: [[], []])
    for turns in here.values():
        for name, position, early in turns:
            others = Counter(other for player, other, _ in turns if name is None or player != name)
            if name and sum(others.values()) >= 3:
                expected[name][0 if early else 1].append(float(others[position] == max(others.values())))
    found = {row["player"]: row for row in rows("novelty", "--table", "book", *paths)}
    same("book: games", {name: row["games"] for name, row in found.items()}, dict(played))
    for name, row in found.items():
        for part, own in zip(("early", "late"), expected[name]):
            same(f"book: {name} {part}", row[part], len(own))
            same(f"book: {name} {part}", row[f"{part}_followed"], sum(own) / len(own) if own else None)
    return sum(len(own) for both in expected.values() for own in both)


MOST, GAP, FROM = 8, 3, 4


def either(position):
    """A position or the same with the colours exchanged, whichever sorts first, and whether it is exchanged."""
    variant, turn, pieces = position
    other = [(q, r, h, "bw"["wb".index(p[0])] + p[1]) for q, r, h, p in pieces]
    best = min(
        sorted((q - least[0], r - least[1], *rest) for q, r, *rest in image)
        for image in images(other)
        for least in [min(((q, r) for q, r, *_ in image), default=(0, 0))]
    )
    other = variant, 1 - turn, tuple(best)
    return min((position, False), (other, True))


def check_related(games, paths):
    reached = defaultdict(dict)
    for i, game in enumerate(games):
        for at, position in enumerate(game.path()):
            position, swapped = either(position)
            reached[position].setdefault(i, (at, swapped))
    known, pairs, shared = Counter(), 0, defaultdict(list)
    for group in reached.values():
        for i, (at, _) in group.items() if len(group) > MOST else ():
            known[i] = max(known[i], at + 1)
    going_on = 0
    for group in reached.values():
        if len(group) > MOST:
            count = len(group) * (len(group) - 1) // 2
            least = min(at for at, _ in group.values())
            pairs += count if least >= FROM else 0
            going_on += count if least > FROM else 0
            continue
        for a, (at, swapped) in group.items():
            for b, (other, exchanged) in group.items():
                if a < b:
                    shared[a, b, swapped != exchanged, other - at].append((at, len(group)))
                    going_on += at > FROM and known[a] == at and known[b] == other
    bits = min(4, max(1, -math.log2(going_on / pairs))) if pairs >= 1000 else 2
    best = {}
    for (a, b, _, _), all in shared.items():
        all.sort()
        run = []
        for i, one in enumerate(all):
            run.append(one)
            if i + 1 == len(all) or all[i + 1][0] - one[0] > GAP:
                for start in range(len(run)):
                    value = math.log2(len(games) / run[start][1]) + (len(run) - 1 - start) * bits
                    if value > best.get((a, b), (0, 0))[0]:
                        best[a, b] = value, len(run) - start
                run = []
    least = math.log2(len(games) * (len(games) - 1) / 2)
    expected = sorted((round(value, 6), length) for value, length in best.values() if value >= least)
    found = sorted((r["bits"], r["run"]) for r in rows("related", "--expected", "1", *paths))
    same("related: pairs", len(found), len(expected))
    for one, other in zip(found, expected):
        same("related: bits", one[0], float(other[0]))
    same("related: runs", sorted(run for _, run in found), sorted(run for _, run in expected))
    return len(found)


# -- Clocks and careers -----------------------------------------------------------------------------------------------


def given(game):
    """The time at the start and the time that a turn adds, in milliseconds."""
    name, *numbers = (game.known("TimeControl") or "none").split()
    if name == "PlusTime" and len(numbers) == 2:
        return int(numbers[0]), int(numbers[1])
    if name == "Fixed" and len(numbers) == 1:
        return int(numbers[0]), 0
    base, _, added = name.partition("+")
    return (int(base) * 1000, int(added or 0) * 1000) if base.isdigit() and not numbers else None


def check_clocks(games, paths):
    part, times, timed, trouble, calm = 20, ([], []), ([], []), ([], []), ([], [])
    for game in games:
        for side in (0, 1):
            own, low = [], []
            for turn, ply in enumerate(range(1 + side, game.plies + 1, 2)):
                clock = game.clocks.get(ply)
                if clock is None:
                    continue
                before = 0 if turn == 0 else game.clocks.get(ply - 2)
                if before is not None and clock >= before:
                    own.append(clock - before)
                if given(game):
                    base, added = given(game)
                    low.append(base + added * turn - clock < base * part / 100)
            times[side].extend(own)
            timed[side].extend([game] if own else [])
            if low:
                (trouble if any(low) else calm)[side].append(game)
    found = rows("stats", "--table", "clocks,thinks", "--trouble", f"{part}%", *paths)
    clocks = {row["side"]: row for row in found if row["table"] == "clocks"}
    sides = [side for side in (0, 1) if timed[side]]
    same("clocks", sorted(clocks), sorted(("White", "Black")[side] for side in sides))
    for side in sides:
        what, row, own = f"clocks {side}", clocks[("White", "Black")[side]], sorted(times[side])
        same(what, (row["games"], row["timed_turns"]), (len(timed[side]), len(own)))
        same(what, row["mean_used_ms"], sum(own) / len(own))
        for key, percent in (("median", 50), ("p90", 90), ("max", 100)):
            same(f"{what} {key}", row[f"{key}_used_ms"], own[max(1, -(-len(own) * percent // 100)) - 1])
        known = len(trouble[side]) + len(calm[side])
        same(what, row["trouble"], len(trouble[side]))
        same(what, row["trouble_share"], len(trouble[side]) / known if known else None)
        score(what, row, trouble[side], side, "trouble_low", "trouble_high", "score_trouble")
        score(what, row, calm[side], side, "calm_low", "calm_high", "score_calm")
    thinks = [row["used_ms"] for row in found if row["table"] == "thinks"]
    same("thinks", thinks, sorted(times[0] + times[1], reverse=True)[:10])
    return len(times[0] + times[1])


def part_of(what, row, points):
    """A row of a part of the games of a player, from the points in these games."""
    counts = Counter(points)
    same(what, [row[key] for key in ("games", "won", "drawn", "lost")], [len(points), counts[1.0], counts[0.5], counts[0.0]])

    class Seen:
        def __init__(self, points):
            self.points = lambda side: points

    score(what, row, [Seen(p) for p in points], 0, "score_low", "score_high", "score")
    won, lost = counts[1.0], counts[0.0]
    if "superiority" in row:
        likely = 0.5 * math.erfc((lost - won) / math.sqrt(2 * (won + lost))) if won + lost else None
        same(what, row["superiority"], likely)


def check_given_ratings(games, paths):
    """The ratings if one player, and if two players, have a given rating."""
    free = {r["player"]: r for r in rows("players", *paths)}
    rated = sorted((r for r in free.values() if r["rating"] is not None), key=lambda r: (-r["games"], r["player"]))
    if len(rated) < 3 or any(sign in r["player"] for r in rated[:2] for sign in "\t;,=:"):
        return
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "names.txt")

        def given(*ratings):
            with open(file, "w", encoding="utf-8") as out:
                for name, rating in ratings:
                    print(f"rating {rating}\t{name}", file=out)
            return {r["player"]: r["rating"] for r in rows("players", "--aliases", file, *paths)}

        first, second = rated[0]["player"], rated[1]["player"]
        moved = given((first, 2000))
        for name, row in free.items():
            if row["rating"] is not None:
                assert abs(moved[name] - row["rating"] - (2000 - free[first]["rating"])) < 0.1, f"{name}: {moved[name]}"
        fixed = given((first, 2000), (second, 1700.5))
        same("given ratings", (fixed[first], fixed[second]), (2000, 1700.5))
        # What a player scores beyond the expected score against others, it scores in the draw against the middle.
        rest = {name: 0.5 for name, rating in fixed.items() if rating is not None}
        for game in games:
            names = player(game, "White"), player(game, "Black")
            if game.result and names[0] != names[1] and None not in names:
                for side, (own, other) in enumerate((names, names[::-1])):
                    rest[own] += game.points(side) - 1 / (1 + 10 ** ((fixed[other] - fixed[own]) / 400))
        middles = [fixed[name] + 400 * math.log10(1 / rest[name] - 1) for name in rest if name not in (first, second)]
        assert max(middles) - min(middles) < 1, f"given ratings: the middle is {min(middles)} to {max(middles)}"
        middle = sum(middles) / len(middles)
        score = sum(1 / (1 + 10 ** ((rating - middle) / 400)) for rating in fixed.values() if rating is not None)
        assert abs(score - len(rest) / 2) < 0.05, f"given ratings: the middle scores {score} of {len(rest)}"


def fitted(met):
    """The likeliest ratings of players who met these opponents with these points, and drew against 1500: one after the other."""
    rating = dict.fromkeys(met, 1500.0)
    change = 1.0
    while change > 1e-6:
        change = 0.0
        for name, games in met.items():
            chances = [1 / (1 + 10 ** ((rating[other] - rating[name]) / 400)) for other, _ in games]
            chances.append(1 / (1 + 10 ** ((1500 - rating[name]) / 400)))
            missing = sum(points for _, points in games) + 0.5 - sum(chances)
            step = missing / (sum(p * (1 - p) for p in chances) * math.log(10) / 400)
            rating[name] += max(-100, min(100, step))
            change = max(change, abs(step))
    return rating


def check_history(games, form, paths):
    """The ratings from all games up to the end of each month."""
    found = {(row["player"], row["period"]): row for row in rows("players", "--table", "history", *paths)}
    same("players --table history", set(found), set(form))
    met, left = defaultdict(list), [game for game in games if game.result and len(game.date() or "") >= 7]
    for period in sorted({period for _, period in found}):
        for game in left:
            names = player(game, "White"), player(game, "Black")
            if game.date()[:7] == period and None not in names and names[0] != names[1]:
                for side, name in enumerate(names):
                    met[name].append((names[1 - side], game.points(side)))
        rating = fitted(met)
        for name in (name for name, month in found if month == period):
            row = found[name, period]
            part_of(f"players --table history {name} {period}", row, form[name, period])
            if name in rating:
                assert abs(row["rating"] - rating[name]) < 0.01, f"history {name} {period}: {row['rating']}, {rating[name]}"
            else:
                same(f"history {name} {period}", row["rating"], None)
    return len(found)


def check_careers(games, paths):
    parts = defaultdict(lambda: defaultdict(list))
    upsets = []
    for game in games:
        names = player(game, "White"), player(game, "Black")
        elo = [int(game.known(tag)) if (game.known(tag) or "").isdigit() else None for tag in ("WhiteElo", "BlackElo")]
        date = game.date()
        for side, (name, other) in enumerate((names, names[::-1])):
            if names != (None, None) and game.points(side) == 1 and None not in elo and elo[side] < elo[1 - side]:
                upsets.append(1 / (1 + 10 ** ((elo[1 - side] - elo[side]) / 400)))
            if not name:
                continue
            points, colour = game.points(side), ("White", "Black")[side]
            if other and other != name:
                parts["crosstable"][name, other].append(points)
            if date and len(date) >= 7 and points is not None:
                parts["form"][name, date[:7]].append(points)
            parts["openings"][name, colour, shape(game)[0]].append(points)
            parts["colours"][name, colour].append(points)
    keys = dict(crosstable=["opponent"], form=["period"], openings=["side", "shape"], colours=["side"])
    count = 0
    for table, more in keys.items():
        found = {tuple(row[key] for key in ["player", *more]): row for row in rows("players", "--table", table, *paths)}
        same(f"players --table {table}", set(found), set(parts[table]))
        for key, row in found.items():
            part_of(f"players --table {table} {key}", row, parts[table][key])
        count += len(found)
    count += check_history(games, parts["form"], paths)
    found = [row["expected_score"] for row in rows("players", "--table", "upsets", *paths)]
    same("upsets", len(found), len(upsets))
    for one, other in zip(found, sorted(upsets)):
        same("upsets", one, other)
    return count, len(upsets)


# -- Fields -----------------------------------------------------------------------------------------------------------


def beside_queen(stacks, name):
    """Occupied cells beside a queen, if it is on the board."""
    for (q, r), stack in stacks.items():
        if name in stack:
            return sum(bool(stacks.get((q + dq, r + dr))) for dq, dr in set(STEPS.values()))
    return None


def in_hand(variant, stacks, side):
    """The pieces of a side that are not on the board: of the 11 of Base, and one for each letter of the variant."""
    return 11 + len(variant.partition("+")[2]) - sum(p[0] == side for stack in stacks.values() for p in stack)


def typed(text):
    """The value of a tag: a number if it is written as one writes it, or its text."""
    for kind in (int, float):
        try:
            if str(kind(text)) == text:
                return kind(text)
        except (TypeError, ValueError):
            pass
    return text


def rating(game, side):
    digits = ""
    for letter in game.known(side + "Elo") or "":
        if letter not in "0123456789":
            break
        digits += letter
    return int(digits) if digits else None


def band(number, width):
    return None if number is None else f"{number // width * width}..{number // width * width + width - 1}"


# Fields of `skep list --columns all` that are not recounted here, and what recounts them.
ELSEWHERE = {
    "mobility": "perft.tsv and positions.jsonl of other engines",
    **dict.fromkeys(
        ("white_missed", "black_missed", "missed", "white_blunders", "black_blunders", "blunders", "won_in"),
        "the solver's own tests, which search all turns slowly",
    ),
    **dict.fromkeys(("number", "index", "path", "entry"), "the tests of numbers; source is compared with path and entry"),
    **dict.fromkeys(("white_points", "black_points", "points", "margin"), "the tests of Hex-It"),
}
WEEK = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
PAGES = {"hivegame": "https://hivegame.com/game/", "boardgamearena": "https://boardgamearena.com/table?table="}


def event_kind(game):
    name = game.known("GameName") or game.known("SgfGameName") or ""
    kinds = {"T!": "tournament", "U!": "unranked", "M!": "master"}
    event = (game.known("Event") or "").lower()
    return kinds.get(name[:2]) or (event if event in kinds.values() else None)


def speed(game):
    """The class of hivegame.com: the time for the game, and 40 times what a turn adds."""
    if game.known("Speed"):
        return game.known("Speed").lower()
    text = game.tags.get("TimeControl", "").strip()
    if text == "-":
        return "untimed"
    if re.fullmatch(r"1/\d+", text):
        return "correspondence"
    if not re.fullmatch(r"\d+(\+\d+)?", text):
        return None
    base, _, added = text.partition("+")
    seconds = int(base) + 40 * int(added or 0)
    limits = [(0, "untimed"), (179, "bullet"), (479, "blitz"), (1499, "rapid"), (18000, "classic")]
    return next((name for most, name in limits if seconds <= most), "correspondence")


def is_program(game, side):
    stated = game.known(side + "Type")
    if stated in ("program", "human"):
        return stated == "program"
    if "boardspace" not in (game.known("Site") or "").lower() or game.known(side) is None:
        return None
    return re.fullmatch(r"(dumbot|weakbot|smartbot)\d*", game.known(side).lower()) is not None


def link(game):
    page = next((page for name, page in PAGES.items() if name in (game.known("Site") or "").lower()), None)
    id = game.known("GameId")
    return page + id if page and id and re.fullmatch(r"[A-Za-z0-9_-]+", id) else None


def marks(game, kind):
    """The values of the notes of the record of one kind, in the order of the plies."""
    notes = [note for move in game.record["moves"] for note in move.get("notes", [])] + game.record.get("notes", [])
    return [note for note in notes if note.get("kind") == kind]


def found_by_check(paths):
    """What `skep check` says of each game that `skep list` lists."""
    found = rows("check", *paths)
    return {(one["path"], one["entry"], one["index"]): one["diagnostics"] for one in found}


def words(names):
    return " ".join(sorted(set(names))) or None


def more_fields(game, known):
    """Fields that need no board."""
    bots = [is_program(game, side) for side in ("White", "Black")]
    date, kind, rated = known["date"], event_kind(game), game.known("Rated")
    ends = {(True, True): "Draw", (True, False): "BlackWins", (False, True): "WhiteWins"}
    board = ends.get((known["white_queen"] == 6, known["black_queen"] == 6), "InProgress")
    stated = game.record["stated"]["result"]
    made = motifs_of(game)
    of_side = [[motif for (side, motif), plies in made.items() if side == i and plies] for i in (0, 1)]
    queens = [known["white_queen"], known["black_queen"]]
    return {
        "game": "hive",
        "notation": game.record["format"],
        "variant": game.variant,
        "status": game.record["verdict"]["status"],
        "board_result": board,
        "stated_result": None if stated == "Unknown" else stated,
        "result": board if board != "InProgress" else None if stated == "Unknown" else stated,
        "weekday": WEEK[datetime.date.fromisoformat(date).weekday()] if date and len(date) == 10 else None,
        "event_kind": kind,
        "time_control": game.known("TimeControl"),
        "speed": speed(game),
        "rated": rated.lower() == "true" if rated else False if kind == "unranked" else None,
        "white_bot": bots[0],
        "black_bot": bots[1],
        "bot": True if True in bots else None if None in bots else False,
        "link": link(game),
        "opening": BUGS[game.moves[0][1]].capitalize() + " opening" if game.moves else None,
        "shape": shape(game)[0],
        "opening_code": shape(game)[1],
        "white_motif": words(of_side[0]),
        "black_motif": words(of_side[1]),
        "motif": words(of_side[0] + of_side[1]),
        "queen": None if queens == [None, None] else " / ".join("?" if q is None else str(q) for q in queens),
    }


def check_all_fields(games, paths, known):
    """Every column of `list --columns all` is recounted here, or it is named in ELSEWHERE."""
    found = rows("list", "--where", "game = hive and status = ok", "--columns", "all", *paths)
    same("list --columns all: games", len(found), len(games))
    if not games:
        return 0
    checked = found_by_check(paths)
    keys, classes = {}, {}
    for row, game, fields in zip(found, games, known):
        expected = {**fields, **more_fields(game, fields)}
        expected["source"] = row["path"] + (f"!{row['entry']}" if row["entry"] else "")
        said = checked[row["path"], row["entry"], row["index"]]
        order = ("remark", "warning", "error")
        expected["code"] = words(one["code"] for one in said)
        expected["severity"] = max((one["severity"] for one in said), key=order.index, default=None)
        for key in ("warnings", "remarks"):
            expected[key] = sum(one["severity"] == key[:-1] for one in said)
        glyphs, scores = marks(game, "glyph"), marks(game, "evaluation")
        if not (glyphs or scores or marks(game, "comment")):
            for key in ("glyph", "evaluation", "comment", "white_swing", "black_swing", "swing"):
                expected[key] = None
        for key, value in row.items():
            if key in expected:
                same(f"list {row['number']} {key}", value, expected[key])
            elif key not in ("glyph", "evaluation", "comment", "white_swing", "black_swing", "swing", "game_key"):
                assert key in ELSEWHERE, f"nothing recounts the column {key} of skep list"
        # Two games have the same key if their positions are the same in some orientation.
        path = (game.variant, tuple(game.path()), game.plies)
        if game.plies:
            same("game_key", keys.setdefault(row["game_key"], path), path)
            same("game_key", classes.setdefault(path, row["game_key"]), row["game_key"])
    return sum(len(row) for row in found)


def queen_ply(game, side):
    """The number of the first turn that names the queen: it cannot move before it is placed."""
    plies = (i for i, move in enumerate(game.moves, 1) if move.split()[0] == side + "Q")
    return next(plies, None)


def fields_of(game):
    board, most = Board(game.variant), defaultdict(lambda: None)
    here = {}
    for move in game.moves:
        board.play(move)
        stacks = {hex: stack for hex, stack in board.stacks.items() if stack}
        here = {
            "white_queen": beside_queen(stacks, "wQ"),
            "black_queen": beside_queen(stacks, "bQ"),
            "stack": max(map(len, stacks.values()), default=None),
            **{f"{name}_hand": in_hand(game.variant, stacks, name[0]) for name in ("white", "black")},
        }
        for key, value in here.items():
            if value is not None:
                most[key] = max(value, most[key] or 0)
    date, points = game.date(), game.points(0)
    names = [game.known("White"), game.known("Black")]
    both = lambda values: None if values == [None, None] else " / ".join("?" if v is None else str(v) for v in values)
    elos = [rating(game, side) for side in ("White", "Black")]
    return {
        "white": names[0],
        "black": names[1],
        "player": both(names),
        "winner": {1.0: names[0], 0.0: names[1]}.get(points),
        "loser": {1.0: names[1], 0.0: names[0]}.get(points),
        "white_elo": elos[0],
        "black_elo": elos[1],
        "elo": both(elos),
        "elo_diff": None if None in elos else elos[0] - elos[1],
        "white_elo/200": band(elos[0], 200),
        "date": date,
        "year": int(date[:4]) if date else None,
        "month": date[:7] if date and len(date) >= 7 else None,
        "event": game.known("Event"),
        "site": game.known("Site"),
        "tag(Round)": typed(game.known("Round")),
        "round": typed(game.known("Round")),
        "passes": game.moves.count("pass"),
        **{f"{name}_queen_ply": queen_ply(game, name[0]) for name in ("white", "black")},
        "queen_ply": both([queen_ply(game, side) for side in "wb"]),
        "tag(GameName)": typed(game.known("GameName")),
        "termination": None if game.termination == "unknown" else game.termination,
        "plies": game.plies,
        "plies/10": band(game.plies, 10),
        **{key: here.get(key) for key in ("white_queen", "black_queen", "stack", "white_hand", "black_hand")},
        "hand": both([here.get("white_hand"), here.get("black_hand")]),
        "hour": minute(game) // 60 if date and minute(game) >= 0 else None,
        "tags": words(tag for tag in game.tags if game.known(tag)),
        **{f"max({key})": most[key] for key in ("white_queen", "black_queen", "stack")},
    }


def check_fields(games, paths):
    where = "game = hive and status = ok"
    expected = [fields_of(game) for game in games]
    columns = ["--columns", "number," + ",".join(expected[0])] if expected else []
    found = rows("list", "--where", where, *columns, *paths)
    same("list: games", len(found), len(games))
    for row, wanted in zip(found, expected):
        for key, value in wanted.items():
            same(f"list {row['number']} {key}", row[key], value)
    number = {row["number"]: wanted for row, wanted in zip(found, expected)}
    clock = {row["number"]: minute(game) for row, game in zip(found, games)}
    last = lambda value: (value is None, value)
    for option, key in (
        ("plies", lambda n: last(number[n]["plies"])),
        ("-plies", lambda n: -number[n]["plies"]),
        ("date", lambda n: (*last(number[n]["date"]), clock[n])),
        ("white_elo", lambda n: last(number[n]["white_elo"])),
        ("-white_elo", lambda n: (number[n]["white_elo"] is None, -(number[n]["white_elo"] or 0))),
        ("max(stack),-plies", lambda n: (number[n]["max(stack)"], -number[n]["plies"])),
    ):
        order = [row["number"] for row in rows("list", "--where", where, "--sort", option, *paths)]
        same(f"list --sort {option}", order, sorted(number, key=key))
    tests = {
        "white_elo > black_elo": lambda f: None not in (f["white_elo"], f["black_elo"]) and f["white_elo"] > f["black_elo"],
        "plies = 20..30": lambda f: 20 <= f["plies"] <= 30,
        "plies > 19.5 and plies <= 30.0": lambda f: 20 <= f["plies"] <= 30,
        "plies != 20..": lambda f: f["plies"] < 20,
        "max(stack) > stack": lambda f: f["max(stack)"] > f["stack"],
        "20 <= plies < 30": lambda f: 20 <= f["plies"] < 30,
        "white = black": lambda f: f["white"] is not None and f["white"].lower() == (f["black"] or "").lower(),
        "winner = loser or winner != loser": lambda f: None not in (f["winner"], f["loser"]),
        "not winner = nobody": lambda f: f["winner"] is not None,
        "tag(Round) >= 2": lambda f: isinstance(f["tag(Round)"], (int, float)) and f["tag(Round)"] >= 2,
        "date ~ 2024": lambda f: (f["date"] or "").startswith("2024"),
        "known(white_elo) and white_elo < 1500.5": lambda f: f["white_elo"] is not None and f["white_elo"] <= 1500,
    }
    for test, holds in tests.items():
        counted = int(skep("count", "--format", "tsv", "--where", f"{where} and ({test})", *paths).split()[-1])
        same(test, counted, sum(map(bool, map(holds, expected))))
    for by in ("white_elo/200", "plies/10", "tag(Round)", "max(stack)"):
        counts = {row[by]: row["games"] for row in rows("count", "--where", where, "--by", by, *paths)}
        same(f"count --by {by}", counts, dict(Counter(f[by] for f in expected)))
    # A game is in the group of each player, and once if that is one group.
    bands = Counter(value for f in expected for value in {band(f["white_elo"], 200), band(f["black_elo"], 200)})
    for command, *more in (("count", "--where", where), ("stats", "--where", where, "--table", "results")):
        counts = {row["elo/200"]: row["games"] for row in rows(command, "--by", "elo/200", *more, *paths)}
        same(f"{command} --by elo/200", counts, dict(bands))
        tags = Counter(tag for f in expected for tag in (f["tags"] or "").split() or [None])
        counts = {row["tags"]: row["games"] for row in rows(command, "--by", "tags", *more, *paths)}
        same(f"{command} --by tags", counts, dict(tags))
    return check_all_fields(games, paths, expected) + len(expected) * len(expected[0]) if expected else 0


def main(paths):
    uhp = skep("convert", "--to", "uhp", *paths).splitlines()
    records = [json.loads(line) for line in skep("convert", "--to", "jsonl", *paths).splitlines()]
    records = [r for r in records if r["game"] == "hive"]
    same("games", len(uhp), len(records))
    games = [Game(*both) for both in zip(uhp, records) if both[1]["verdict"]["status"] == "ok"]
    print(f"{check_fields(games, paths)} values of fields")
    check_given_ratings(games, paths)
    counts = check_stats(games, paths), check_openings(games, paths), check_players(games, paths)
    print(f"{len(games)} games: {counts[0]} groups, {counts[1]} moves of openings, {counts[2]} players")
    counts = check_shapes(games, paths), check_novelties(games, paths), check_related(games, paths)
    print(f"{counts[0]} shapes, {counts[1]} novelties, {counts[2]} related pairs")
    print(f"{check_book(games, paths)} turns that can follow others")
    print(f"{check_motifs(games, paths)} motifs, {check_similar(games, paths)} similar games")
    clocks, (parts, upsets) = check_clocks(games, paths), check_careers(games, paths)
    print(f"{clocks} times of turns, {parts} parts of careers, {upsets} upsets")


SKEP, *PATHS = sys.argv[1:]
main(PATHS)

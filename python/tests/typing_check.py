"""A program that uses every part, for mypy and pyright. It is not run."""

from __future__ import annotations

from typing import Optional

import skep


def use() -> None:
    position = skep.Position("Base+MLP", rules="open")
    moves: skep.types.Moves = position.legal_moves()
    first: str = moves[0]
    some: list[skep.types.Move] = moves[1:3]
    print(first.upper(), moves[0].to)
    position.play(first)
    outcome: Optional[str] = position.outcome
    for piece in position.pieces():
        place: tuple[int, int, int] = (piece.q, piece.r, piece.height)
        print(piece.piece, place, some, outcome)
    for game in skep.open(["a.zip", "b.sgf"], where="plies > 10"):
        white: Optional[str] = game.players.white
        print(white, game.tags.get("Event"), game.to("pgn"))
        for finding in game.diagnostics:
            line: Optional[int] = finding.line
            print(finding.code, line)
    report: skep.types.Report = skep.check("a.zip")
    print(report.status["ok"])
    done: skep.types.Converted = skep.convert("a.zip", "b.pgn", force=True)
    print(done.games)
    for batch in skep.tensors("a.zip", encoding="openspiel", shuffle=True):
        print(batch.planes.shape, len(batch))
    solution: skep.types.Solution = position.copy(history=False).solve(2)
    print(solution.win_in, position.svg(arrows=[moves[0], ("wS1", (1, 0))], marks=["wS1"]))
    game = skep.Game.from_moves(["wS1"], searches={0: (0.5, {"wS1": 3})}, comments={1: "good"}, clocks=[1.5])
    game = game.replace(tags={"White": None}, variations=[skep.types.Variation(0, ["wB1"])])
    search: skep.types.Search = game.searches[0]
    difference: skep.types.Difference = skep.diff(game, game)
    print(search.visits, difference.tags, game.svg(ply=0), [one.plies for one in skep.random_games(2)])
    puzzle: skep.types.Puzzle = next(skep.puzzles("a.zip", moves=(1, 2)))
    indexed: skep.types.Indexed = skep.index("a.skepdb", "a.zip")
    print(puzzle.themes, indexed.games, skep.dedup("a.zip", key="moves").duplicates)
    encoding = skep.Encoding(identity="type", extra=["edge"])
    for mixed in skep.mix(["a.zip", "b.zip"], [1, 2], each=[{"epochs": 2}, {}], encoding=encoding):
        print(mixed.source, mixed.policy, encoding.transform(mixed.planes, 3))
    side: skep.types.Side = position.turn
    print(side, position.hand(side))
    env = skep.VecEnv(8, ["Base"] * 8, "openspiel", threads=2)
    step: skep.types.Step = env.step(env.sample())
    print(step.reward.sum(), env.legal().offsets, env.copy())
    leaves: skep.types.Leaves = skep.expand([position], [0])
    print(leaves.value, leaves.positions[0].ply)
    with open("a.uhp", "rb") as file:
        print(skep.check(file).games, skep.check([file, "b.uhp"]).games)
    try:
        position.play("wQ")
    except skep.IllegalMove as error:
        rule: Optional[str] = error.rule
        print(rule)

"""Plot White's score by opening, from an archive of games.

    python openings_plot.py games.zip -o openings.png

The parts between the lines `# %%` are the cells of a notebook in VS Code, PyCharm and Jupyter (with jupytext).
"""

# %% The archive and the plot.
import argparse

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import polars as pl

import skep

arguments = argparse.ArgumentParser(description="Plot White's score by opening.")
arguments.add_argument("games", nargs="+", help="files, folders or archives of games")
arguments.add_argument("-o", "--output", default="openings.png", help="the plot [default: openings.png]")
arguments.add_argument("--min-games", type=int, default=3, help="leave out openings with fewer games [default: 3]")
options = arguments.parse_args()

# %% How good is the archive?
report = skep.check(options.games)
print(f"{report.games} games, {report.valid} of them valid")

# %% The openings of two plies, with White's score and its 95 % confidence interval.
table = pl.DataFrame(skep.tables.openings(options.games, depth=2, min_games=options.min_games))
openings = (
    table.filter((pl.col("depth") == 2) & pl.col("white_score").is_not_null())
    .sort("played", descending=True)
    .head(12)
    .reverse()
)
print(openings.select("moves", "played", "white_score", "low", "high"))

# %% The plot.
score = openings["white_score"] * 100
figure, axes = plt.subplots(figsize=(8, 0.5 + 0.4 * max(openings.height, 4)), layout="constrained")
axes.barh(
    [f"{moves.replace(';', ', ')}  ({games})" for moves, games in openings.select("moves", "played").iter_rows()],
    score,
    xerr=[score - openings["low"] * 100, openings["high"] * 100 - score],
    color="#c9a64b",
    ecolor="#555555",
    capsize=3,
)
axes.axvline(50, color="#555555", linewidth=0.8)
axes.set(xlim=(0, 100), xlabel="White's score in %, with 95 % confidence interval", title="Openings (games)")
figure.savefig(options.output, dpi=120)
print(f"wrote {options.output}")

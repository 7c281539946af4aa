"""What a notation cannot hold is counted, and a warning names it."""

from __future__ import annotations

import io
import pathlib
import warnings
from typing import Any, Optional

import pytest

import skep

RESULTS = "results that the board does not show"


def game(**more: Any) -> skep.Game:
    """A game with everything that a record can hold."""
    return skep.Game.from_moves(
        ["wS1", "bS1 wS1-"],
        "Base",
        result="WhiteWins",
        tags={"White": "Ann"},
        comments={1: "solid"},
        clocks=[1.5, 2.0],
        searches={0: (0.25, {"wS1": 3, "wB1": 1})},
        variations=[skep.types.Variation(after=1, moves=["bG1 wS1-"])],
        **more,
    )


def written(to: str, state: Optional[str] = None) -> tuple[skep.types.Converted, list[str], skep.Game]:
    text = io.StringIO()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        done = skep.write([game(), game()], text, to=to, state=state)
    assert all(issubclass(one.category, skep.LossWarning) and one.filename == __file__ for one in caught)
    return done, [str(one.message) for one in caught], skep.read(text.getvalue())[0]


def facts(of: skep.Game) -> dict[str, Any]:
    return {
        "tags": of.white,
        "comments": of.comments,
        "clocks": [clock for clock in of.clocks if clock is not None],
        "searches": of.searches,
        # The notation of the board spells turns in its own way.
        "variations": [(line.after, len(line.moves)) for line in of.variations],
        RESULTS: of.result == "WhiteWins",
    }


@pytest.mark.parametrize("to", ["uhp", "boardspace", "pgn", "jsonl"])
@pytest.mark.parametrize("state", [None, "stated"])
def test_what_is_lost_is_said(to: str, state: Optional[str]) -> None:
    done, messages, back = written(to, state)
    for name, value in facts(game()).items():
        assert value, name
        # What is not read back is in the losses, and nothing else is.
        assert (facts(back)[name] == value) == (name not in done.losses), (name, done.losses)
    assert set(done.losses.values()) <= {2}
    assert bool(messages) == bool(done.losses)
    for loss in done.losses:
        assert loss in messages[0] and "2 games" in messages[0]


def test_uhp_keeps_the_stated_result() -> None:
    done, messages, back = written("uhp")
    assert (back.result, done.losses[RESULTS]) == ("InProgress", 2) and 'state="stated" keeps them' in messages[0]
    done, messages, back = written("uhp", "stated")
    assert back.result == "WhiteWins" and RESULTS not in done.losses and "stated" not in messages[0]
    with pytest.raises(ValueError, match="expected stated or board"):
        written("uhp", "maybe")


def test_convert_and_to_say_it_too(tmp_path: pathlib.Path) -> None:
    skep.write([game()], tmp_path / "games.jsonl")
    with pytest.warns(skep.LossWarning, match="searches"):
        done = skep.convert(tmp_path / "games.jsonl", tmp_path / "games.sgf")
    assert done and done.losses["searches"] == 1
    with pytest.warns(skep.LossWarning, match="uhp cannot hold .*comments"):
        assert game().to("uhp").startswith("Base;InProgress")
    with pytest.warns(skep.LossWarning):
        assert game().to("uhp", state="stated").startswith("Base;WhiteWins")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert skep.convert(tmp_path / "games.jsonl", io.StringIO(), to="jsonl").losses == {}
        game().to("jsonl")


def test_a_real_collection_loses_what_the_program_says(fixtures: pathlib.Path) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        done = skep.convert(fixtures / "games", io.StringIO(), to="uhp", errors="ignore")
    assert len([one for one in caught if one.category is skep.LossWarning]) == 1 and done.losses["tags"] > 10

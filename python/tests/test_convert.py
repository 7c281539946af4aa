"""`skep.convert` never destroys a file."""

from __future__ import annotations

import io
import os
import pathlib
import stat

import pytest

import skep
from skep import _converting as converting


@pytest.fixture
def kept(tmp_path: pathlib.Path) -> pathlib.Path:
    path = tmp_path / "keep.uhp"
    path.write_text("kept\n")
    return path


def is_kept(path: pathlib.Path) -> bool:
    """The file is as before, and there is no other file."""
    return path.read_text() == "kept\n" and os.listdir(path.parent) == [path.name]


def test_nothing_is_written_without_a_game(
    kept: pathlib.Path, league: pathlib.Path, fixtures: pathlib.Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    empty = tmp_path_factory.mktemp("empty")
    for paths, where in [([], None), (empty, None), (league, "player = Nobody"), (fixtures / "hexit" / "games", None)]:
        done = skep.convert(paths, kept, where=where, force=True)
        assert done.games == 0 and not done
        assert is_kept(kept)
        assert skep.convert(paths, kept.with_name("new.uhp"), where=where).games == 0
        assert is_kept(kept)


def test_nothing_is_written_if_a_path_cannot_be_read(
    kept: pathlib.Path, league: pathlib.Path, truncated: pathlib.Path
) -> None:
    missing = kept.with_name("missing.uhp")
    for paths, error in [
        (truncated, skep.Unreadable),
        ([league, truncated], skep.Unreadable),
        (missing, skep.MissingPath),
        ([league, missing], FileNotFoundError),
    ]:
        for output in (kept, kept.with_name("new.uhp")):
            with pytest.raises(error):
                skep.convert(paths, output, force=True)
            assert is_kept(kept)


def test_the_other_files_are_converted_if_errors_are_ignored(
    kept: pathlib.Path, league: pathlib.Path, truncated: pathlib.Path
) -> None:
    done = skep.convert(truncated, kept, force=True, errors="ignore")
    assert done.games == 0 and [fault.code for fault in done.faults] == ["damaged-archive"] and is_kept(kept)
    missing = kept.with_name("missing.uhp")
    done = skep.convert([truncated, missing, league], kept, force=True, errors="ignore")
    assert done.games == 30 and not done
    assert [fault.code for fault in done.faults] == ["damaged-archive", "unreadable"]
    assert len(list(skep.open(kept))) == 30


def test_an_input_is_never_replaced(league: pathlib.Path, tmp_path: pathlib.Path) -> None:
    games = tmp_path / "games.uhp"
    assert skep.convert(league, games)
    text = games.read_bytes()
    link = tmp_path / "link.uhp"
    link.symlink_to(games)
    hard = tmp_path / "hard.uhp"
    os.link(games, hard)
    for paths in (games, [league, games], tmp_path, str(tmp_path).encode()):
        for output in (games, link, hard):
            for force in (False, True):
                with pytest.raises(ValueError, match="is an input"):
                    skep.convert(paths, output, force=force)
    assert games.read_bytes() == text and link.is_symlink()
    # A new file in the folder of the inputs is not an input.
    assert skep.convert(tmp_path, tmp_path / "new.pgn").games == 90


def test_a_replaced_file_keeps_its_link_and_its_permissions(league: pathlib.Path, kept: pathlib.Path) -> None:
    kept.chmod(0o640)
    link = kept.with_name("link.uhp")
    link.symlink_to(kept.name)
    with pytest.raises(FileExistsError):
        skep.convert(league, link)
    assert skep.convert(league, link, force=True).games == 30
    assert link.is_symlink() and len(kept.read_text().splitlines()) == 30
    if os.name == "posix":
        assert stat.S_IMODE(kept.stat().st_mode) == 0o640
        # A device is written directly.
        assert skep.convert(league, "/dev/null", to="uhp").games == 30


def test_outputs_that_cannot_be_written(league: pathlib.Path, tmp_path: pathlib.Path) -> None:
    with pytest.raises(IsADirectoryError):
        skep.convert(league, tmp_path, to="uhp", force=True)
    with pytest.raises(FileNotFoundError) as caught:
        skep.convert(league, tmp_path / "no" / "folder.uhp")
    assert caught.value.filename == str(tmp_path / "no" / "folder.uhp")
    with pytest.raises(ValueError, match="compressed"):
        skep.convert(league, tmp_path / "games.uhp.gz", to="uhp")
    assert os.listdir(tmp_path) == []


def test_skipped_games_have_a_reason(fixtures: pathlib.Path) -> None:
    done = skep.convert(fixtures / "hexit" / "games", io.StringIO(), to="uhp")
    assert done.skipped > 0 and {error.code for error in done.errors} == {"unsupported-format"}
    assert done.errors[0].path is not None and done.errors[0].line is not None


def test_a_file_that_appears_meanwhile_is_not_replaced(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "out.uhp"
    with converting._complete(path, force=False) as part:
        part.file.write("ours")
        part.keep = True
        path.write_text("theirs")
        with pytest.raises(FileExistsError, match="out.uhp was made by another program"):
            converting._place(pathlib.Path(part.file.name), path, path)
        part.keep = False
    assert path.read_text() == "theirs" and os.listdir(tmp_path) == ["out.uhp"]

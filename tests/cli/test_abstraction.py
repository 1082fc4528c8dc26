"""`gutshot abstraction`: output, JSON, and one sentence for bad input."""

import json
from pathlib import Path

import numpy as np
import pytest

from gutshot.abstraction import tables as tables_module
from gutshot.cli import main
from gutshot.cli.abstraction_views import picture


def test_show_in_words(capsys):
    assert main(["abstraction", "show", "8c7c", "--board", "Td9d6h2c"]) == 0
    out = capsys.readouterr().out
    assert "turn bucket" in out
    assert "straight, no draw" in out
    assert "46 runouts" in out


def test_show_as_json(capsys):
    assert main(["abstraction", "show", "AsKs", "--board", "Td9d6h2c", "--json"]) == 0
    seen = json.loads(capsys.readouterr().out)
    assert (seen["street"], seen["buckets"], sum(seen["histogram"])) == ("turn", 200, 46)
    assert 0 <= seen["bucket"] < 200
    assert {"KcAc", "AcKc"} & set(seen["same"])  # a backdoor-free twin of the hand
    distances = [other["distance"] for other in seen["neighbours"]]
    assert distances == sorted(distances)
    assert main(["abstraction", "show", "AsKs", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["made"] == "AKs"


def test_build_says_what_came_out(tmp_path, monkeypatch, capsys):
    """With tables that cost nothing, from a file that holds the settings."""
    monkeypatch.setenv("GUTSHOT_CACHE", str(tmp_path / "cache"))
    empty = {size: np.zeros((count, 1326), np.uint16) for size, count in ((3, 1755), (4, 16_432))}
    monkeypatch.setattr(tables_module, "build_table", lambda description, size, *_: empty[size])
    config = tmp_path / "classes.yaml"
    config.write_text("mode: hand_class\n")
    assert main(["abstraction", "build", str(config), "--out", str(tmp_path / "kept"), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["mode"], report["sizes"]) == ("hand_class", [169, 49, 49, 13])
    assert (tmp_path / "kept" / "manifest.json").is_file()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["show", "AsKs", "--board", "Td9d"], "board 'Td9d' of 2 cards: expected 0, 3, 4 or 5"),
        (["show", "AsKs", "--board", "AsTd9d"], "duplicate card As"),
        (["show", "AsKsQs"], "hand 'AsKsQs': expected two cards"),
        (["show", "AsXx"], "unknown card 'Xx'"),
        (["show", "AsKs", "--threads", "0"], "0 threads: expected a whole number from 1"),
        (["build", "nowhere.yaml"], "cannot read config 'nowhere.yaml'"),
    ],
)
def test_bad_input_is_one_sentence(arguments, words, capsys):
    assert main(["abstraction", *arguments]) == 2
    message = capsys.readouterr().err
    assert words in message
    assert message.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("mode: magic", "unknown mode 'magic'"),
        ("turn: 0", "turn 0: expected a whole number"),
        ("- 1", "an abstraction is a map of settings, got [1]"),
    ],
)
def test_bad_configs_are_one_sentence(text, words, tmp_path, capsys):
    file = tmp_path / "config.yaml"
    file.write_text(text)
    assert main(["abstraction", "build", str(file)]) == 2
    assert words in capsys.readouterr().err


def test_shipped_config_is_the_default():
    from gutshot.abstraction.config import AbstractionConfig
    from gutshot.cli.abstraction import read_config

    assert read_config(Path(__file__).parents[2] / "configs" / "abstraction.yaml") == AbstractionConfig()


def test_picture_has_a_column_for_every_bin():
    lines = picture([0, 1, 8, 4])
    assert [line[3] for line in lines[:6]] == [" ", " ", " ", "█", "█", "█"]
    assert all(len(line) == 4 for line in lines[:7])

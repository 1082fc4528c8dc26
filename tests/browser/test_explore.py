"""The explorer: a solved turn walked by clicks and by keys, its numbers against Python, locks, drills, ranges, axe."""

import re
from collections.abc import Callable
from urllib.parse import urlencode

import numpy as np
import pytest
from playwright.sync_api import Page, expect

import gutshot as gs
from gutshot.cards.combos import CLASS_COMBOS, CLASS_NAMES
from gutshot.preflop.config import PreflopConfig
from gutshot.preflop.run import solve_preflop
from gutshot.preflop.solution import PreflopSolution
from tests.browser.axe import serious_problems
from tests.browser.conftest import NewContext, Server
from tests.browser.driver import Table

Screenshot = Callable[[Page, str], None]
TURN = "file:solutions/turn"
SPOT = gs.Spot(
    board="Td9d6h2c",
    oop="66+,A8s+,KTs+,QTs+,J9s+,AJo+,KQo,87s",
    ip="QQ-22,AQs-A2s,KTs+,QTs+,J9s+,T8s+,98s,87s,AJo+",
    pot=200,
    stack=900,
    bets="60%",
    raises="2.5x",
)
RIVER = "check,bet 120,call|Qc|check"


@pytest.fixture(scope="module")
def solution(server: Server) -> gs.Solution:
    solved = gs.solve(SPOT, iterations=30, threads=1)
    solved.save(server.data / "solutions" / "turn")
    return solved


def _explore(page: Page, line: str = "", **more: str) -> None:
    page.goto("/explore?" + urlencode({"source": TURN, "line": line, **more}))
    _arrive(page, line)


def _arrive(page: Page, line: str) -> None:
    expect(page.locator(".explorer")).to_have_attribute("data-line", line)
    expect(page.locator(".hand-cell")).to_have_count(169)


def _cell_words(solution: gs.Solution, line: str, hand: str) -> str:
    """What a cell should say, from the Python API."""
    position = solution.at(line)
    own = np.isin(position.combos[position.actor], CLASS_COMBOS[CLASS_NAMES.index(hand)])
    weights = position.weights[position.actor] * own
    shares = position.strategy @ weights / weights.sum()
    return ", ".join(f"{a} {100 * s:.1f} %" for a, s in zip(position.actions, shares, strict=True))


def _check_cells(page: Page, solution: gs.Solution, line: str, hands: tuple[str, ...]) -> None:
    for hand in hands:
        label = page.locator(f"[data-hand='{hand}']").get_attribute("aria-label") or ""
        told = [float(number) for number in re.findall(r"([\d.]+) %", label.split(";")[0])]
        expected = [float(number) for number in re.findall(r"([\d.]+) %", _cell_words(solution, line, hand))]
        assert told == pytest.approx(expected, abs=0.11), (hand, label)


def test_a_solution_is_walked_to_the_river_by_clicks(page: Page, solution: gs.Solution, screenshot: Screenshot) -> None:
    page.goto("/library")
    screenshot(page, "library")
    page.locator("[data-source='file:solutions/turn']").get_by_role("link").first.click()
    _arrive(page, "")
    _check_cells(page, solution, "", ("AKs", "TT", "87s", "AJo"))
    strip = page.locator(".strip")
    strip.locator(".here [data-word=check]").click()
    _arrive(page, "check")
    strip.locator(".here [data-word='bet 120']").click()
    page.locator("[data-total=call]").click()
    _arrive(page, "check,bet 120,call")
    assert page.locator(".pick[data-card=Td]").is_disabled()
    page.locator(".pick[data-card=Qc]").click()
    _arrive(page, "check,bet 120,call|Qc|")
    strip.locator(".here [data-word=check]").click()
    _arrive(page, RIVER)
    _check_cells(page, solution, RIVER, ("AJs", "99", "QJs"))
    shares = solution.at(RIVER).frequencies
    expect(page.locator("[data-total=check] strong")).to_have_text(f"{100 * shares[0]:.1f} %")
    page.locator("[data-hand=AJs]").hover()
    expect(page.locator(".combo")).to_have_count(4)
    screenshot(page, "explorer")
    strip.locator(".block-head").nth(1).click()
    _arrive(page, "check")
    page.go_back()
    _arrive(page, RIVER)
    page.get_by_title("Change the card").click()
    page.get_by_role("dialog").locator("[data-card='3s']").click()
    _arrive(page, RIVER.replace("Qc", "3s"))


def test_the_keyboard_walks_too(page: Page, solution: gs.Solution) -> None:
    _explore(page)
    for key, line in (("c", "check"), ("2", "check,bet 120"), ("2", "check,bet 120,call")):
        page.keyboard.press(key)
        _arrive(page, line)
    page.keyboard.type("qc")
    _arrive(page, "check,bet 120,call|Qc|")
    page.keyboard.press("1")
    _arrive(page, RIVER)
    _check_cells(page, solution, RIVER, ("KTs", "JJ"))
    page.keyboard.press("ArrowLeft")
    _arrive(page, "check,bet 120,call|Qc|")
    page.keyboard.press("ArrowRight")
    _arrive(page, RIVER)
    page.keyboard.press("s")
    expect(page.locator(".seat-tab[aria-pressed=true]")).to_contain_text("OOP")
    page.keyboard.press("Home")
    _arrive(page, "")
    page.locator("[data-hand=AA]").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-hand=AKs]")).to_be_focused()
    _arrive(page, "")


def test_overlays_filters_tabs_and_tools(page: Page, solution: gs.Solution, screenshot: Screenshot) -> None:
    _explore(page, "check")
    page.get_by_text("Equity", exact=True).first.click()
    position = solution.at("check")
    cell = page.locator("[data-hand=TT]")
    own = np.isin(position.combos[1], CLASS_COMBOS[CLASS_NAMES.index("TT")])
    weights = position.weights[1] * own
    expect(cell.locator("small")).to_have_text(re.compile(r"^\d+$"))
    equity = 100 * position.hand_equity[1] @ weights / weights.sum()
    assert float(cell.locator("small").inner_text()) == pytest.approx(equity, abs=0.51)  # halves go up or down
    page.get_by_role("group", name="Hand", exact=True).get_by_role("button", name="Set").click()
    expect(page.locator(".hand-cell.here")).to_have_count(4)
    page.get_by_role("button", name="All hands").click()
    page.get_by_role("tab", name="Range").click()
    expect(page.get_by_role("img", name=re.compile("OOP: the median hand"))).to_be_visible()
    screenshot(page, "explorer-range")
    page.get_by_role("tab", name="Runouts").click()
    expect(page.get_by_text("Play to the end of the betting round")).to_be_visible()
    page.keyboard.press("c")
    expect(page.locator(".runout[data-card]")).to_have_count(48)
    screenshot(page, "explorer-runouts")
    page.get_by_role("button", name="Line", exact=True).click()
    box = page.get_by_role("dialog").get_by_role("textbox")
    expect(box).to_have_value("oop:check,ip:check")
    box.fill("bet 120, ip:call | Ah |")
    page.get_by_role("button", name="Go to line").click()
    _arrive(page, "bet 120,call|Ah|")
    page.get_by_role("button", name="Simplify").click()
    page.get_by_role("button", name="Show the cost").click()
    expect(page.get_by_role("region", name="Cost")).to_contain_text("OOP")


def test_two_strategies_side_by_side(page: Page, solution: gs.Solution, screenshot: Screenshot) -> None:
    _ = solution
    page.goto(
        "/explore?"
        + urlencode(
            {"source": "agent:style:lag@6x100", "line": "fold,fold,fold,raise 250", "vs": "agent:style:rock@6x100"}
        )
    )
    expect(page.locator(".compared")).to_have_count(2)
    expect(page.locator(".compared .hand-cell")).to_have_count(338)
    expect(page.locator(".block.decision.here .block-name")).to_have_text("SB")
    expect(page.locator(".seat-tab.folded")).to_have_count(6)
    screenshot(page, "explorer-compare")
    page.get_by_text("Difference", exact=True).click()
    expect(page).to_have_url(re.compile("as=difference"))
    expect(page.get_by_role("heading", level=2)).to_have_text(re.compile("^Loose-aggressive.* less Rock"))
    page.locator("[data-hand=KQs]").hover()
    first, second, difference = page.locator(".both-mixes tbody tr").first.locator("td").all_inner_texts()
    told = [float(words.rstrip(" %").replace("−", "-")) for words in (first, second, difference)]
    assert told[2] == pytest.approx(told[0] - told[1], abs=0.11) and told[2] < -50, "the rock folds it more often"
    screenshot(page, "explorer-difference")
    page.keyboard.press("s")
    page.get_by_role("button", name="Show the seat to act").click()
    expect(page.locator(".difference .hand-cell")).to_have_count(169)
    page.get_by_role("button", name="Compare", exact=True).click()
    fit = page.get_by_role("region", name="At the same table")
    expect(fit.locator("[data-compare='agent:style:tag@6x100']")).to_be_visible()
    expect(fit.locator("[data-compare^='shipped:blueprint_hu']")).to_have_count(0)
    fit.locator("[data-compare='shipped:blueprint_6max']").click()
    expect(page).to_have_url(re.compile("vs=shipped%3Ablueprint_6max"))


def test_a_node_is_locked_and_solved_again(page: Page, solution: gs.Solution, screenshot: Screenshot) -> None:
    _ = solution
    _explore(page, "check")
    page.get_by_role("tab", name="Lock").click()
    page.locator("[data-hand=AQs]").click()
    page.get_by_role("button", name="Always bet 120").click()
    page.get_by_role("button", name="Lock AQs").click()
    expect(page.get_by_role("region", name="Locked")).to_contain_text("AQs at check")
    expect(page.get_by_role("region", name="Locked")).to_contain_text("bet 120 100 %")
    screenshot(page, "explorer-lock")
    with page.expect_request(re.compile("/api/solves$")) as asked:
        page.get_by_role("button", name="Solve around the locks").click()
    body = asked.value.post_data_json
    assert body is not None
    assert body["locks"] == [{"line": "check", "hands": "AQs", "strategy": {"check": 0, "bet 120": 1}}]
    expect(page).to_have_url(re.compile("/solve/"))


def test_ten_hands_of_a_drill(page: Page, solution: gs.Solution, screenshot: Screenshot) -> None:
    _explore(page, "check,bet 120")
    page.get_by_role("button", name="Drill this spot").click()
    drill = page.locator(".drill")
    position = solution.at("check,bet 120")
    names = {str(action): k for k, action in enumerate(position.actions)}
    for number in range(1, 11):
        expect(drill).to_have_attribute("data-number", str(number))
        cards = page.locator(".drill-cards").get_attribute("data-cards") or ""
        if number % 2:
            page.keyboard.press("c")
        else:
            page.locator(".drill-moves [data-word=fold]").click()
        page.get_by_role("region", name="Verdict").wait_for()
        if number == 2:
            screenshot(page, "drill")
        told = page.locator(".verdict tr.yours td").nth(1).inner_text()
        hand = next(h for h, c in enumerate(position.combos[0]) if _name(int(c)) == cards)
        expected = position.action_ev[names["call" if number % 2 else "fold"], hand]
        assert float(told) == pytest.approx(expected, abs=0.06)
        page.keyboard.press("Space")
    expect(page.locator(".drill-score")).to_contain_text("10")
    page.goto("/drills")
    expect(page.locator("tbody tr").first).to_contain_text("10")


def _name(combo: int) -> str:
    from gutshot.cards.combos import combo_name

    return combo_name(combo)


def test_a_played_hand_is_studied_at_its_node(sit_down: Callable[..., Table], page: Page, server: Server) -> None:
    plain = {"stacks": 10, "bet_sizes": ["2.5x", "a"], "postflop_model": "checked_down", "iterations": 20, "rounds": 1}
    solve_preflop(PreflopConfig.from_dict(plain), server.data / "preflop" / "studied")
    table = sit_down(seats=2, opponents=["min-raise"], stack=500)
    table.press("fold")
    page.get_by_role("link", name="Replay").click()
    page.get_by_role("button", name="Study this spot").click()
    page.get_by_role("dialog").get_by_role("link", name="studied").click()  # jam or fold knows the hand, too
    page.wait_for_url(re.compile("/explore.*studied"))
    explorer = page.locator(".explorer")
    expect(explorer).to_have_attribute("data-line", re.compile("^(raise 2500)?$"))
    line = explorer.get_attribute("data-line") or ""
    chart = PreflopSolution.load(server.data / "preflop" / "studied").at(line.replace("2500", "2.5"))
    folds = page.locator("[data-total=fold] strong")
    expect(folds).to_have_text(f"{100 * chart.frequencies[chart.actions.index('fold')]:.1f} %")


def test_a_phone_in_portrait(new_context: NewContext, solution: gs.Solution, screenshot: Screenshot) -> None:
    page = new_context("phone", has_touch=True, is_mobile=True).new_page()
    _explore(page, "check,bet 120")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator(".strip .here [data-word=call]").tap()
    page.locator(".pick[data-card=Qc]").tap()
    page.locator("[data-total=check]").tap()
    _arrive(page, RIVER)
    _check_cells(page, solution, RIVER, ("AJs",))
    page.locator("[data-hand=AJs]").tap()
    expect(page.locator(".combo")).to_have_count(4)
    screenshot(page, "phone-explorer")
    page.get_by_role("button", name="Drill this spot").tap()
    page.locator(".drill-moves .act").first.tap()
    expect(page.get_by_role("region", name="Verdict")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    screenshot(page, "phone-drill")


def test_axe_finds_nothing_serious_in_tabs_and_verdicts(new_context: NewContext, solution: gs.Solution) -> None:
    _ = solution
    page = new_context(color_scheme="light").new_page()
    _explore(page, "check")
    page.locator("[data-hand=AQs]").click()
    for tab in ("Hand", "Range", "Lock"):
        page.get_by_role("tab", name=tab).click()
        expect(page.get_by_role("tab", name=tab)).to_have_attribute("aria-selected", "true")
        assert serious_problems(page) == [], tab
    page.get_by_role("button", name="Drill this spot").click()
    page.locator(".drill-moves .act").first.click()
    page.get_by_role("region", name="Verdict").wait_for()
    assert serious_problems(page) == []

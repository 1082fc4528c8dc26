"""Complete hands by clicks, by keys, on a phone; reloads, restarts and lost connections in mid-hand."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import serious_problems
from tests.browser.conftest import NewContext, Server
from tests.browser.driver import Table

SitDown = Callable[..., Table]
Screenshot = Callable[[Page, str], None]


def test_one_click_starts_a_hand_and_clicks_finish_it(page: Page, screenshot: Screenshot) -> None:
    page.goto("/")
    screenshot(page, "start")
    page.get_by_role("button", name="Play hold’em").click()
    table = Table(page)
    table.bar.wait_for()
    page.get_by_role("button", name="Table", exact=True).click()
    page.get_by_role("dialog").get_by_text("Instant").click()
    page.keyboard.press("Escape")
    assert len(table.my_cards) == 2
    table.play_out()
    expect(page.locator(".result-text")).to_contain_text("win")
    assert page.locator(".seat.winner").count() >= 1
    if table.status == "hand_over":  # calling everything may also have lost the whole stack
        hand = table.moment[0]
        table.press("next")
        assert int(table.moment[0]) == int(hand) + 1


def test_a_showdown_shows_the_five_cards_that_play(sit_down: SitDown, page: Page, screenshot: Screenshot) -> None:
    table = sit_down(seats=4, opponents=["call", "call", "call"])
    table.play_out()
    assert len(table.board) == 5
    winner = page.locator(".seat.winner").first
    expect(winner.locator(".hand-words")).not_to_be_empty()
    plays = page.locator(".board .card.plays").count() + winner.locator(".card.plays").count()
    assert plays >= 5
    assert page.locator(".seat:not(.you) .card[data-card]").count() >= 2
    screenshot(page, "showdown")


def test_opponents_cards_are_not_in_the_page_before_the_showdown(sit_down: SitDown, page: Page) -> None:
    sit_down(seats=6, opponents=["call"] * 5)
    assert page.locator(".seat:not(.you) .card.back").count() == 10
    assert page.locator(".seat:not(.you) .card[data-card]").count() == 0


def test_a_raise_by_preset_slider_box_and_wheel(sit_down: SitDown, page: Page) -> None:
    table = sit_down(seats=2, opponents=["call"])
    box = page.locator(".amount-box input")
    least = int(box.input_value())
    page.locator(".preset").nth(1).click()
    chosen = int(box.input_value())
    assert chosen > least
    page.locator(".raise-controls").hover()
    page.mouse.wheel(0, -100)
    expect(box).to_have_value(str(chosen + 50))
    page.get_by_role("slider").fill(str(least))
    expect(box).to_have_value(str(least))
    box.fill("1")
    expect(box).to_have_attribute("aria-invalid", "true")
    box.fill("333")
    expect(table.button("raise")).to_contain_text("333")
    table.press("raise")
    expect(page.get_by_role("img", name=re.compile("^Pot"))).to_contain_text("666")


def test_folding_where_checking_is_free_asks_first(sit_down: SitDown, page: Page) -> None:
    table = sit_down(seats=2, opponents=["call"])
    table.press("passive")
    table.button("fold").click()
    dialog = page.get_by_role("dialog", name="Fold when checking is free?")
    before = table.moment
    dialog.get_by_role("button", name="Check", exact=True).click()
    table.wait_past(before)
    assert not table.is_over
    table.button("fold").click()
    before = table.moment
    dialog.get_by_role("button", name="Fold anyway").click()
    table.wait_past(before)
    assert table.is_over


def test_a_double_click_acts_once(sit_down: SitDown, page: Page) -> None:
    table = sit_down(seats=3, opponents=["call", "call"])
    street = page.locator(".street")
    expect(street).to_have_text("preflop")
    acts: list[str] = []
    page.on("request", lambda request: acts.append(request.url) if request.url.endswith("/act") else None)
    before = table.moment
    table.button("passive").dblclick()
    table.wait_past(before)
    expect(street).to_have_text("flop")
    table.press("passive")  # whatever the second click had asked for would have been asked before this
    expect(street).to_have_text("turn")
    assert len(acts) == 2
    assert page.locator(".toast").count() == 0


def test_badugi_by_clicks_with_draws(sit_down: SitDown, page: Page, screenshot: Screenshot) -> None:
    table = sit_down(game="badugi", seats=5, opponents=["badugi:tight"] * 4, seed=3)
    assert len(table.my_cards) == 4
    drawn = 0
    while not table.is_over:
        choose = page.locator(".draw-card")
        if choose.count() and drawn == 0:
            thrown = choose.first.get_attribute("data-draw")
            choose.first.click()
            screenshot(page, "badugi")
            table.press("raise")
            drawn += 1
            assert thrown not in table.my_cards
            expect(page.locator(".seat.you .draw-count").first).to_have_text("1")
        else:
            table.press("passive")
    assert drawn == 1
    expect(page.locator(".result-text")).to_contain_text("win")


def test_a_reload_in_mid_hand_resumes_it(sit_down: SitDown, page: Page) -> None:
    table = sit_down(seats=4, opponents=["call"] * 3)
    table.press("passive")
    seen = table.moment, table.my_cards, table.board
    assert len(table.board) == 3
    page.reload()
    table.bar.wait_for()
    assert (table.moment, table.my_cards, table.board) == seen
    table.play_out()


def test_a_server_restart_in_mid_hand_resumes_it(server: Server, sit_down: SitDown, page: Page) -> None:
    table = sit_down(seats=3, opponents=["call"] * 2)
    table.press("passive")
    seen = table.moment, table.my_cards, table.board
    server.kill()
    expect(page.locator(".trouble")).to_be_visible()
    server.start()
    expect(page.locator(".trouble")).to_be_hidden()
    assert (table.moment, table.my_cards, table.board) == seen
    table.play_out()


def test_without_websockets_the_table_is_polled(sit_down: SitDown, page: Page) -> None:
    page.route_web_socket(re.compile("/live$"), lambda socket: socket.close())
    table = sit_down(seats=3, opponents=["call"] * 2)
    expect(page.locator(".trouble")).to_have_text("Slow connection")
    table.play_out()


def test_the_keyboard_alone_is_enough(page: Page) -> None:
    page.goto("/")
    play = page.get_by_role("button", name="Play hold’em")
    play.wait_for()
    for _ in range(20):
        page.keyboard.press("Tab")
        if play.evaluate("button => button === document.activeElement"):
            break
    page.keyboard.press("Enter")
    table = Table(page)
    table.bar.wait_for()
    table.wait_for_me()
    if not table.is_over:
        page.keyboard.press("r")
        box = page.locator(".amount-box input")
        expect(box).to_be_focused()
        least = int(box.input_value())
        page.keyboard.press("ArrowUp")
        expect(box).to_have_value(str(least + 50))
        page.keyboard.press("2")
        page.keyboard.press("Escape")
        page.keyboard.press("1")
        before = table.moment
        page.keyboard.press("Enter")
        table.wait_past(before)
    while not table.is_over:
        if page.locator(".act.quiet").count():
            page.keyboard.press("s")
        table.key("c")
    if table.status == "hand_over":
        hand = table.moment[0]
        table.key("Space")
        assert table.moment[0] != hand


def test_keys_can_be_changed_and_stay_changed(sit_down: SitDown, page: Page) -> None:
    table = sit_down(seats=2, opponents=["call"])
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Check or call: C, change").click()
    page.keyboard.press("x")
    page.keyboard.press("Escape")
    page.reload()
    table.bar.wait_for()
    table.key("x")
    expect(page.locator(".street")).to_have_text("flop")


def test_chips_and_big_blinds(sit_down: SitDown, page: Page) -> None:
    sit_down(seats=2, opponents=["call"])
    stack = page.locator(".seat.you .seat-stack")
    expect(stack).to_have_text("2,475")
    page.keyboard.press("b")
    expect(stack).to_have_text("49.5 bb")


@pytest.mark.parametrize("game", ["holdem", "badugi"])
def test_a_phone_in_portrait(new_context: NewContext, game: str, screenshot: Screenshot) -> None:
    page = new_context("phone", has_touch=True, is_mobile=True).new_page()
    table = Table.open(page, game=game, seats=6, opponents=["call"] * 5)
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390
    for button in page.locator(".act").all():
        box = button.bounding_box()
        assert box is not None and box["y"] + box["height"] <= 844 and box["height"] >= 44
    table.press("passive")
    screenshot(page, f"phone-{game}")
    table.play_out()


def test_two_tables_in_tabs(sit_down: SitDown, page: Page) -> None:
    sit_down(seats=2, opponents=["call"], title="First")
    first = page.url
    sit_down(seats=3, opponents=["call"] * 2, title="Second")
    page.get_by_role("navigation", name="Your tables").get_by_role("link", name="First").click()
    page.wait_for_url(first)
    expect(page.locator(".seat")).to_have_count(2)


def test_deciding_ahead_and_looking_back_by_keys_alone(page: Page, screenshot: Screenshot) -> None:
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label(re.compile("opponents were seen")).check()
    page.keyboard.press("Escape")
    table = Table.open(page, seats=6, players=30, rebuys=True, seed=1, settings={"pace": "instant"})
    for _ in range(2):
        table.wait_for_me()
        hand = int(table.moment[0])
        page.keyboard.press("f")
        confirm = page.get_by_role("dialog", name="Fold when checking is free?")
        after = table.bar.and_(page.locator(f'[data-hand="{hand + 1}"]'))
        expect(confirm.or_(after).first).to_be_visible()
        if confirm.is_visible():
            confirm.get_by_role("button", name="Fold anyway").click()
        expect(after, "a fold leads straight to the next hand").to_be_visible()
    expect(page.get_by_text("Fast fold, 30 players")).to_be_visible()
    own = Table.open(page, seats=3, opponents=["fold", "fold"], seed=3)
    while not own.is_over or not page.get_by_role("button", name="Rabbit hunt").is_visible():
        own.key(" " if own.is_over else "c")
    hunt = page.get_by_role("button", name="Rabbit hunt")
    hunt.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status", name=re.compile("^Would have come"))).to_be_visible()
    page.get_by_role("button", name="Show all").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("group", name="After the hand")).to_contain_text("You show")
    expect(page.locator(".seat-observed")).to_have_count(2)
    assert serious_problems(page) == []
    screenshot(page, "after-hand")


def test_a_tournament_of_many_tables_is_opened_from_the_form(page: Page, screenshot: Screenshot) -> None:
    page.goto("/")
    page.get_by_text("Tournament", exact=True).click()
    page.get_by_label("Players", exact=True).fill("60")
    page.get_by_text("Flat", exact=True).click()
    page.get_by_text("Instant").click()
    page.get_by_role("button", name="Open the table").click()
    standings = page.get_by_role("region", name="Tournament")
    expect(standings).to_contain_text("60 of 60 players left, 10 tables")
    expect(standings).to_contain_text("Prizes for 15 places")
    expect(page.get_by_text(re.compile("^60 of 60 left, 10 tables"))).to_be_visible()
    assert serious_problems(page) == []
    screenshot(page, "tournament")


def test_sit_and_go_shows_level_prizes_and_icm(sit_down: SitDown, page: Page) -> None:
    sit_down(seats=3, mode="sit_and_go", opponents=["call"] * 2)
    expect(page.get_by_text(re.compile("^Level 1"))).to_be_visible()
    standings = page.get_by_role("region", name="Sit-and-go")
    expect(standings.locator("tbody tr")).to_have_count(3)
    expect(standings).to_contain_text("ICM")

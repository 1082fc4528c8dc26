"""Ask a trained strategy about a hand of yours, with all that it knows of the table."""

import gutshot as gs

hand = gs.Hand.holdem([5000] * 6, blinds=(25, 50), button=0, seed=11)
six_max = gs.open_strategy("blueprint:6max")
print(six_max)
while hand.actor is not None and hand.street == 0:
    answer = six_max.at(hand)
    shares = answer.hands.frequencies
    assert shares is not None and abs(shares.sum() - 1) < 1e-6
    told = ", ".join(f"{move.word} {100 * share:.0f} %" for move, share in zip(answer.moves, shares, strict=True))
    print(f"seat {hand.actor}, all its hands: {told}; {answer.knowledge}")
    hand = hand.act("fold" if hand.actor else 150 if hand.legal.can_raise else "call")

agent = gs.make_agent("blueprint:6max")
report = gs.run_match(gs.MatchConfig(("blueprint:6max", "tag", "station"), hands=60, seed=3))
print(agent.name, report)
assert abs(sum(one.profit for one in report.agents)) == 0

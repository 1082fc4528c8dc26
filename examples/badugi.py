"""A hand of badugi on the same rules engine: betting, draws, the showdown in words."""

import gutshot as gs

hand = gs.Hand.badugi([10_000] * 3, seed=7)
while hand.actor is not None:
    cards, legal = hand.cards(hand.actor), hand.legal
    if legal.draw is not None:
        hand = hand.act(tuple(card for card in cards if card % 4 == cards[0] % 4 and card != cards[0]))
    else:
        hand = hand.act("call" if legal.call else "check")
print(hand)
for event in hand.events:
    print(" ", event)
assert sum(hand.payoffs) == 0

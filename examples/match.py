"""A match with an interval: an agent of one's own against two of the house, with the luck of all-ins taken off."""

import gutshot as gs


class Careful:
    """Raises nothing, calls what costs less than a tenth of its stack."""

    name = "careful"

    def new_hand(self, number: int) -> None:
        pass

    def act(self, observation: gs.Observation) -> gs.Choice:
        price = observation.to_call
        if price == 0:
            return "check"
        return "call" if 10 * price < observation.stacks[observation.seat] else "fold"


match = gs.MatchConfig(("careful", "tag", "station"), hands=60, free_names=True)
report = gs.run_match(match, players=[Careful(), gs.make_agent("tag"), gs.make_agent("station")])
for agent in report.agents:
    print(f"{agent.name}: {agent.bb100:+.1f} ± {agent.ci95:.1f} bb/100")
assert report.complete and abs(sum(agent.bb100 for agent in report.agents)) < 1e-6

"""One spot on several flops: who is ahead on which, and how often the first player bets."""

from tempfile import TemporaryDirectory

import gutshot as gs

batch = gs.Batch.from_dict(
    {
        "oop": "TT+,AQs+,AKo",
        "ip": "88-QQ,AQs,KQs,AQo",
        "pot": 60,
        "stack": 90,
        "bets": "a",
        "raises": "a",
        "flops": {"AhKd5c": 24, "Td9d6h": 24, "7s7h2d": 12},
        "iterations": 20,
    }
)
with TemporaryDirectory() as folder:
    rows = gs.run_batch(batch, folder)
for row in rows:
    print(f"{row['flop']}: EV {row['ev_oop']:.1f} and {row['ev_ip']:.1f}, checks {100 * row['oop check']:.0f} %")
mean = sum(row["ev_oop"] * row["weight"] for row in rows) / sum(row["weight"] for row in rows)
print(f"over all of them {mean:.1f} of {batch.settings['pot']}")
assert len(rows) == 3 and all(abs(row["ev_oop"] + row["ev_ip"] - 60) < 0.1 for row in rows)

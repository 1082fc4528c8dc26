"""Self-play on Kuhn poker by PPO, measured by how much a best answer could still win. Needs the extra `rl`."""

from tempfile import TemporaryDirectory
from typing import Any

from gutshot.rl.config import TrainConfig
from gutshot.rl.train import train

ppo: dict[str, Any] = {"iterations": 120, "games": 512, "steps": 8, "tail": 5, "epochs": 1, "minibatches": 2}
ppo |= {"learning_rate": [1e-2, 1e-3], "entropy_cost": [0.05, 0.005], "magnet_cost": 0.2, "magnet_every": 15}
ppo |= {"gae_decay": 1.0, "normalize": False, "max_gradient": 10.0, "average_decay": 0.95, "explore": 0.01}
net = {"width": 32, "depth": 1}
plain = {"game": "kuhn", "num_players": 2, "network": net, "critic": net, "ppo": ppo}
config = TrainConfig.from_dict(plain | {"report_every": 40, "measure_every": 40})

with TemporaryDirectory() as folder:
    run = train(config, folder)
for row in run.measures:
    print(f"after {row['iteration']} iterations NashConv {row['value']}")
assert float(run.measures[-1]["value"]) < 0.3  # playing at random loses 0.917 to the best answers

"""Write the golden playthroughs anew: `python -m tests.games.golden`. Read the difference before committing it."""

from tests.games.golden.playthroughs import FOLDER, SCENES, transcript

for name, scene in SCENES.items():
    (FOLDER / f"{name}.txt").write_text(transcript(scene()), encoding="utf-8")
    print(f"wrote {name}.txt")

"""`combos.combo_of` for kernels, apart from it because plain Python has no reason to wait for a compiler."""

from gutshot.cards.combos import combo_of
from gutshot.kernel import inline_kernel

combo_index = inline_kernel(combo_of)

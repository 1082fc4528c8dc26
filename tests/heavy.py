"""Which tests take seconds (a training run, a server, another process): `make test-fast` leaves them out.

Each entry begins the name of a file or of a test; figures are CPU seconds with warm caches.
"""

HEAVY = (
    "agents/test_neural.py::test_a_batch_is_decided_as_one_by_one",  # 12
    "agents/test_neural.py::test_a_bundle_enters_the_arena",  # 3
    "agents/test_own.py::test_an_own_agent_plays_by_the_name_of_its_class",  # 15 with cold caches
    "agents/test_played_out.py::test_a_hand_alone_and_in_its_range_are_worth_the_same",  # 32 with cold caches
    "agents/test_strategy_agent.py::test_jam_or_fold_charts_can_be_seated",  # 10
    "arena/test_aivat.py::test_the_interval_of_a_coin_covers_its_value",  # 12 with cold caches
    "arena/test_aivat.py::test_threads_and_resuming_change_nothing",  # 16 with cold caches
    "arena/test_depth_set.py",
    "arena/test_local_best_response.py::test_hands_that_share_boards_have_the_same_mean_for_fewer_questions",  # 7
    "arena/test_local_best_response.py::test_the_number_of_processes_changes_nothing",  # 8 with cold caches
    "arena/test_match.py::test_a_coin_",  # 6
    "arena/test_store.py::test_an_interrupted_or_killed_run_resumes_to_the_same_files",  # 3
    "blueprint/test_exchange.py::test_two_workers_of_ray_train_save_and_survive_a_death",  # 6
    "blueprint/test_local_best_response.py::test_an_equilibrium_gives_nothing_away",  # 2
    "blueprint/test_run.py",  # 20: training runs, killed and resumed
    "cards/test_evaluate_peers.py::test_random_hands_in_the_order_of_phevaluator",  # 5
    "cards/test_preflop_matrix.py",  # 9: a matrix of its own
    "cfr/test_mccfr.py::test_as_good_per_iteration_as_openspiels_solver",  # 3
    "cfr/test_mccfr.py::test_external_sampling_is_the_plain_recursion_bit_for_bit",  # 4: the twin is compiled
    "cfr/test_mccfr.py::test_the_usual_mistakes_show_in_nash_conv",  # 7
    "cli/test_arena.py::test_arena_of_badugi",  # 3
    "cli/test_light_start.py",  # 3: a process for each command
    "cli/test_solve.py::test_a_solve_starts_without_the_linear_algebra_of_scipy",  # 2
    "cli/test_toy.py::test_an_interrupt_keeps_what_was_done",  # 3
    "cli/test_toy.py::test_going_on_after_kill_9_gives_the_same_bits",  # 3
    "flop_values/test_flop_values.py::test_few_flops_come_near_all_equities",  # 2
    "flop_values/test_flop_values.py::test_kept_answers_are_the_same_to_the_bit_and_cost_nothing",  # 5
    "games/test_actions.py::test_fuzzed_words_never_crash_or_corrupt_a_hand",  # 3
    "games/test_pokerkit.py",  # 45: thousands of hands beside pokerkit
    "games/test_real_hands.py",
    "postflop/test_reference.py::test_a_turn_agrees_with_the_reference",  # 3
    "postflop/test_three.py::test_any_stacks_and_boards_agree_with_enumeration",  # 10
    "preflop/test_jam_advice.py",
    "preflop/test_jam_fold.py::test_prizes_of_two_are_chips",  # 2
    "preflop/test_preflop.py::test_commands_from_config_to_chart",  # 3
    "rl/test_bridge.py",  # 170 in all: what JAX compiles
    "rl/test_encode.py",
    "rl/test_env.py",
    "rl/test_mirror.py",  # 15: what JAX compiles
    "rl/test_pgx.py",
    "rl/test_ppo.py",
    "rl/test_runouts.py",
    "rl/test_small_games.py",
    "rl/test_train.py",
    "rl/test_trainer.py",
    "rl/test_zoo.py",
    "strategies/test_depth_set.py",
    "test_cluster.py",
    "test_examples.py",
    "test_kernel.py::test_what_is_stored_may_name_a_class_that_is_gone",  # 2
    "trainer/test_helpers.py",  # 7: processes that are killed
    "trainer/test_records.py::test_phh_tells_only_what_was_seen",  # 3
    "trainer/test_training_job.py",  # 5
    "web/test_api.py",  # 30: fuzzed by its own description
    "web/test_jobs.py",
    "web/test_restart.py",
    "web/test_secrets.py",  # 10: thousands of messages
    "web/test_serve.py",
    "web/test_simulator.py",
    "web/test_study.py",
    "web/test_training.py",  # 14
)

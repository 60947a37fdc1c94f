"""Options that name the stored games: `--data` and `--store`."""

import argparse

DATA_HELP = "data folder with the stored games (default: CARROM_DATA, or your user data folder)"


def add_data_options(parser: argparse.ArgumentParser) -> None:
    """Add `--data` and `--store` to a command that reads or changes the stored games."""
    parser.add_argument("--data", metavar="FOLDER", help=DATA_HELP)
    parser.add_argument(
        "--store",
        metavar="ADDRESS",
        help="PostgreSQL database with the stored games, instead of --data (default: CARROM_STORE, or none)",
    )

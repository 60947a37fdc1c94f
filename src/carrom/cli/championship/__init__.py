"""The `carrom event` command and its subcommands."""

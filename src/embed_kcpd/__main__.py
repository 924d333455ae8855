"""``python -m embed_kcpd`` is the command line."""

import sys

from embed_kcpd.cli.postponed import postpone


def main() -> None:
    for command in sys.argv[1:2]:
        postpone(command)
    from embed_kcpd.cli.app import main as run_command

    run_command()


if __name__ == "__main__":
    main()

"""``python -m embed_kcpd`` is the command line."""

import gc

GARBAGE = 20_000
"""Objects made since the last collection of garbage, at which the next one begins.  With Python's
own 700 there are a hundred while modules are loaded, and they find nothing."""

INTERRUPTED = 130
"""The exit code of a program that Ctrl-C has ended."""


def main() -> None:
    gc.set_threshold(GARBAGE)
    try:
        # Imported here because modules are loaded by it.
        from embed_kcpd.cli.app import main as run_command

        run_command()
    except KeyboardInterrupt:
        raise SystemExit(INTERRUPTED) from None


if __name__ == "__main__":
    main()

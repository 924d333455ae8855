"""``python -m embed_kcpd`` is the command line."""

from embed_kcpd.cli.app import main

main()

"""``python -m embed_kcpd`` is the command line."""

from embed_kcpd.cli.app import main

if __name__ == "__main__":
    main()

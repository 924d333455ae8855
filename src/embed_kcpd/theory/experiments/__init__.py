"""Studies of the theorems on sequences whose truth is known; one file each."""

"""What is written in C: loops over edges and over pairs, compiled for each instruction set."""

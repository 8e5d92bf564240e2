"""The command line: experiments here or on another machine, drawn in the terminal."""

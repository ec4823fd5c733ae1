"""Arguments, threads and results: what every call reads and writes."""

//! Paths to records: folders, archives, encodings, many games in a file, all cores.

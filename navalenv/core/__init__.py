"""The state core: records, random streams, batches and states of any ruleset."""

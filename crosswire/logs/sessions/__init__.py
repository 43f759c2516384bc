"""What the logs of agents' programs share: fields by name, tables of blocks, lines, threads.

A reader of such a log names keys, in a `Blocks` table and in names of fields, and fills a
`Thread` with the messages and events of each conversation; `Thread.finish` finds the branches.
"""

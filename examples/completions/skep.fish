# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_skep_global_optspecs
    string join \n color= q/quiet no-pager h/help V/version
end

function __fish_skep_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_skep_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_skep_using_subcommand
    set -l cmd (__fish_skep_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c skep -n "__fish_skep_needs_command" -l color -d 'When to use colours: auto, always or never; NO_COLOR turns them off' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skep -n "__fish_skep_needs_command" -s q -l quiet -d 'Do not show notes and progress'
complete -c skep -n "__fish_skep_needs_command" -l no-pager -d 'Do not show long output in a pager'
complete -c skep -n "__fish_skep_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c skep -n "__fish_skep_needs_command" -s V -l version -d 'Print version'
complete -c skep -n "__fish_skep_needs_command" -f -a "check" -d 'Check games and report what is wrong'
complete -c skep -n "__fish_skep_needs_command" -f -a "convert" -d 'Convert, filter and merge games'
complete -c skep -n "__fish_skep_needs_command" -f -a "list" -d 'List games'
complete -c skep -n "__fish_skep_needs_command" -f -a "count" -d 'Count games'
complete -c skep -n "__fish_skep_needs_command" -f -a "dedup" -d 'Remove duplicate games'
complete -c skep -n "__fish_skep_needs_command" -f -a "sort" -d 'Sort games by one or more fields'
complete -c skep -n "__fish_skep_needs_command" -f -a "split" -d 'Split games into files'
complete -c skep -n "__fish_skep_needs_command" -f -a "stats" -d 'Show statistics of results, lengths, endings and bugs'
complete -c skep -n "__fish_skep_needs_command" -f -a "openings" -d 'Count openings and their results'
complete -c skep -n "__fish_skep_needs_command" -f -a "players" -d 'Show the games, scores, opponents and ratings of players'
complete -c skep -n "__fish_skep_needs_command" -f -a "novelty" -d 'Show where each game leaves the known positions'
complete -c skep -n "__fish_skep_needs_command" -f -a "related" -d 'Find games that share a run of positions'
complete -c skep -n "__fish_skep_needs_command" -f -a "export" -d 'Write tables of games, plies, positions and legal moves'
complete -c skep -n "__fish_skep_needs_command" -f -a "index" -d 'Make or update an index of games'
complete -c skep -n "__fish_skep_needs_command" -f -a "explore" -d 'Browse positions and their games on a local web page'
complete -c skep -n "__fish_skep_needs_command" -f -a "report" -d 'Write an HTML report about a collection'
complete -c skep -n "__fish_skep_needs_command" -f -a "show" -d 'Show a position as text, SVG or PNG, or animate a game'
complete -c skep -n "__fish_skep_needs_command" -f -a "replay" -d 'Replay games in the terminal'
complete -c skep -n "__fish_skep_needs_command" -f -a "diff" -d 'Compare two games or collections'
complete -c skep -n "__fish_skep_needs_command" -f -a "annotate" -d 'Add comments on legal turns, free cells, time and forced wins'
complete -c skep -n "__fish_skep_needs_command" -f -a "moves" -d 'List the legal moves of a position'
complete -c skep -n "__fish_skep_needs_command" -f -a "solve" -d 'Find forced wins'
complete -c skep -n "__fish_skep_needs_command" -f -a "puzzles" -d 'Find puzzles: positions of games with a forced win'
complete -c skep -n "__fish_skep_needs_command" -f -a "perft" -d 'Count the sequences of moves of a given length'
complete -c skep -n "__fish_skep_needs_command" -f -a "uhp" -d 'Run a rules engine for the Universal Hive Protocol (UHP)'
complete -c skep -n "__fish_skep_needs_command" -f -a "match" -d 'Play games between engines'
complete -c skep -n "__fish_skep_needs_command" -f -a "random" -d 'Write random games'
complete -c skep -n "__fish_skep_needs_command" -f -a "completions" -d 'Print a shell completion script'
complete -c skep -n "__fish_skep_needs_command" -f -a "help" -d 'Explain a command, a finding, a rule, a variant or a topic'
complete -c skep -n "__fish_skep_using_subcommand check" -l files-from -d 'Read paths from FILE, one per line; - is standard input' -r -F
complete -c skep -n "__fish_skep_using_subcommand check" -l from -d 'Set the notation instead of detecting it; see skep help notations' -r -f -a "uhp\t''
moves\t''
boardspace\t''
pgn\t''
hivegame\t''
bga\t''
jsonl\t''
hxt\t''
hivegame-api\t''
bga-log\t''
replay\t''
move-array\t''
abstractplay\t''
embedded\t''
uhp-log\t''
play-log\t''
pairs\t''
analysis\t''"
complete -c skep -n "__fish_skep_using_subcommand check" -s j -l threads -d 'Number of threads; 0 uses one per core' -r
complete -c skep -n "__fish_skep_using_subcommand check" -l where -d 'Use only the games that match an expression' -r -f -a "white\t''
black\t''
player\t''
winner\t''
loser\t''
result\t''
stated_result\t''
board_result\t''
termination\t''
game\t''
notation\t''
variant\t''
opening\t''
shape\t''
opening_code\t''
white_motif\t''
black_motif\t''
motif\t''
plies\t''
date\t''
year\t''
month\t''
white_elo\t''
black_elo\t''
elo\t''
event\t''
event_kind\t''
site\t''
time_control\t''
speed\t''
rated\t''
bot\t''
source\t''
path\t''
entry\t''
status\t''
code\t''
severity\t''
warnings\t''
remarks\t''
white_queen\t''
black_queen\t''
queen\t''
mobility\t''
stack\t''
white_points\t''
black_points\t''
points\t''
white_missed\t''
black_missed\t''
missed\t''
white_blunders\t''
black_blunders\t''
blunders\t''
won_in\t''"
complete -c skep -n "__fish_skep_using_subcommand check" -l player -d 'Use only the games that NAME played, as White or Black' -r
complete -c skep -n "__fish_skep_using_subcommand check" -l aliases -d 'Replace names of players by the names in FILE' -r -F
complete -c skep -n "__fish_skep_using_subcommand check" -l game -d 'Use only game N, counted from 1, or several: 1,3 or 6..15' -r
complete -c skep -n "__fish_skep_using_subcommand check" -l first -d 'Use only the first N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand check" -l last -d 'Use only the last N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand check" -l sample -d 'Use only a random sample of N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand check" -l seed -d 'Seed of --sample: the same seed gives the same sample' -r
complete -c skep -n "__fish_skep_using_subcommand check" -l rules -d 'Use the current rules (strict), or accept other moves too (historical, wikipedia)' -r -f -a "strict\t''
wikipedia\t''
historical\t''"
complete -c skep -n "__fish_skep_using_subcommand check" -l opening -d 'Choose whether a queen may enter on a player\'s first turn' -r -f -a "tournament\t''
open\t''
auto\t''"
complete -c skep -n "__fish_skep_using_subcommand check" -l repetition -d 'Choose what the third occurrence of a position does' -r -f -a "remark\t''
draw\t''
hivegame\t''
hivegame-2024\t''"
complete -c skep -n "__fish_skep_using_subcommand check" -l flip -d 'Choose how pieces turn over (Venom and packs)' -r -f -a "free\t''
locked\t''
none\t''
venom\t''"
complete -c skep -n "__fish_skep_using_subcommand check" -l honeycombo-contact -d 'Allow placements that touch only the Honeycombo: yes or no' -r -f -a "yes\t''
no\t''"
complete -c skep -n "__fish_skep_using_subcommand check" -l exchange -d 'Choose what must stay connected during a Centipede\'s exchange' -r -f -a "free\t''
strict\t''"
complete -c skep -n "__fish_skep_using_subcommand check" -l stink-bug-shield -d 'Choose which pieces a Stink Bug protects from predators' -r -f -a "any\t''
friends\t''"
complete -c skep -n "__fish_skep_using_subcommand check" -l sting -d 'Choose how far a Wasp stings' -r -f -a "adjacent\t''
any\t''"
complete -c skep -n "__fish_skep_using_subcommand check" -l resignation -d 'Choose what a resignation in Hex-It means' -r -f -a "loss\t''
count\t''"
complete -c skep -n "__fish_skep_using_subcommand check" -l format -d 'Choose the format of the report [default: from the file name, or human]' -r -f -a "human\t''
table\t''
csv\t''
tsv\t''
json\t''
jsonl\t''
markdown\t''
parquet\t''
sarif\t''"
complete -c skep -n "__fish_skep_using_subcommand check" -l columns -d 'In a format with a row per game, write only these columns, in this order (skep help columns)' -r
complete -c skep -n "__fish_skep_using_subcommand check" -s n -l limit -d 'In a format with a row per game, write at most N rows' -r
complete -c skep -n "__fish_skep_using_subcommand check" -s o -l output -d 'Write to FILE; it appears only when it is complete [default: standard output]' -r -F
complete -c skep -n "__fish_skep_using_subcommand check" -l max-errors -d 'Show at most N errors and count the rest, with --format human or sarif' -r
complete -c skep -n "__fish_skep_using_subcommand check" -l compare -d 'List the games that end differently under the rules A and the rules B' -r
complete -c skep -n "__fish_skep_using_subcommand check" -l color -d 'When to use colours: auto, always or never; NO_COLOR turns them off' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skep -n "__fish_skep_using_subcommand check" -s 0 -l null -d 'Read --files-from as paths that end with a zero byte (find -print0)'
complete -c skep -n "__fish_skep_using_subcommand check" -l csv-safe -d 'In CSV and TSV, put \' before text that starts like a formula: = + - @'
complete -c skep -n "__fish_skep_using_subcommand check" -l force -d 'Replace existing files'
complete -c skep -n "__fish_skep_using_subcommand check" -l remarks -d 'Show each remark, with --format human'
complete -c skep -n "__fish_skep_using_subcommand check" -l fail-fast -d 'Stop at the first invalid game'
complete -c skep -n "__fish_skep_using_subcommand check" -s q -l quiet -d 'Do not show notes and progress'
complete -c skep -n "__fish_skep_using_subcommand check" -l no-pager -d 'Do not show long output in a pager'
complete -c skep -n "__fish_skep_using_subcommand check" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c skep -n "__fish_skep_using_subcommand convert" -l files-from -d 'Read paths from FILE, one per line; - is standard input' -r -F
complete -c skep -n "__fish_skep_using_subcommand convert" -l from -d 'Set the notation instead of detecting it; see skep help notations' -r -f -a "uhp\t''
moves\t''
boardspace\t''
pgn\t''
hivegame\t''
bga\t''
jsonl\t''
hxt\t''
hivegame-api\t''
bga-log\t''
replay\t''
move-array\t''
abstractplay\t''
embedded\t''
uhp-log\t''
play-log\t''
pairs\t''
analysis\t''"
complete -c skep -n "__fish_skep_using_subcommand convert" -s j -l threads -d 'Number of threads; 0 uses one per core' -r
complete -c skep -n "__fish_skep_using_subcommand convert" -l where -d 'Use only the games that match an expression' -r -f -a "white\t''
black\t''
player\t''
winner\t''
loser\t''
result\t''
stated_result\t''
board_result\t''
termination\t''
game\t''
notation\t''
variant\t''
opening\t''
shape\t''
opening_code\t''
white_motif\t''
black_motif\t''
motif\t''
plies\t''
date\t''
year\t''
month\t''
white_elo\t''
black_elo\t''
elo\t''
event\t''
event_kind\t''
site\t''
time_control\t''
speed\t''
rated\t''
bot\t''
source\t''
path\t''
entry\t''
status\t''
code\t''
severity\t''
warnings\t''
remarks\t''
white_queen\t''
black_queen\t''
queen\t''
mobility\t''
stack\t''
white_points\t''
black_points\t''
points\t''
white_missed\t''
black_missed\t''
missed\t''
white_blunders\t''
black_blunders\t''
blunders\t''
won_in\t''"
complete -c skep -n "__fish_skep_using_subcommand convert" -l player -d 'Use only the games that NAME played, as White or Black' -r
complete -c skep -n "__fish_skep_using_subcommand convert" -l aliases -d 'Replace names of players by the names in FILE' -r -F
complete -c skep -n "__fish_skep_using_subcommand convert" -l game -d 'Use only game N, counted from 1, or several: 1,3 or 6..15' -r
complete -c skep -n "__fish_skep_using_subcommand convert" -l first -d 'Use only the first N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand convert" -l last -d 'Use only the last N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand convert" -l sample -d 'Use only a random sample of N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand convert" -l seed -d 'Seed of --sample: the same seed gives the same sample' -r
complete -c skep -n "__fish_skep_using_subcommand convert" -l rules -d 'Use the current rules (strict), or accept other moves too (historical, wikipedia)' -r -f -a "strict\t''
wikipedia\t''
historical\t''"
complete -c skep -n "__fish_skep_using_subcommand convert" -l opening -d 'Choose whether a queen may enter on a player\'s first turn' -r -f -a "tournament\t''
open\t''
auto\t''"
complete -c skep -n "__fish_skep_using_subcommand convert" -l repetition -d 'Choose what the third occurrence of a position does' -r -f -a "remark\t''
draw\t''
hivegame\t''
hivegame-2024\t''"
complete -c skep -n "__fish_skep_using_subcommand convert" -l flip -d 'Choose how pieces turn over (Venom and packs)' -r -f -a "free\t''
locked\t''
none\t''
venom\t''"
complete -c skep -n "__fish_skep_using_subcommand convert" -l honeycombo-contact -d 'Allow placements that touch only the Honeycombo: yes or no' -r -f -a "yes\t''
no\t''"
complete -c skep -n "__fish_skep_using_subcommand convert" -l exchange -d 'Choose what must stay connected during a Centipede\'s exchange' -r -f -a "free\t''
strict\t''"
complete -c skep -n "__fish_skep_using_subcommand convert" -l stink-bug-shield -d 'Choose which pieces a Stink Bug protects from predators' -r -f -a "any\t''
friends\t''"
complete -c skep -n "__fish_skep_using_subcommand convert" -l sting -d 'Choose how far a Wasp stings' -r -f -a "adjacent\t''
any\t''"
complete -c skep -n "__fish_skep_using_subcommand convert" -l resignation -d 'Choose what a resignation in Hex-It means' -r -f -a "loss\t''
count\t''"
complete -c skep -n "__fish_skep_using_subcommand convert" -l to -d 'Write the games in this notation [default: from the extension of FILE, or unchanged]' -r -f -a "uhp\t''
pgn\t''
boardspace\t''
jsonl\t''
hxt\t''"
complete -c skep -n "__fish_skep_using_subcommand convert" -s o -l output -d 'Write to a file, or to a folder with one file per input file [default: standard output]' -r -F
complete -c skep -n "__fish_skep_using_subcommand convert" -l rest -d 'Write the games that do not match --where or --player to FILE' -r -F
complete -c skep -n "__fish_skep_using_subcommand convert" -l state -d 'With --to uhp, write the stated result or the result on the board as State' -r -f -a "stated\t''
board\t''"
complete -c skep -n "__fish_skep_using_subcommand convert" -l set -d 'Set a tag of every game, such as Event="Spring League"' -r
complete -c skep -n "__fish_skep_using_subcommand convert" -l remove -d 'Remove a tag of every game, such as Site' -r
complete -c skep -n "__fish_skep_using_subcommand convert" -l color -d 'When to use colours: auto, always or never; NO_COLOR turns them off' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skep -n "__fish_skep_using_subcommand convert" -s 0 -l null -d 'Read --files-from as paths that end with a zero byte (find -print0)'
complete -c skep -n "__fish_skep_using_subcommand convert" -l force -d 'Replace existing files'
complete -c skep -n "__fish_skep_using_subcommand convert" -l no-comments -d 'Leave out all comments'
complete -c skep -n "__fish_skep_using_subcommand convert" -l no-variations -d 'Leave out all variations'
complete -c skep -n "__fish_skep_using_subcommand convert" -l anonymous -d 'Leave out names, ids and ratings of players, game ids and comments'
complete -c skep -n "__fish_skep_using_subcommand convert" -l split -d 'Write one file per game into the folder of -o, such as 000001-spring.pgn'
complete -c skep -n "__fish_skep_using_subcommand convert" -l tree -d 'Join the games of each variant into one record with variations'
complete -c skep -n "__fish_skep_using_subcommand convert" -l prefix -d 'Of an invalid game, write the moves before the error'
complete -c skep -n "__fish_skep_using_subcommand convert" -l keep-going -d 'Continue after an invalid game'
complete -c skep -n "__fish_skep_using_subcommand convert" -l no-keep-going -d 'Stop at the first error, and write no file; --keep-going is the default'
complete -c skep -n "__fish_skep_using_subcommand convert" -l strict -d 'Exit with 1 if the target notation cannot hold some data'
complete -c skep -n "__fish_skep_using_subcommand convert" -l verify -d 'Read the output back and compare every position'
complete -c skep -n "__fish_skep_using_subcommand convert" -l explain-loss -d 'List the data that the target notation cannot hold'
complete -c skep -n "__fish_skep_using_subcommand convert" -s q -l quiet -d 'Do not show notes and progress'
complete -c skep -n "__fish_skep_using_subcommand convert" -l no-pager -d 'Do not show long output in a pager'
complete -c skep -n "__fish_skep_using_subcommand convert" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c skep -n "__fish_skep_using_subcommand list" -l files-from -d 'Read paths from FILE, one per line; - is standard input' -r -F
complete -c skep -n "__fish_skep_using_subcommand list" -l from -d 'Set the notation instead of detecting it; see skep help notations' -r -f -a "uhp\t''
moves\t''
boardspace\t''
pgn\t''
hivegame\t''
bga\t''
jsonl\t''
hxt\t''
hivegame-api\t''
bga-log\t''
replay\t''
move-array\t''
abstractplay\t''
embedded\t''
uhp-log\t''
play-log\t''
pairs\t''
analysis\t''"
complete -c skep -n "__fish_skep_using_subcommand list" -s j -l threads -d 'Number of threads; 0 uses one per core' -r
complete -c skep -n "__fish_skep_using_subcommand list" -l where -d 'Use only the games that match an expression' -r -f -a "white\t''
black\t''
player\t''
winner\t''
loser\t''
result\t''
stated_result\t''
board_result\t''
termination\t''
game\t''
notation\t''
variant\t''
opening\t''
shape\t''
opening_code\t''
white_motif\t''
black_motif\t''
motif\t''
plies\t''
date\t''
year\t''
month\t''
white_elo\t''
black_elo\t''
elo\t''
event\t''
event_kind\t''
site\t''
time_control\t''
speed\t''
rated\t''
bot\t''
source\t''
path\t''
entry\t''
status\t''
code\t''
severity\t''
warnings\t''
remarks\t''
white_queen\t''
black_queen\t''
queen\t''
mobility\t''
stack\t''
white_points\t''
black_points\t''
points\t''
white_missed\t''
black_missed\t''
missed\t''
white_blunders\t''
black_blunders\t''
blunders\t''
won_in\t''"
complete -c skep -n "__fish_skep_using_subcommand list" -l player -d 'Use only the games that NAME played, as White or Black' -r
complete -c skep -n "__fish_skep_using_subcommand list" -l aliases -d 'Replace names of players by the names in FILE' -r -F
complete -c skep -n "__fish_skep_using_subcommand list" -l game -d 'Use only game N, counted from 1, or several: 1,3 or 6..15' -r
complete -c skep -n "__fish_skep_using_subcommand list" -l first -d 'Use only the first N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand list" -l last -d 'Use only the last N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand list" -l sample -d 'Use only a random sample of N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand list" -l seed -d 'Seed of --sample: the same seed gives the same sample' -r
complete -c skep -n "__fish_skep_using_subcommand list" -l rules -d 'Use the current rules (strict), or accept other moves too (historical, wikipedia)' -r -f -a "strict\t''
wikipedia\t''
historical\t''"
complete -c skep -n "__fish_skep_using_subcommand list" -l opening -d 'Choose whether a queen may enter on a player\'s first turn' -r -f -a "tournament\t''
open\t''
auto\t''"
complete -c skep -n "__fish_skep_using_subcommand list" -l repetition -d 'Choose what the third occurrence of a position does' -r -f -a "remark\t''
draw\t''
hivegame\t''
hivegame-2024\t''"
complete -c skep -n "__fish_skep_using_subcommand list" -l flip -d 'Choose how pieces turn over (Venom and packs)' -r -f -a "free\t''
locked\t''
none\t''
venom\t''"
complete -c skep -n "__fish_skep_using_subcommand list" -l honeycombo-contact -d 'Allow placements that touch only the Honeycombo: yes or no' -r -f -a "yes\t''
no\t''"
complete -c skep -n "__fish_skep_using_subcommand list" -l exchange -d 'Choose what must stay connected during a Centipede\'s exchange' -r -f -a "free\t''
strict\t''"
complete -c skep -n "__fish_skep_using_subcommand list" -l stink-bug-shield -d 'Choose which pieces a Stink Bug protects from predators' -r -f -a "any\t''
friends\t''"
complete -c skep -n "__fish_skep_using_subcommand list" -l sting -d 'Choose how far a Wasp stings' -r -f -a "adjacent\t''
any\t''"
complete -c skep -n "__fish_skep_using_subcommand list" -l resignation -d 'Choose what a resignation in Hex-It means' -r -f -a "loss\t''
count\t''"
complete -c skep -n "__fish_skep_using_subcommand list" -l like -d 'List the games with positions similar to this position: a GameString, a line of moves, a state, a HOP or a file' -r
complete -c skep -n "__fish_skep_using_subcommand list" -l format -d 'Choose the format of the rows [default: from the file name, or table]' -r -f -a "table\t''
csv\t''
tsv\t''
json\t''
jsonl\t''
markdown\t''
parquet\t''"
complete -c skep -n "__fish_skep_using_subcommand list" -l columns -d 'Write only these columns, in this order: white,black (skep help columns)' -r
complete -c skep -n "__fish_skep_using_subcommand list" -s n -l limit -d 'Write at most N rows' -r
complete -c skep -n "__fish_skep_using_subcommand list" -s o -l output -d 'Write to FILE; it appears only when it is complete [default: standard output]' -r -F
complete -c skep -n "__fish_skep_using_subcommand list" -l color -d 'When to use colours: auto, always or never; NO_COLOR turns them off' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skep -n "__fish_skep_using_subcommand list" -s 0 -l null -d 'Read --files-from as paths that end with a zero byte (find -print0)'
complete -c skep -n "__fish_skep_using_subcommand list" -l csv-safe -d 'In CSV and TSV, put \' before text that starts like a formula: = + - @'
complete -c skep -n "__fish_skep_using_subcommand list" -l force -d 'Replace existing files'
complete -c skep -n "__fish_skep_using_subcommand list" -s q -l quiet -d 'Do not show notes and progress'
complete -c skep -n "__fish_skep_using_subcommand list" -l no-pager -d 'Do not show long output in a pager'
complete -c skep -n "__fish_skep_using_subcommand list" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c skep -n "__fish_skep_using_subcommand count" -l files-from -d 'Read paths from FILE, one per line; - is standard input' -r -F
complete -c skep -n "__fish_skep_using_subcommand count" -l from -d 'Set the notation instead of detecting it; see skep help notations' -r -f -a "uhp\t''
moves\t''
boardspace\t''
pgn\t''
hivegame\t''
bga\t''
jsonl\t''
hxt\t''
hivegame-api\t''
bga-log\t''
replay\t''
move-array\t''
abstractplay\t''
embedded\t''
uhp-log\t''
play-log\t''
pairs\t''
analysis\t''"
complete -c skep -n "__fish_skep_using_subcommand count" -s j -l threads -d 'Number of threads; 0 uses one per core' -r
complete -c skep -n "__fish_skep_using_subcommand count" -l where -d 'Use only the games that match an expression' -r -f -a "white\t''
black\t''
player\t''
winner\t''
loser\t''
result\t''
stated_result\t''
board_result\t''
termination\t''
game\t''
notation\t''
variant\t''
opening\t''
shape\t''
opening_code\t''
white_motif\t''
black_motif\t''
motif\t''
plies\t''
date\t''
year\t''
month\t''
white_elo\t''
black_elo\t''
elo\t''
event\t''
event_kind\t''
site\t''
time_control\t''
speed\t''
rated\t''
bot\t''
source\t''
path\t''
entry\t''
status\t''
code\t''
severity\t''
warnings\t''
remarks\t''
white_queen\t''
black_queen\t''
queen\t''
mobility\t''
stack\t''
white_points\t''
black_points\t''
points\t''
white_missed\t''
black_missed\t''
missed\t''
white_blunders\t''
black_blunders\t''
blunders\t''
won_in\t''"
complete -c skep -n "__fish_skep_using_subcommand count" -l player -d 'Use only the games that NAME played, as White or Black' -r
complete -c skep -n "__fish_skep_using_subcommand count" -l aliases -d 'Replace names of players by the names in FILE' -r -F
complete -c skep -n "__fish_skep_using_subcommand count" -l game -d 'Use only game N, counted from 1, or several: 1,3 or 6..15' -r
complete -c skep -n "__fish_skep_using_subcommand count" -l first -d 'Use only the first N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand count" -l last -d 'Use only the last N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand count" -l sample -d 'Use only a random sample of N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand count" -l seed -d 'Seed of --sample: the same seed gives the same sample' -r
complete -c skep -n "__fish_skep_using_subcommand count" -l rules -d 'Use the current rules (strict), or accept other moves too (historical, wikipedia)' -r -f -a "strict\t''
wikipedia\t''
historical\t''"
complete -c skep -n "__fish_skep_using_subcommand count" -l opening -d 'Choose whether a queen may enter on a player\'s first turn' -r -f -a "tournament\t''
open\t''
auto\t''"
complete -c skep -n "__fish_skep_using_subcommand count" -l repetition -d 'Choose what the third occurrence of a position does' -r -f -a "remark\t''
draw\t''
hivegame\t''
hivegame-2024\t''"
complete -c skep -n "__fish_skep_using_subcommand count" -l flip -d 'Choose how pieces turn over (Venom and packs)' -r -f -a "free\t''
locked\t''
none\t''
venom\t''"
complete -c skep -n "__fish_skep_using_subcommand count" -l honeycombo-contact -d 'Allow placements that touch only the Honeycombo: yes or no' -r -f -a "yes\t''
no\t''"
complete -c skep -n "__fish_skep_using_subcommand count" -l exchange -d 'Choose what must stay connected during a Centipede\'s exchange' -r -f -a "free\t''
strict\t''"
complete -c skep -n "__fish_skep_using_subcommand count" -l stink-bug-shield -d 'Choose which pieces a Stink Bug protects from predators' -r -f -a "any\t''
friends\t''"
complete -c skep -n "__fish_skep_using_subcommand count" -l sting -d 'Choose how far a Wasp stings' -r -f -a "adjacent\t''
any\t''"
complete -c skep -n "__fish_skep_using_subcommand count" -l resignation -d 'Choose what a resignation in Hex-It means' -r -f -a "loss\t''
count\t''"
complete -c skep -n "__fish_skep_using_subcommand count" -l by -d 'Count for each value of a field (skep help filters) or tag, or of several separated by commas' -r -f -a "white\t''
black\t''
player\t''
winner\t''
loser\t''
result\t''
stated_result\t''
board_result\t''
termination\t''
game\t''
notation\t''
variant\t''
opening\t''
shape\t''
opening_code\t''
white_motif\t''
black_motif\t''
motif\t''
plies\t''
date\t''
year\t''
month\t''
white_elo\t''
black_elo\t''
elo\t''
event\t''
event_kind\t''
site\t''
time_control\t''
speed\t''
rated\t''
bot\t''
source\t''
path\t''
entry\t''
status\t''
code\t''
severity\t''
warnings\t''
remarks\t''
white_queen\t''
black_queen\t''
queen\t''
mobility\t''
stack\t''
white_points\t''
black_points\t''
points\t''
white_missed\t''
black_missed\t''
missed\t''
white_blunders\t''
black_blunders\t''
blunders\t''
won_in\t''"
complete -c skep -n "__fish_skep_using_subcommand count" -l format -d 'Choose the format of the rows [default: from the file name, or table]' -r -f -a "table\t''
csv\t''
tsv\t''
json\t''
jsonl\t''
markdown\t''
parquet\t''"
complete -c skep -n "__fish_skep_using_subcommand count" -l columns -d 'Write only these columns, in this order: white,black (skep help columns)' -r
complete -c skep -n "__fish_skep_using_subcommand count" -s n -l limit -d 'Write at most N rows' -r
complete -c skep -n "__fish_skep_using_subcommand count" -s o -l output -d 'Write to FILE; it appears only when it is complete [default: standard output]' -r -F
complete -c skep -n "__fish_skep_using_subcommand count" -l color -d 'When to use colours: auto, always or never; NO_COLOR turns them off' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skep -n "__fish_skep_using_subcommand count" -s 0 -l null -d 'Read --files-from as paths that end with a zero byte (find -print0)'
complete -c skep -n "__fish_skep_using_subcommand count" -l csv-safe -d 'In CSV and TSV, put \' before text that starts like a formula: = + - @'
complete -c skep -n "__fish_skep_using_subcommand count" -l force -d 'Replace existing files'
complete -c skep -n "__fish_skep_using_subcommand count" -s q -l quiet -d 'Do not show notes and progress'
complete -c skep -n "__fish_skep_using_subcommand count" -l no-pager -d 'Do not show long output in a pager'
complete -c skep -n "__fish_skep_using_subcommand count" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c skep -n "__fish_skep_using_subcommand dedup" -l files-from -d 'Read paths from FILE, one per line; - is standard input' -r -F
complete -c skep -n "__fish_skep_using_subcommand dedup" -l from -d 'Set the notation instead of detecting it; see skep help notations' -r -f -a "uhp\t''
moves\t''
boardspace\t''
pgn\t''
hivegame\t''
bga\t''
jsonl\t''
hxt\t''
hivegame-api\t''
bga-log\t''
replay\t''
move-array\t''
abstractplay\t''
embedded\t''
uhp-log\t''
play-log\t''
pairs\t''
analysis\t''"
complete -c skep -n "__fish_skep_using_subcommand dedup" -s j -l threads -d 'Number of threads; 0 uses one per core' -r
complete -c skep -n "__fish_skep_using_subcommand dedup" -l where -d 'Use only the games that match an expression' -r -f -a "white\t''
black\t''
player\t''
winner\t''
loser\t''
result\t''
stated_result\t''
board_result\t''
termination\t''
game\t''
notation\t''
variant\t''
opening\t''
shape\t''
opening_code\t''
white_motif\t''
black_motif\t''
motif\t''
plies\t''
date\t''
year\t''
month\t''
white_elo\t''
black_elo\t''
elo\t''
event\t''
event_kind\t''
site\t''
time_control\t''
speed\t''
rated\t''
bot\t''
source\t''
path\t''
entry\t''
status\t''
code\t''
severity\t''
warnings\t''
remarks\t''
white_queen\t''
black_queen\t''
queen\t''
mobility\t''
stack\t''
white_points\t''
black_points\t''
points\t''
white_missed\t''
black_missed\t''
missed\t''
white_blunders\t''
black_blunders\t''
blunders\t''
won_in\t''"
complete -c skep -n "__fish_skep_using_subcommand dedup" -l player -d 'Use only the games that NAME played, as White or Black' -r
complete -c skep -n "__fish_skep_using_subcommand dedup" -l aliases -d 'Replace names of players by the names in FILE' -r -F
complete -c skep -n "__fish_skep_using_subcommand dedup" -l game -d 'Use only game N, counted from 1, or several: 1,3 or 6..15' -r
complete -c skep -n "__fish_skep_using_subcommand dedup" -l first -d 'Use only the first N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand dedup" -l last -d 'Use only the last N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand dedup" -l sample -d 'Use only a random sample of N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand dedup" -l seed -d 'Seed of --sample: the same seed gives the same sample' -r
complete -c skep -n "__fish_skep_using_subcommand dedup" -l rules -d 'Use the current rules (strict), or accept other moves too (historical, wikipedia)' -r -f -a "strict\t''
wikipedia\t''
historical\t''"
complete -c skep -n "__fish_skep_using_subcommand dedup" -l opening -d 'Choose whether a queen may enter on a player\'s first turn' -r -f -a "tournament\t''
open\t''
auto\t''"
complete -c skep -n "__fish_skep_using_subcommand dedup" -l repetition -d 'Choose what the third occurrence of a position does' -r -f -a "remark\t''
draw\t''
hivegame\t''
hivegame-2024\t''"
complete -c skep -n "__fish_skep_using_subcommand dedup" -l flip -d 'Choose how pieces turn over (Venom and packs)' -r -f -a "free\t''
locked\t''
none\t''
venom\t''"
complete -c skep -n "__fish_skep_using_subcommand dedup" -l honeycombo-contact -d 'Allow placements that touch only the Honeycombo: yes or no' -r -f -a "yes\t''
no\t''"
complete -c skep -n "__fish_skep_using_subcommand dedup" -l exchange -d 'Choose what must stay connected during a Centipede\'s exchange' -r -f -a "free\t''
strict\t''"
complete -c skep -n "__fish_skep_using_subcommand dedup" -l stink-bug-shield -d 'Choose which pieces a Stink Bug protects from predators' -r -f -a "any\t''
friends\t''"
complete -c skep -n "__fish_skep_using_subcommand dedup" -l sting -d 'Choose how far a Wasp stings' -r -f -a "adjacent\t''
any\t''"
complete -c skep -n "__fish_skep_using_subcommand dedup" -l resignation -d 'Choose what a resignation in Hex-It means' -r -f -a "loss\t''
count\t''"
complete -c skep -n "__fish_skep_using_subcommand dedup" -l key -d 'Choose what makes two games duplicates' -r -f -a "moves\t''
players+moves\t''
canonical\t''"
complete -c skep -n "__fish_skep_using_subcommand dedup" -l keep -d 'Choose which duplicate to keep' -r -f -a "first\t''
longest\t''
most-tags\t''"
complete -c skep -n "__fish_skep_using_subcommand dedup" -l beginnings -d 'Also remove games that are the beginning of a longer game' -r
complete -c skep -n "__fish_skep_using_subcommand dedup" -l report -d 'Write a table of the removed games to FILE' -r -F
complete -c skep -n "__fish_skep_using_subcommand dedup" -l rest -d 'Write the removed games to FILE; the extension sets the notation' -r -F
complete -c skep -n "__fish_skep_using_subcommand dedup" -l format -d 'Choose the format of the rows of --report' -r -f -a "table\t''
csv\t''
tsv\t''
json\t''
jsonl\t''
markdown\t''
parquet\t''"
complete -c skep -n "__fish_skep_using_subcommand dedup" -l columns -d 'Write only these columns of --report, in this order (skep help columns)' -r
complete -c skep -n "__fish_skep_using_subcommand dedup" -s n -l limit -d 'Write at most N rows of --report' -r
complete -c skep -n "__fish_skep_using_subcommand dedup" -l to -d 'Write the games in this notation [default: from the file name, or unchanged]' -r -f -a "uhp\t''
pgn\t''
boardspace\t''
jsonl\t''
hxt\t''"
complete -c skep -n "__fish_skep_using_subcommand dedup" -l state -d 'With --to uhp, write the stated result or the result on the board as State' -r -f -a "stated\t''
board\t''"
complete -c skep -n "__fish_skep_using_subcommand dedup" -s o -l output -d 'Write to FILE; it appears only when it is complete [default: standard output]' -r -F
complete -c skep -n "__fish_skep_using_subcommand dedup" -l against -d 'Also remove the games that are in PATH, such as an existing collection' -r
complete -c skep -n "__fish_skep_using_subcommand dedup" -l color -d 'When to use colours: auto, always or never; NO_COLOR turns them off' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skep -n "__fish_skep_using_subcommand dedup" -s 0 -l null -d 'Read --files-from as paths that end with a zero byte (find -print0)'
complete -c skep -n "__fish_skep_using_subcommand dedup" -s v -l verbose -d 'List each removed game and the game that is kept'
complete -c skep -n "__fish_skep_using_subcommand dedup" -l csv-safe -d 'In --report, put \' before text that starts like a formula: = + - @'
complete -c skep -n "__fish_skep_using_subcommand dedup" -l force -d 'Replace existing files'
complete -c skep -n "__fish_skep_using_subcommand dedup" -s q -l quiet -d 'Do not show notes and progress'
complete -c skep -n "__fish_skep_using_subcommand dedup" -l no-pager -d 'Do not show long output in a pager'
complete -c skep -n "__fish_skep_using_subcommand dedup" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c skep -n "__fish_skep_using_subcommand sort" -l files-from -d 'Read paths from FILE, one per line; - is standard input' -r -F
complete -c skep -n "__fish_skep_using_subcommand sort" -l from -d 'Set the notation instead of detecting it; see skep help notations' -r -f -a "uhp\t''
moves\t''
boardspace\t''
pgn\t''
hivegame\t''
bga\t''
jsonl\t''
hxt\t''
hivegame-api\t''
bga-log\t''
replay\t''
move-array\t''
abstractplay\t''
embedded\t''
uhp-log\t''
play-log\t''
pairs\t''
analysis\t''"
complete -c skep -n "__fish_skep_using_subcommand sort" -s j -l threads -d 'Number of threads; 0 uses one per core' -r
complete -c skep -n "__fish_skep_using_subcommand sort" -l where -d 'Use only the games that match an expression' -r -f -a "white\t''
black\t''
player\t''
winner\t''
loser\t''
result\t''
stated_result\t''
board_result\t''
termination\t''
game\t''
notation\t''
variant\t''
opening\t''
shape\t''
opening_code\t''
white_motif\t''
black_motif\t''
motif\t''
plies\t''
date\t''
year\t''
month\t''
white_elo\t''
black_elo\t''
elo\t''
event\t''
event_kind\t''
site\t''
time_control\t''
speed\t''
rated\t''
bot\t''
source\t''
path\t''
entry\t''
status\t''
code\t''
severity\t''
warnings\t''
remarks\t''
white_queen\t''
black_queen\t''
queen\t''
mobility\t''
stack\t''
white_points\t''
black_points\t''
points\t''
white_missed\t''
black_missed\t''
missed\t''
white_blunders\t''
black_blunders\t''
blunders\t''
won_in\t''"
complete -c skep -n "__fish_skep_using_subcommand sort" -l player -d 'Use only the games that NAME played, as White or Black' -r
complete -c skep -n "__fish_skep_using_subcommand sort" -l aliases -d 'Replace names of players by the names in FILE' -r -F
complete -c skep -n "__fish_skep_using_subcommand sort" -l game -d 'Use only game N, counted from 1, or several: 1,3 or 6..15' -r
complete -c skep -n "__fish_skep_using_subcommand sort" -l first -d 'Use only the first N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand sort" -l last -d 'Use only the last N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand sort" -l sample -d 'Use only a random sample of N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand sort" -l seed -d 'Seed of --sample: the same seed gives the same sample' -r
complete -c skep -n "__fish_skep_using_subcommand sort" -l rules -d 'Use the current rules (strict), or accept other moves too (historical, wikipedia)' -r -f -a "strict\t''
wikipedia\t''
historical\t''"
complete -c skep -n "__fish_skep_using_subcommand sort" -l opening -d 'Choose whether a queen may enter on a player\'s first turn' -r -f -a "tournament\t''
open\t''
auto\t''"
complete -c skep -n "__fish_skep_using_subcommand sort" -l repetition -d 'Choose what the third occurrence of a position does' -r -f -a "remark\t''
draw\t''
hivegame\t''
hivegame-2024\t''"
complete -c skep -n "__fish_skep_using_subcommand sort" -l flip -d 'Choose how pieces turn over (Venom and packs)' -r -f -a "free\t''
locked\t''
none\t''
venom\t''"
complete -c skep -n "__fish_skep_using_subcommand sort" -l honeycombo-contact -d 'Allow placements that touch only the Honeycombo: yes or no' -r -f -a "yes\t''
no\t''"
complete -c skep -n "__fish_skep_using_subcommand sort" -l exchange -d 'Choose what must stay connected during a Centipede\'s exchange' -r -f -a "free\t''
strict\t''"
complete -c skep -n "__fish_skep_using_subcommand sort" -l stink-bug-shield -d 'Choose which pieces a Stink Bug protects from predators' -r -f -a "any\t''
friends\t''"
complete -c skep -n "__fish_skep_using_subcommand sort" -l sting -d 'Choose how far a Wasp stings' -r -f -a "adjacent\t''
any\t''"
complete -c skep -n "__fish_skep_using_subcommand sort" -l resignation -d 'Choose what a resignation in Hex-It means' -r -f -a "loss\t''
count\t''"
complete -c skep -n "__fish_skep_using_subcommand sort" -l to -d 'Write the games in this notation [default: from the file name, or unchanged]' -r -f -a "uhp\t''
pgn\t''
boardspace\t''
jsonl\t''
hxt\t''"
complete -c skep -n "__fish_skep_using_subcommand sort" -l state -d 'With --to uhp, write the stated result or the result on the board as State' -r -f -a "stated\t''
board\t''"
complete -c skep -n "__fish_skep_using_subcommand sort" -s o -l output -d 'Write to FILE; it appears only when it is complete [default: standard output]' -r -F
complete -c skep -n "__fish_skep_using_subcommand sort" -l by -d 'Sort by these fields (skep help filters) or tags, separated by commas; -FIELD sorts in descending order' -r -f -a "white\t''
black\t''
player\t''
winner\t''
loser\t''
result\t''
stated_result\t''
board_result\t''
termination\t''
game\t''
notation\t''
variant\t''
opening\t''
shape\t''
opening_code\t''
white_motif\t''
black_motif\t''
motif\t''
plies\t''
date\t''
year\t''
month\t''
white_elo\t''
black_elo\t''
elo\t''
event\t''
event_kind\t''
site\t''
time_control\t''
speed\t''
rated\t''
bot\t''
source\t''
path\t''
entry\t''
status\t''
code\t''
severity\t''
warnings\t''
remarks\t''
white_queen\t''
black_queen\t''
queen\t''
mobility\t''
stack\t''
white_points\t''
black_points\t''
points\t''
white_missed\t''
black_missed\t''
missed\t''
white_blunders\t''
black_blunders\t''
blunders\t''
won_in\t''"
complete -c skep -n "__fish_skep_using_subcommand sort" -s S -l buffer-size -d 'Memory for games, such as 64M or 2G' -r
complete -c skep -n "__fish_skep_using_subcommand sort" -l color -d 'When to use colours: auto, always or never; NO_COLOR turns them off' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skep -n "__fish_skep_using_subcommand sort" -s 0 -l null -d 'Read --files-from as paths that end with a zero byte (find -print0)'
complete -c skep -n "__fish_skep_using_subcommand sort" -l force -d 'Replace existing files'
complete -c skep -n "__fish_skep_using_subcommand sort" -s r -l reverse -d 'Reverse the order of all fields'
complete -c skep -n "__fish_skep_using_subcommand sort" -s q -l quiet -d 'Do not show notes and progress'
complete -c skep -n "__fish_skep_using_subcommand sort" -l no-pager -d 'Do not show long output in a pager'
complete -c skep -n "__fish_skep_using_subcommand sort" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c skep -n "__fish_skep_using_subcommand split" -l files-from -d 'Read paths from FILE, one per line; - is standard input' -r -F
complete -c skep -n "__fish_skep_using_subcommand split" -l from -d 'Set the notation instead of detecting it; see skep help notations' -r -f -a "uhp\t''
moves\t''
boardspace\t''
pgn\t''
hivegame\t''
bga\t''
jsonl\t''
hxt\t''
hivegame-api\t''
bga-log\t''
replay\t''
move-array\t''
abstractplay\t''
embedded\t''
uhp-log\t''
play-log\t''
pairs\t''
analysis\t''"
complete -c skep -n "__fish_skep_using_subcommand split" -s j -l threads -d 'Number of threads; 0 uses one per core' -r
complete -c skep -n "__fish_skep_using_subcommand split" -l where -d 'Use only the games that match an expression' -r -f -a "white\t''
black\t''
player\t''
winner\t''
loser\t''
result\t''
stated_result\t''
board_result\t''
termination\t''
game\t''
notation\t''
variant\t''
opening\t''
shape\t''
opening_code\t''
white_motif\t''
black_motif\t''
motif\t''
plies\t''
date\t''
year\t''
month\t''
white_elo\t''
black_elo\t''
elo\t''
event\t''
event_kind\t''
site\t''
time_control\t''
speed\t''
rated\t''
bot\t''
source\t''
path\t''
entry\t''
status\t''
code\t''
severity\t''
warnings\t''
remarks\t''
white_queen\t''
black_queen\t''
queen\t''
mobility\t''
stack\t''
white_points\t''
black_points\t''
points\t''
white_missed\t''
black_missed\t''
missed\t''
white_blunders\t''
black_blunders\t''
blunders\t''
won_in\t''"
complete -c skep -n "__fish_skep_using_subcommand split" -l player -d 'Use only the games that NAME played, as White or Black' -r
complete -c skep -n "__fish_skep_using_subcommand split" -l aliases -d 'Replace names of players by the names in FILE' -r -F
complete -c skep -n "__fish_skep_using_subcommand split" -l game -d 'Use only game N, counted from 1, or several: 1,3 or 6..15' -r
complete -c skep -n "__fish_skep_using_subcommand split" -l first -d 'Use only the first N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand split" -l last -d 'Use only the last N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand split" -l sample -d 'Use only a random sample of N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand split" -l seed -d 'Seed of --sample: the same seed gives the same sample' -r
complete -c skep -n "__fish_skep_using_subcommand split" -l rules -d 'Use the current rules (strict), or accept other moves too (historical, wikipedia)' -r -f -a "strict\t''
wikipedia\t''
historical\t''"
complete -c skep -n "__fish_skep_using_subcommand split" -l opening -d 'Choose whether a queen may enter on a player\'s first turn' -r -f -a "tournament\t''
open\t''
auto\t''"
complete -c skep -n "__fish_skep_using_subcommand split" -l repetition -d 'Choose what the third occurrence of a position does' -r -f -a "remark\t''
draw\t''
hivegame\t''
hivegame-2024\t''"
complete -c skep -n "__fish_skep_using_subcommand split" -l flip -d 'Choose how pieces turn over (Venom and packs)' -r -f -a "free\t''
locked\t''
none\t''
venom\t''"
complete -c skep -n "__fish_skep_using_subcommand split" -l honeycombo-contact -d 'Allow placements that touch only the Honeycombo: yes or no' -r -f -a "yes\t''
no\t''"
complete -c skep -n "__fish_skep_using_subcommand split" -l exchange -d 'Choose what must stay connected during a Centipede\'s exchange' -r -f -a "free\t''
strict\t''"
complete -c skep -n "__fish_skep_using_subcommand split" -l stink-bug-shield -d 'Choose which pieces a Stink Bug protects from predators' -r -f -a "any\t''
friends\t''"
complete -c skep -n "__fish_skep_using_subcommand split" -l sting -d 'Choose how far a Wasp stings' -r -f -a "adjacent\t''
any\t''"
complete -c skep -n "__fish_skep_using_subcommand split" -l resignation -d 'Choose what a resignation in Hex-It means' -r -f -a "loss\t''
count\t''"
complete -c skep -n "__fish_skep_using_subcommand split" -l by -d 'Name the files by fields, such as white, variant/month or \'games-{year}\'' -r -f -a "white\t''
black\t''
player\t''
winner\t''
loser\t''
result\t''
stated_result\t''
board_result\t''
termination\t''
game\t''
notation\t''
variant\t''
opening\t''
shape\t''
opening_code\t''
white_motif\t''
black_motif\t''
motif\t''
plies\t''
date\t''
year\t''
month\t''
white_elo\t''
black_elo\t''
elo\t''
event\t''
event_kind\t''
site\t''
time_control\t''
speed\t''
rated\t''
bot\t''
source\t''
path\t''
entry\t''
status\t''
code\t''
severity\t''
warnings\t''
remarks\t''
white_queen\t''
black_queen\t''
queen\t''
mobility\t''
stack\t''
white_points\t''
black_points\t''
points\t''
white_missed\t''
black_missed\t''
missed\t''
white_blunders\t''
black_blunders\t''
blunders\t''
won_in\t''"
complete -c skep -n "__fish_skep_using_subcommand split" -l per-file -d 'Write at most N games to a file' -r
complete -c skep -n "__fish_skep_using_subcommand split" -l bytes -d 'Write at most SIZE bytes to a file, such as 64K or 20M' -r
complete -c skep -n "__fish_skep_using_subcommand split" -s o -l output -d 'Write to this folder' -r -F
complete -c skep -n "__fish_skep_using_subcommand split" -l to -d 'Write the games in this notation [default: unchanged]' -r -f -a "uhp\t''
pgn\t''
boardspace\t''
jsonl\t''
hxt\t''"
complete -c skep -n "__fish_skep_using_subcommand split" -l state -d 'With --to uhp, write the stated result or the result on the board as State' -r -f -a "stated\t''
board\t''"
complete -c skep -n "__fish_skep_using_subcommand split" -l color -d 'When to use colours: auto, always or never; NO_COLOR turns them off' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skep -n "__fish_skep_using_subcommand split" -s 0 -l null -d 'Read --files-from as paths that end with a zero byte (find -print0)'
complete -c skep -n "__fish_skep_using_subcommand split" -l force -d 'Replace existing files'
complete -c skep -n "__fish_skep_using_subcommand split" -s q -l quiet -d 'Do not show notes and progress'
complete -c skep -n "__fish_skep_using_subcommand split" -l no-pager -d 'Do not show long output in a pager'
complete -c skep -n "__fish_skep_using_subcommand split" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c skep -n "__fish_skep_using_subcommand stats" -l by -d 'Group the games by a field (skep help filters) or tag, or by several separated by commas' -r -f -a "white\t''
black\t''
player\t''
winner\t''
loser\t''
result\t''
stated_result\t''
board_result\t''
termination\t''
game\t''
notation\t''
variant\t''
opening\t''
shape\t''
opening_code\t''
white_motif\t''
black_motif\t''
motif\t''
plies\t''
date\t''
year\t''
month\t''
white_elo\t''
black_elo\t''
elo\t''
event\t''
event_kind\t''
site\t''
time_control\t''
speed\t''
rated\t''
bot\t''
source\t''
path\t''
entry\t''
status\t''
code\t''
severity\t''
warnings\t''
remarks\t''
white_queen\t''
black_queen\t''
queen\t''
mobility\t''
stack\t''
white_points\t''
black_points\t''
points\t''
white_missed\t''
black_missed\t''
missed\t''
white_blunders\t''
black_blunders\t''
blunders\t''
won_in\t''"
complete -c skep -n "__fish_skep_using_subcommand stats" -l table -d 'Choose the tables to show [default: results, endings, bugs; results only in CSV and TSV]' -r -f -a "results\t''
endings\t''
bugs\t''
motifs\t''
lengths\t''
clocks\t''
thinks\t''"
complete -c skep -n "__fish_skep_using_subcommand stats" -l trouble -d 'Set the limit of time trouble (clocks): a percentage of the initial time, or seconds such as 30s [default: 10%]' -r
complete -c skep -n "__fish_skep_using_subcommand stats" -l names -d 'Read names of openings from FILE (for --by opening)' -r -F
complete -c skep -n "__fish_skep_using_subcommand stats" -l tactics -d 'Also count forced wins in N turns, 1 to 3, that players found, missed and allowed [default N: 2]' -r
complete -c skep -n "__fish_skep_using_subcommand stats" -l files-from -d 'Read paths from FILE, one per line; - is standard input' -r -F
complete -c skep -n "__fish_skep_using_subcommand stats" -l from -d 'Set the notation instead of detecting it; see skep help notations' -r -f -a "uhp\t''
moves\t''
boardspace\t''
pgn\t''
hivegame\t''
bga\t''
jsonl\t''
hxt\t''
hivegame-api\t''
bga-log\t''
replay\t''
move-array\t''
abstractplay\t''
embedded\t''
uhp-log\t''
play-log\t''
pairs\t''
analysis\t''"
complete -c skep -n "__fish_skep_using_subcommand stats" -s j -l threads -d 'Number of threads; 0 uses one per core' -r
complete -c skep -n "__fish_skep_using_subcommand stats" -l where -d 'Use only the games that match an expression' -r -f -a "white\t''
black\t''
player\t''
winner\t''
loser\t''
result\t''
stated_result\t''
board_result\t''
termination\t''
game\t''
notation\t''
variant\t''
opening\t''
shape\t''
opening_code\t''
white_motif\t''
black_motif\t''
motif\t''
plies\t''
date\t''
year\t''
month\t''
white_elo\t''
black_elo\t''
elo\t''
event\t''
event_kind\t''
site\t''
time_control\t''
speed\t''
rated\t''
bot\t''
source\t''
path\t''
entry\t''
status\t''
code\t''
severity\t''
warnings\t''
remarks\t''
white_queen\t''
black_queen\t''
queen\t''
mobility\t''
stack\t''
white_points\t''
black_points\t''
points\t''
white_missed\t''
black_missed\t''
missed\t''
white_blunders\t''
black_blunders\t''
blunders\t''
won_in\t''"
complete -c skep -n "__fish_skep_using_subcommand stats" -l player -d 'Use only the games that NAME played, as White or Black' -r
complete -c skep -n "__fish_skep_using_subcommand stats" -l aliases -d 'Replace names of players by the names in FILE' -r -F
complete -c skep -n "__fish_skep_using_subcommand stats" -l game -d 'Use only game N, counted from 1, or several: 1,3 or 6..15' -r
complete -c skep -n "__fish_skep_using_subcommand stats" -l first -d 'Use only the first N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand stats" -l last -d 'Use only the last N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand stats" -l sample -d 'Use only a random sample of N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand stats" -l seed -d 'Seed of --sample: the same seed gives the same sample' -r
complete -c skep -n "__fish_skep_using_subcommand stats" -l rules -d 'Use the current rules (strict), or accept other moves too (historical, wikipedia)' -r -f -a "strict\t''
wikipedia\t''
historical\t''"
complete -c skep -n "__fish_skep_using_subcommand stats" -l opening -d 'Choose whether a queen may enter on a player\'s first turn' -r -f -a "tournament\t''
open\t''
auto\t''"
complete -c skep -n "__fish_skep_using_subcommand stats" -l repetition -d 'Choose what the third occurrence of a position does' -r -f -a "remark\t''
draw\t''
hivegame\t''
hivegame-2024\t''"
complete -c skep -n "__fish_skep_using_subcommand stats" -l flip -d 'Choose how pieces turn over (Venom and packs)' -r -f -a "free\t''
locked\t''
none\t''
venom\t''"
complete -c skep -n "__fish_skep_using_subcommand stats" -l honeycombo-contact -d 'Allow placements that touch only the Honeycombo: yes or no' -r -f -a "yes\t''
no\t''"
complete -c skep -n "__fish_skep_using_subcommand stats" -l exchange -d 'Choose what must stay connected during a Centipede\'s exchange' -r -f -a "free\t''
strict\t''"
complete -c skep -n "__fish_skep_using_subcommand stats" -l stink-bug-shield -d 'Choose which pieces a Stink Bug protects from predators' -r -f -a "any\t''
friends\t''"
complete -c skep -n "__fish_skep_using_subcommand stats" -l sting -d 'Choose how far a Wasp stings' -r -f -a "adjacent\t''
any\t''"
complete -c skep -n "__fish_skep_using_subcommand stats" -l resignation -d 'Choose what a resignation in Hex-It means' -r -f -a "loss\t''
count\t''"
complete -c skep -n "__fish_skep_using_subcommand stats" -l format -d 'Choose the format of the rows [default: from the file name, or table]' -r -f -a "table\t''
csv\t''
tsv\t''
json\t''
jsonl\t''
markdown\t''
parquet\t''"
complete -c skep -n "__fish_skep_using_subcommand stats" -l columns -d 'Write only these columns, in this order: white,black (skep help columns)' -r
complete -c skep -n "__fish_skep_using_subcommand stats" -s n -l limit -d 'Write at most N rows' -r
complete -c skep -n "__fish_skep_using_subcommand stats" -s o -l output -d 'Write to FILE; it appears only when it is complete [default: standard output]' -r -F
complete -c skep -n "__fish_skep_using_subcommand stats" -l color -d 'When to use colours: auto, always or never; NO_COLOR turns them off' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skep -n "__fish_skep_using_subcommand stats" -l branching -d 'Also count the legal moves of every position (several times slower)'
complete -c skep -n "__fish_skep_using_subcommand stats" -s 0 -l null -d 'Read --files-from as paths that end with a zero byte (find -print0)'
complete -c skep -n "__fish_skep_using_subcommand stats" -l csv-safe -d 'In CSV and TSV, put \' before text that starts like a formula: = + - @'
complete -c skep -n "__fish_skep_using_subcommand stats" -l force -d 'Replace existing files'
complete -c skep -n "__fish_skep_using_subcommand stats" -l partial -d 'Write the count of a part of the collection, for --merge'
complete -c skep -n "__fish_skep_using_subcommand stats" -l merge -d 'Add up partial counts: each PATH is a file that --partial wrote'
complete -c skep -n "__fish_skep_using_subcommand stats" -s q -l quiet -d 'Do not show notes and progress'
complete -c skep -n "__fish_skep_using_subcommand stats" -l no-pager -d 'Do not show long output in a pager'
complete -c skep -n "__fish_skep_using_subcommand stats" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c skep -n "__fish_skep_using_subcommand openings" -l depth -d 'Count N moves deep' -r
complete -c skep -n "__fish_skep_using_subcommand openings" -l by -d 'Print a tree for each value of these fields or tags (skep help filters)' -r -f -a "white\t''
black\t''
player\t''
winner\t''
loser\t''
result\t''
stated_result\t''
board_result\t''
termination\t''
game\t''
notation\t''
variant\t''
opening\t''
shape\t''
opening_code\t''
white_motif\t''
black_motif\t''
motif\t''
plies\t''
date\t''
year\t''
month\t''
white_elo\t''
black_elo\t''
elo\t''
event\t''
event_kind\t''
site\t''
time_control\t''
speed\t''
rated\t''
bot\t''
source\t''
path\t''
entry\t''
status\t''
code\t''
severity\t''
warnings\t''
remarks\t''
white_queen\t''
black_queen\t''
queen\t''
mobility\t''
stack\t''
white_points\t''
black_points\t''
points\t''
white_missed\t''
black_missed\t''
missed\t''
white_blunders\t''
black_blunders\t''
blunders\t''
won_in\t''"
complete -c skep -n "__fish_skep_using_subcommand openings" -l min-games -d 'Leave out positions reached by fewer than N games' -r
complete -c skep -n "__fish_skep_using_subcommand openings" -l top -d 'Show at most N moves per position, the most played first' -r
complete -c skep -n "__fish_skep_using_subcommand openings" -l names -d 'Read names of openings from FILE, besides the built-in names' -r -F
complete -c skep -n "__fish_skep_using_subcommand openings" -l max-positions -d 'Hold about N positions in memory, at about 100 bytes each per thread' -r
complete -c skep -n "__fish_skep_using_subcommand openings" -l max-rows -d 'Show at most about N positions, at about 2 KB each' -r
complete -c skep -n "__fish_skep_using_subcommand openings" -l from-game -l after -d 'Start at this position: a GameString, a line of moves, a state, a file or a variant' -r
complete -c skep -n "__fish_skep_using_subcommand openings" -l files-from -d 'Read paths from FILE, one per line; - is standard input' -r -F
complete -c skep -n "__fish_skep_using_subcommand openings" -l from -d 'Set the notation instead of detecting it; see skep help notations' -r -f -a "uhp\t''
moves\t''
boardspace\t''
pgn\t''
hivegame\t''
bga\t''
jsonl\t''
hxt\t''
hivegame-api\t''
bga-log\t''
replay\t''
move-array\t''
abstractplay\t''
embedded\t''
uhp-log\t''
play-log\t''
pairs\t''
analysis\t''"
complete -c skep -n "__fish_skep_using_subcommand openings" -s j -l threads -d 'Number of threads; 0 uses one per core' -r
complete -c skep -n "__fish_skep_using_subcommand openings" -l where -d 'Use only the games that match an expression' -r -f -a "white\t''
black\t''
player\t''
winner\t''
loser\t''
result\t''
stated_result\t''
board_result\t''
termination\t''
game\t''
notation\t''
variant\t''
opening\t''
shape\t''
opening_code\t''
white_motif\t''
black_motif\t''
motif\t''
plies\t''
date\t''
year\t''
month\t''
white_elo\t''
black_elo\t''
elo\t''
event\t''
event_kind\t''
site\t''
time_control\t''
speed\t''
rated\t''
bot\t''
source\t''
path\t''
entry\t''
status\t''
code\t''
severity\t''
warnings\t''
remarks\t''
white_queen\t''
black_queen\t''
queen\t''
mobility\t''
stack\t''
white_points\t''
black_points\t''
points\t''
white_missed\t''
black_missed\t''
missed\t''
white_blunders\t''
black_blunders\t''
blunders\t''
won_in\t''"
complete -c skep -n "__fish_skep_using_subcommand openings" -l player -d 'Use only the games that NAME played, as White or Black' -r
complete -c skep -n "__fish_skep_using_subcommand openings" -l aliases -d 'Replace names of players by the names in FILE' -r -F
complete -c skep -n "__fish_skep_using_subcommand openings" -l game -d 'Use only game N, counted from 1, or several: 1,3 or 6..15' -r
complete -c skep -n "__fish_skep_using_subcommand openings" -l first -d 'Use only the first N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand openings" -l last -d 'Use only the last N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand openings" -l sample -d 'Use only a random sample of N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand openings" -l seed -d 'Seed of --sample: the same seed gives the same sample' -r
complete -c skep -n "__fish_skep_using_subcommand openings" -l rules -d 'Use the current rules (strict), or accept other moves too (historical, wikipedia)' -r -f -a "strict\t''
wikipedia\t''
historical\t''"
complete -c skep -n "__fish_skep_using_subcommand openings" -l opening -d 'Choose whether a queen may enter on a player\'s first turn' -r -f -a "tournament\t''
open\t''
auto\t''"
complete -c skep -n "__fish_skep_using_subcommand openings" -l repetition -d 'Choose what the third occurrence of a position does' -r -f -a "remark\t''
draw\t''
hivegame\t''
hivegame-2024\t''"
complete -c skep -n "__fish_skep_using_subcommand openings" -l flip -d 'Choose how pieces turn over (Venom and packs)' -r -f -a "free\t''
locked\t''
none\t''
venom\t''"
complete -c skep -n "__fish_skep_using_subcommand openings" -l honeycombo-contact -d 'Allow placements that touch only the Honeycombo: yes or no' -r -f -a "yes\t''
no\t''"
complete -c skep -n "__fish_skep_using_subcommand openings" -l exchange -d 'Choose what must stay connected during a Centipede\'s exchange' -r -f -a "free\t''
strict\t''"
complete -c skep -n "__fish_skep_using_subcommand openings" -l stink-bug-shield -d 'Choose which pieces a Stink Bug protects from predators' -r -f -a "any\t''
friends\t''"
complete -c skep -n "__fish_skep_using_subcommand openings" -l sting -d 'Choose how far a Wasp stings' -r -f -a "adjacent\t''
any\t''"
complete -c skep -n "__fish_skep_using_subcommand openings" -l resignation -d 'Choose what a resignation in Hex-It means' -r -f -a "loss\t''
count\t''"
complete -c skep -n "__fish_skep_using_subcommand openings" -l format -d 'Choose the format of the rows [default: from the file name, or table]' -r -f -a "table\t''
csv\t''
tsv\t''
json\t''
jsonl\t''
markdown\t''
parquet\t''"
complete -c skep -n "__fish_skep_using_subcommand openings" -l columns -d 'Write only these columns, in this order: white,black (skep help columns)' -r
complete -c skep -n "__fish_skep_using_subcommand openings" -s n -l limit -d 'Write at most N rows' -r
complete -c skep -n "__fish_skep_using_subcommand openings" -s o -l output -d 'Write to FILE; it appears only when it is complete [default: standard output]' -r -F
complete -c skep -n "__fish_skep_using_subcommand openings" -l color -d 'When to use colours: auto, always or never; NO_COLOR turns them off' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skep -n "__fish_skep_using_subcommand openings" -s 0 -l null -d 'Read --files-from as paths that end with a zero byte (find -print0)'
complete -c skep -n "__fish_skep_using_subcommand openings" -l csv-safe -d 'In CSV and TSV, put \' before text that starts like a formula: = + - @'
complete -c skep -n "__fish_skep_using_subcommand openings" -l force -d 'Replace existing files'
complete -c skep -n "__fish_skep_using_subcommand openings" -l partial -d 'Write the count of a part of the collection, for --merge'
complete -c skep -n "__fish_skep_using_subcommand openings" -l merge -d 'Add up partial counts: each PATH is a file that --partial wrote'
complete -c skep -n "__fish_skep_using_subcommand openings" -s q -l quiet -d 'Do not show notes and progress'
complete -c skep -n "__fish_skep_using_subcommand openings" -l no-pager -d 'Do not show long output in a pager'
complete -c skep -n "__fish_skep_using_subcommand openings" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c skep -n "__fish_skep_using_subcommand players" -l table -d 'Choose the table to show' -r -f -a "players\t''
crosstable\t''
form\t''
openings\t''
colours\t''
upsets\t''
accuracy\t''"
complete -c skep -n "__fish_skep_using_subcommand players" -l min-games -d 'Leave out rows with fewer than N games' -r
complete -c skep -n "__fish_skep_using_subcommand players" -l sort -d 'Choose the order of the players' -r -f -a "games\t''
rating\t''
score\t''
name\t''"
complete -c skep -n "__fish_skep_using_subcommand players" -l top -d 'Show only the first N players with all their rows; in upsets, the first N games' -r
complete -c skep -n "__fish_skep_using_subcommand players" -l per -d 'Show the form by month or by year (form)' -r -f -a "month\t''
year\t''"
complete -c skep -n "__fish_skep_using_subcommand players" -l tactics -d 'Also count forced wins in N turns, 1 to 3, that players found, missed and allowed [default N: 2]' -r
complete -c skep -n "__fish_skep_using_subcommand players" -l files-from -d 'Read paths from FILE, one per line; - is standard input' -r -F
complete -c skep -n "__fish_skep_using_subcommand players" -l from -d 'Set the notation instead of detecting it; see skep help notations' -r -f -a "uhp\t''
moves\t''
boardspace\t''
pgn\t''
hivegame\t''
bga\t''
jsonl\t''
hxt\t''
hivegame-api\t''
bga-log\t''
replay\t''
move-array\t''
abstractplay\t''
embedded\t''
uhp-log\t''
play-log\t''
pairs\t''
analysis\t''"
complete -c skep -n "__fish_skep_using_subcommand players" -s j -l threads -d 'Number of threads; 0 uses one per core' -r
complete -c skep -n "__fish_skep_using_subcommand players" -l where -d 'Use only the games that match an expression' -r -f -a "white\t''
black\t''
player\t''
winner\t''
loser\t''
result\t''
stated_result\t''
board_result\t''
termination\t''
game\t''
notation\t''
variant\t''
opening\t''
shape\t''
opening_code\t''
white_motif\t''
black_motif\t''
motif\t''
plies\t''
date\t''
year\t''
month\t''
white_elo\t''
black_elo\t''
elo\t''
event\t''
event_kind\t''
site\t''
time_control\t''
speed\t''
rated\t''
bot\t''
source\t''
path\t''
entry\t''
status\t''
code\t''
severity\t''
warnings\t''
remarks\t''
white_queen\t''
black_queen\t''
queen\t''
mobility\t''
stack\t''
white_points\t''
black_points\t''
points\t''
white_missed\t''
black_missed\t''
missed\t''
white_blunders\t''
black_blunders\t''
blunders\t''
won_in\t''"
complete -c skep -n "__fish_skep_using_subcommand players" -l player -d 'Use only the games that NAME played, as White or Black' -r
complete -c skep -n "__fish_skep_using_subcommand players" -l aliases -d 'Replace names of players by the names in FILE' -r -F
complete -c skep -n "__fish_skep_using_subcommand players" -l game -d 'Use only game N, counted from 1, or several: 1,3 or 6..15' -r
complete -c skep -n "__fish_skep_using_subcommand players" -l first -d 'Use only the first N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand players" -l last -d 'Use only the last N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand players" -l sample -d 'Use only a random sample of N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand players" -l seed -d 'Seed of --sample: the same seed gives the same sample' -r
complete -c skep -n "__fish_skep_using_subcommand players" -l rules -d 'Use the current rules (strict), or accept other moves too (historical, wikipedia)' -r -f -a "strict\t''
wikipedia\t''
historical\t''"
complete -c skep -n "__fish_skep_using_subcommand players" -l opening -d 'Choose whether a queen may enter on a player\'s first turn' -r -f -a "tournament\t''
open\t''
auto\t''"
complete -c skep -n "__fish_skep_using_subcommand players" -l repetition -d 'Choose what the third occurrence of a position does' -r -f -a "remark\t''
draw\t''
hivegame\t''
hivegame-2024\t''"
complete -c skep -n "__fish_skep_using_subcommand players" -l flip -d 'Choose how pieces turn over (Venom and packs)' -r -f -a "free\t''
locked\t''
none\t''
venom\t''"
complete -c skep -n "__fish_skep_using_subcommand players" -l honeycombo-contact -d 'Allow placements that touch only the Honeycombo: yes or no' -r -f -a "yes\t''
no\t''"
complete -c skep -n "__fish_skep_using_subcommand players" -l exchange -d 'Choose what must stay connected during a Centipede\'s exchange' -r -f -a "free\t''
strict\t''"
complete -c skep -n "__fish_skep_using_subcommand players" -l stink-bug-shield -d 'Choose which pieces a Stink Bug protects from predators' -r -f -a "any\t''
friends\t''"
complete -c skep -n "__fish_skep_using_subcommand players" -l sting -d 'Choose how far a Wasp stings' -r -f -a "adjacent\t''
any\t''"
complete -c skep -n "__fish_skep_using_subcommand players" -l resignation -d 'Choose what a resignation in Hex-It means' -r -f -a "loss\t''
count\t''"
complete -c skep -n "__fish_skep_using_subcommand players" -l format -d 'Choose the format of the rows [default: from the file name, or table]' -r -f -a "table\t''
csv\t''
tsv\t''
json\t''
jsonl\t''
markdown\t''
parquet\t''"
complete -c skep -n "__fish_skep_using_subcommand players" -l columns -d 'Write only these columns, in this order: white,black (skep help columns)' -r
complete -c skep -n "__fish_skep_using_subcommand players" -s n -l limit -d 'Write at most N rows' -r
complete -c skep -n "__fish_skep_using_subcommand players" -s o -l output -d 'Write to FILE; it appears only when it is complete [default: standard output]' -r -F
complete -c skep -n "__fish_skep_using_subcommand players" -l color -d 'When to use colours: auto, always or never; NO_COLOR turns them off' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skep -n "__fish_skep_using_subcommand players" -l alike -d 'Show groups of similar names that may be one player'
complete -c skep -n "__fish_skep_using_subcommand players" -s 0 -l null -d 'Read --files-from as paths that end with a zero byte (find -print0)'
complete -c skep -n "__fish_skep_using_subcommand players" -l csv-safe -d 'In CSV and TSV, put \' before text that starts like a formula: = + - @'
complete -c skep -n "__fish_skep_using_subcommand players" -l force -d 'Replace existing files'
complete -c skep -n "__fish_skep_using_subcommand players" -l partial -d 'Write the count of a part of the collection, for --merge'
complete -c skep -n "__fish_skep_using_subcommand players" -l merge -d 'Add up partial counts: each PATH is a file that --partial wrote'
complete -c skep -n "__fish_skep_using_subcommand players" -s q -l quiet -d 'Do not show notes and progress'
complete -c skep -n "__fish_skep_using_subcommand players" -l no-pager -d 'Do not show long output in a pager'
complete -c skep -n "__fish_skep_using_subcommand players" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c skep -n "__fish_skep_using_subcommand novelty" -l files-from -d 'Read paths from FILE, one per line; - is standard input' -r -F
complete -c skep -n "__fish_skep_using_subcommand novelty" -l from -d 'Set the notation instead of detecting it; see skep help notations' -r -f -a "uhp\t''
moves\t''
boardspace\t''
pgn\t''
hivegame\t''
bga\t''
jsonl\t''
hxt\t''
hivegame-api\t''
bga-log\t''
replay\t''
move-array\t''
abstractplay\t''
embedded\t''
uhp-log\t''
play-log\t''
pairs\t''
analysis\t''"
complete -c skep -n "__fish_skep_using_subcommand novelty" -s j -l threads -d 'Number of threads; 0 uses one per core' -r
complete -c skep -n "__fish_skep_using_subcommand novelty" -l where -d 'Use only the games that match an expression' -r -f -a "white\t''
black\t''
player\t''
winner\t''
loser\t''
result\t''
stated_result\t''
board_result\t''
termination\t''
game\t''
notation\t''
variant\t''
opening\t''
shape\t''
opening_code\t''
white_motif\t''
black_motif\t''
motif\t''
plies\t''
date\t''
year\t''
month\t''
white_elo\t''
black_elo\t''
elo\t''
event\t''
event_kind\t''
site\t''
time_control\t''
speed\t''
rated\t''
bot\t''
source\t''
path\t''
entry\t''
status\t''
code\t''
severity\t''
warnings\t''
remarks\t''
white_queen\t''
black_queen\t''
queen\t''
mobility\t''
stack\t''
white_points\t''
black_points\t''
points\t''
white_missed\t''
black_missed\t''
missed\t''
white_blunders\t''
black_blunders\t''
blunders\t''
won_in\t''"
complete -c skep -n "__fish_skep_using_subcommand novelty" -l player -d 'Use only the games that NAME played, as White or Black' -r
complete -c skep -n "__fish_skep_using_subcommand novelty" -l aliases -d 'Replace names of players by the names in FILE' -r -F
complete -c skep -n "__fish_skep_using_subcommand novelty" -l game -d 'Use only game N, counted from 1, or several: 1,3 or 6..15' -r
complete -c skep -n "__fish_skep_using_subcommand novelty" -l first -d 'Use only the first N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand novelty" -l last -d 'Use only the last N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand novelty" -l sample -d 'Use only a random sample of N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand novelty" -l seed -d 'Seed of --sample: the same seed gives the same sample' -r
complete -c skep -n "__fish_skep_using_subcommand novelty" -l rules -d 'Use the current rules (strict), or accept other moves too (historical, wikipedia)' -r -f -a "strict\t''
wikipedia\t''
historical\t''"
complete -c skep -n "__fish_skep_using_subcommand novelty" -l opening -d 'Choose whether a queen may enter on a player\'s first turn' -r -f -a "tournament\t''
open\t''
auto\t''"
complete -c skep -n "__fish_skep_using_subcommand novelty" -l repetition -d 'Choose what the third occurrence of a position does' -r -f -a "remark\t''
draw\t''
hivegame\t''
hivegame-2024\t''"
complete -c skep -n "__fish_skep_using_subcommand novelty" -l flip -d 'Choose how pieces turn over (Venom and packs)' -r -f -a "free\t''
locked\t''
none\t''
venom\t''"
complete -c skep -n "__fish_skep_using_subcommand novelty" -l honeycombo-contact -d 'Allow placements that touch only the Honeycombo: yes or no' -r -f -a "yes\t''
no\t''"
complete -c skep -n "__fish_skep_using_subcommand novelty" -l exchange -d 'Choose what must stay connected during a Centipede\'s exchange' -r -f -a "free\t''
strict\t''"
complete -c skep -n "__fish_skep_using_subcommand novelty" -l stink-bug-shield -d 'Choose which pieces a Stink Bug protects from predators' -r -f -a "any\t''
friends\t''"
complete -c skep -n "__fish_skep_using_subcommand novelty" -l sting -d 'Choose how far a Wasp stings' -r -f -a "adjacent\t''
any\t''"
complete -c skep -n "__fish_skep_using_subcommand novelty" -l resignation -d 'Choose what a resignation in Hex-It means' -r -f -a "loss\t''
count\t''"
complete -c skep -n "__fish_skep_using_subcommand novelty" -l sort -d 'Choose the order of the rows' -r -f -a "input\t''
ply\t''
earlier\t''
reached\t''
score\t''"
complete -c skep -n "__fish_skep_using_subcommand novelty" -l min-games -d 'Show only novelties that at least N games reached' -r
complete -c skep -n "__fish_skep_using_subcommand novelty" -l table -d 'Choose the table: the novelties, who leaves the known positions, or who follows the others' -r -f -a "novelties\t''
players\t''
book\t''"
complete -c skep -n "__fish_skep_using_subcommand novelty" -l format -d 'Choose the format of the rows [default: from the file name, or table]' -r -f -a "table\t''
csv\t''
tsv\t''
json\t''
jsonl\t''
markdown\t''
parquet\t''"
complete -c skep -n "__fish_skep_using_subcommand novelty" -l columns -d 'Write only these columns, in this order: white,black (skep help columns)' -r
complete -c skep -n "__fish_skep_using_subcommand novelty" -s n -l limit -d 'Write at most N rows' -r
complete -c skep -n "__fish_skep_using_subcommand novelty" -s o -l output -d 'Write to FILE; it appears only when it is complete [default: standard output]' -r -F
complete -c skep -n "__fish_skep_using_subcommand novelty" -l against -d 'Count the games in PATH as earlier games, whatever their dates; they get no row' -r
complete -c skep -n "__fish_skep_using_subcommand novelty" -l color -d 'When to use colours: auto, always or never; NO_COLOR turns them off' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skep -n "__fish_skep_using_subcommand novelty" -s 0 -l null -d 'Read --files-from as paths that end with a zero byte (find -print0)'
complete -c skep -n "__fish_skep_using_subcommand novelty" -l csv-safe -d 'In CSV and TSV, put \' before text that starts like a formula: = + - @'
complete -c skep -n "__fish_skep_using_subcommand novelty" -l force -d 'Replace existing files'
complete -c skep -n "__fish_skep_using_subcommand novelty" -s q -l quiet -d 'Do not show notes and progress'
complete -c skep -n "__fish_skep_using_subcommand novelty" -l no-pager -d 'Do not show long output in a pager'
complete -c skep -n "__fish_skep_using_subcommand novelty" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c skep -n "__fish_skep_using_subcommand related" -l files-from -d 'Read paths from FILE, one per line; - is standard input' -r -F
complete -c skep -n "__fish_skep_using_subcommand related" -l from -d 'Set the notation instead of detecting it; see skep help notations' -r -f -a "uhp\t''
moves\t''
boardspace\t''
pgn\t''
hivegame\t''
bga\t''
jsonl\t''
hxt\t''
hivegame-api\t''
bga-log\t''
replay\t''
move-array\t''
abstractplay\t''
embedded\t''
uhp-log\t''
play-log\t''
pairs\t''
analysis\t''"
complete -c skep -n "__fish_skep_using_subcommand related" -s j -l threads -d 'Number of threads; 0 uses one per core' -r
complete -c skep -n "__fish_skep_using_subcommand related" -l where -d 'Use only the games that match an expression' -r -f -a "white\t''
black\t''
player\t''
winner\t''
loser\t''
result\t''
stated_result\t''
board_result\t''
termination\t''
game\t''
notation\t''
variant\t''
opening\t''
shape\t''
opening_code\t''
white_motif\t''
black_motif\t''
motif\t''
plies\t''
date\t''
year\t''
month\t''
white_elo\t''
black_elo\t''
elo\t''
event\t''
event_kind\t''
site\t''
time_control\t''
speed\t''
rated\t''
bot\t''
source\t''
path\t''
entry\t''
status\t''
code\t''
severity\t''
warnings\t''
remarks\t''
white_queen\t''
black_queen\t''
queen\t''
mobility\t''
stack\t''
white_points\t''
black_points\t''
points\t''
white_missed\t''
black_missed\t''
missed\t''
white_blunders\t''
black_blunders\t''
blunders\t''
won_in\t''"
complete -c skep -n "__fish_skep_using_subcommand related" -l player -d 'Use only the games that NAME played, as White or Black' -r
complete -c skep -n "__fish_skep_using_subcommand related" -l aliases -d 'Replace names of players by the names in FILE' -r -F
complete -c skep -n "__fish_skep_using_subcommand related" -l game -d 'Use only game N, counted from 1, or several: 1,3 or 6..15' -r
complete -c skep -n "__fish_skep_using_subcommand related" -l first -d 'Use only the first N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand related" -l last -d 'Use only the last N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand related" -l sample -d 'Use only a random sample of N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand related" -l seed -d 'Seed of --sample: the same seed gives the same sample' -r
complete -c skep -n "__fish_skep_using_subcommand related" -l rules -d 'Use the current rules (strict), or accept other moves too (historical, wikipedia)' -r -f -a "strict\t''
wikipedia\t''
historical\t''"
complete -c skep -n "__fish_skep_using_subcommand related" -l opening -d 'Choose whether a queen may enter on a player\'s first turn' -r -f -a "tournament\t''
open\t''
auto\t''"
complete -c skep -n "__fish_skep_using_subcommand related" -l repetition -d 'Choose what the third occurrence of a position does' -r -f -a "remark\t''
draw\t''
hivegame\t''
hivegame-2024\t''"
complete -c skep -n "__fish_skep_using_subcommand related" -l flip -d 'Choose how pieces turn over (Venom and packs)' -r -f -a "free\t''
locked\t''
none\t''
venom\t''"
complete -c skep -n "__fish_skep_using_subcommand related" -l honeycombo-contact -d 'Allow placements that touch only the Honeycombo: yes or no' -r -f -a "yes\t''
no\t''"
complete -c skep -n "__fish_skep_using_subcommand related" -l exchange -d 'Choose what must stay connected during a Centipede\'s exchange' -r -f -a "free\t''
strict\t''"
complete -c skep -n "__fish_skep_using_subcommand related" -l stink-bug-shield -d 'Choose which pieces a Stink Bug protects from predators' -r -f -a "any\t''
friends\t''"
complete -c skep -n "__fish_skep_using_subcommand related" -l sting -d 'Choose how far a Wasp stings' -r -f -a "adjacent\t''
any\t''"
complete -c skep -n "__fish_skep_using_subcommand related" -l resignation -d 'Choose what a resignation in Hex-It means' -r -f -a "loss\t''
count\t''"
complete -c skep -n "__fish_skep_using_subcommand related" -l with -d 'Show only pairs with a game in PATH' -r
complete -c skep -n "__fish_skep_using_subcommand related" -l expected -d 'Show a pair only if chance alone would give at most N pairs with as many bits' -r
complete -c skep -n "__fish_skep_using_subcommand related" -l min-run -d 'Leave out pairs whose run has fewer than N positions' -r
complete -c skep -n "__fish_skep_using_subcommand related" -l format -d 'Choose the format of the rows [default: from the file name, or table]' -r -f -a "table\t''
csv\t''
tsv\t''
json\t''
jsonl\t''
markdown\t''
parquet\t''"
complete -c skep -n "__fish_skep_using_subcommand related" -l columns -d 'Write only these columns, in this order: white,black (skep help columns)' -r
complete -c skep -n "__fish_skep_using_subcommand related" -s n -l limit -d 'Write at most N rows' -r
complete -c skep -n "__fish_skep_using_subcommand related" -s o -l output -d 'Write to FILE; it appears only when it is complete [default: standard output]' -r -F
complete -c skep -n "__fish_skep_using_subcommand related" -l against -d 'Also look for pairs with the games in PATH; pairs within PATH are not shown' -r
complete -c skep -n "__fish_skep_using_subcommand related" -l color -d 'When to use colours: auto, always or never; NO_COLOR turns them off' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skep -n "__fish_skep_using_subcommand related" -s 0 -l null -d 'Read --files-from as paths that end with a zero byte (find -print0)'
complete -c skep -n "__fish_skep_using_subcommand related" -l csv-safe -d 'In CSV and TSV, put \' before text that starts like a formula: = + - @'
complete -c skep -n "__fish_skep_using_subcommand related" -l force -d 'Replace existing files'
complete -c skep -n "__fish_skep_using_subcommand related" -s q -l quiet -d 'Do not show notes and progress'
complete -c skep -n "__fish_skep_using_subcommand related" -l no-pager -d 'Do not show long output in a pager'
complete -c skep -n "__fish_skep_using_subcommand related" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c skep -n "__fish_skep_using_subcommand export" -l files-from -d 'Read paths from FILE, one per line; - is standard input' -r -F
complete -c skep -n "__fish_skep_using_subcommand export" -l from -d 'Set the notation instead of detecting it; see skep help notations' -r -f -a "uhp\t''
moves\t''
boardspace\t''
pgn\t''
hivegame\t''
bga\t''
jsonl\t''
hxt\t''
hivegame-api\t''
bga-log\t''
replay\t''
move-array\t''
abstractplay\t''
embedded\t''
uhp-log\t''
play-log\t''
pairs\t''
analysis\t''"
complete -c skep -n "__fish_skep_using_subcommand export" -s j -l threads -d 'Number of threads; 0 uses one per core' -r
complete -c skep -n "__fish_skep_using_subcommand export" -l where -d 'Use only the games that match an expression' -r -f -a "white\t''
black\t''
player\t''
winner\t''
loser\t''
result\t''
stated_result\t''
board_result\t''
termination\t''
game\t''
notation\t''
variant\t''
opening\t''
shape\t''
opening_code\t''
white_motif\t''
black_motif\t''
motif\t''
plies\t''
date\t''
year\t''
month\t''
white_elo\t''
black_elo\t''
elo\t''
event\t''
event_kind\t''
site\t''
time_control\t''
speed\t''
rated\t''
bot\t''
source\t''
path\t''
entry\t''
status\t''
code\t''
severity\t''
warnings\t''
remarks\t''
white_queen\t''
black_queen\t''
queen\t''
mobility\t''
stack\t''
white_points\t''
black_points\t''
points\t''
white_missed\t''
black_missed\t''
missed\t''
white_blunders\t''
black_blunders\t''
blunders\t''
won_in\t''"
complete -c skep -n "__fish_skep_using_subcommand export" -l player -d 'Use only the games that NAME played, as White or Black' -r
complete -c skep -n "__fish_skep_using_subcommand export" -l aliases -d 'Replace names of players by the names in FILE' -r -F
complete -c skep -n "__fish_skep_using_subcommand export" -l game -d 'Use only game N, counted from 1, or several: 1,3 or 6..15' -r
complete -c skep -n "__fish_skep_using_subcommand export" -l first -d 'Use only the first N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand export" -l last -d 'Use only the last N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand export" -l sample -d 'Use only a random sample of N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand export" -l seed -d 'Seed of --sample: the same seed gives the same sample' -r
complete -c skep -n "__fish_skep_using_subcommand export" -l rules -d 'Use the current rules (strict), or accept other moves too (historical, wikipedia)' -r -f -a "strict\t''
wikipedia\t''
historical\t''"
complete -c skep -n "__fish_skep_using_subcommand export" -l opening -d 'Choose whether a queen may enter on a player\'s first turn' -r -f -a "tournament\t''
open\t''
auto\t''"
complete -c skep -n "__fish_skep_using_subcommand export" -l repetition -d 'Choose what the third occurrence of a position does' -r -f -a "remark\t''
draw\t''
hivegame\t''
hivegame-2024\t''"
complete -c skep -n "__fish_skep_using_subcommand export" -l flip -d 'Choose how pieces turn over (Venom and packs)' -r -f -a "free\t''
locked\t''
none\t''
venom\t''"
complete -c skep -n "__fish_skep_using_subcommand export" -l honeycombo-contact -d 'Allow placements that touch only the Honeycombo: yes or no' -r -f -a "yes\t''
no\t''"
complete -c skep -n "__fish_skep_using_subcommand export" -l exchange -d 'Choose what must stay connected during a Centipede\'s exchange' -r -f -a "free\t''
strict\t''"
complete -c skep -n "__fish_skep_using_subcommand export" -l stink-bug-shield -d 'Choose which pieces a Stink Bug protects from predators' -r -f -a "any\t''
friends\t''"
complete -c skep -n "__fish_skep_using_subcommand export" -l sting -d 'Choose how far a Wasp stings' -r -f -a "adjacent\t''
any\t''"
complete -c skep -n "__fish_skep_using_subcommand export" -l resignation -d 'Choose what a resignation in Hex-It means' -r -f -a "loss\t''
count\t''"
complete -c skep -n "__fish_skep_using_subcommand export" -l table -d 'Choose the tables to write [default: from the file name, such as plies.parquet, or games,plies]' -r -f -a "games\t''
plies\t''
positions\t''
legal_moves\t''"
complete -c skep -n "__fish_skep_using_subcommand export" -l columns -d 'Choose the columns: names, default or all' -r
complete -c skep -n "__fish_skep_using_subcommand export" -l tactics -d 'Add columns to the table plies for forced wins in at most N turns, 1 to 3 [default N: 2]' -r
complete -c skep -n "__fish_skep_using_subcommand export" -l format -d 'Choose the format [default: from the extension of the file, or parquet]' -r -f -a "parquet\t''
arrow\t''
csv\t''
tsv\t''
json\t''
jsonl\t''
markdown\t''
table\t''"
complete -c skep -n "__fish_skep_using_subcommand export" -l partition -d 'Split the files of a folder by variant, month, both or nothing (none) [default: variant,month]' -r -f -a "variant\t''
month\t''
none\t''"
complete -c skep -n "__fish_skep_using_subcommand export" -s o -l output -d 'Write to a new folder (PATH/) or a file' -r -F
complete -c skep -n "__fish_skep_using_subcommand export" -l names -d 'Read names of openings from FILE; see skep openings --help' -r -F
complete -c skep -n "__fish_skep_using_subcommand export" -l color -d 'When to use colours: auto, always or never; NO_COLOR turns them off' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skep -n "__fish_skep_using_subcommand export" -s 0 -l null -d 'Read --files-from as paths that end with a zero byte (find -print0)'
complete -c skep -n "__fish_skep_using_subcommand export" -l csv-safe -d 'In CSV and TSV, put \' before text that starts like a formula: = + - @'
complete -c skep -n "__fish_skep_using_subcommand export" -l force -d 'Replace existing files'
complete -c skep -n "__fish_skep_using_subcommand export" -s q -l quiet -d 'Do not show notes and progress'
complete -c skep -n "__fish_skep_using_subcommand export" -l no-pager -d 'Do not show long output in a pager'
complete -c skep -n "__fish_skep_using_subcommand export" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c skep -n "__fish_skep_using_subcommand index" -l files-from -d 'Read paths from FILE, one per line; - is standard input' -r -F
complete -c skep -n "__fish_skep_using_subcommand index" -l from -d 'Set the notation instead of detecting it; see skep help notations' -r -f -a "uhp\t''
moves\t''
boardspace\t''
pgn\t''
hivegame\t''
bga\t''
jsonl\t''
hxt\t''
hivegame-api\t''
bga-log\t''
replay\t''
move-array\t''
abstractplay\t''
embedded\t''
uhp-log\t''
play-log\t''
pairs\t''
analysis\t''"
complete -c skep -n "__fish_skep_using_subcommand index" -s j -l threads -d 'Number of threads; 0 uses one per core' -r
complete -c skep -n "__fish_skep_using_subcommand index" -l where -d 'Use only the games that match an expression' -r -f -a "white\t''
black\t''
player\t''
winner\t''
loser\t''
result\t''
stated_result\t''
board_result\t''
termination\t''
game\t''
notation\t''
variant\t''
opening\t''
shape\t''
opening_code\t''
white_motif\t''
black_motif\t''
motif\t''
plies\t''
date\t''
year\t''
month\t''
white_elo\t''
black_elo\t''
elo\t''
event\t''
event_kind\t''
site\t''
time_control\t''
speed\t''
rated\t''
bot\t''
source\t''
path\t''
entry\t''
status\t''
code\t''
severity\t''
warnings\t''
remarks\t''
white_queen\t''
black_queen\t''
queen\t''
mobility\t''
stack\t''
white_points\t''
black_points\t''
points\t''
white_missed\t''
black_missed\t''
missed\t''
white_blunders\t''
black_blunders\t''
blunders\t''
won_in\t''"
complete -c skep -n "__fish_skep_using_subcommand index" -l player -d 'Use only the games that NAME played, as White or Black' -r
complete -c skep -n "__fish_skep_using_subcommand index" -l aliases -d 'Replace names of players by the names in FILE' -r -F
complete -c skep -n "__fish_skep_using_subcommand index" -l game -d 'Use only game N, counted from 1, or several: 1,3 or 6..15' -r
complete -c skep -n "__fish_skep_using_subcommand index" -l first -d 'Use only the first N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand index" -l last -d 'Use only the last N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand index" -l sample -d 'Use only a random sample of N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand index" -l seed -d 'Seed of --sample: the same seed gives the same sample' -r
complete -c skep -n "__fish_skep_using_subcommand index" -s o -l output -d 'Create or change this index, such as games.skepdb' -r -F
complete -c skep -n "__fish_skep_using_subcommand index" -l color -d 'When to use colours: auto, always or never; NO_COLOR turns them off' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skep -n "__fish_skep_using_subcommand index" -s 0 -l null -d 'Read --files-from as paths that end with a zero byte (find -print0)'
complete -c skep -n "__fish_skep_using_subcommand index" -l remove -d 'Remove the games of PATH from the index'
complete -c skep -n "__fish_skep_using_subcommand index" -l check -d 'Read every byte of the indexes at PATH, and report damage'
complete -c skep -n "__fish_skep_using_subcommand index" -s q -l quiet -d 'Do not show notes and progress'
complete -c skep -n "__fish_skep_using_subcommand index" -l no-pager -d 'Do not show long output in a pager'
complete -c skep -n "__fish_skep_using_subcommand index" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c skep -n "__fish_skep_using_subcommand explore" -l files-from -d 'Read paths from FILE, one per line; - is standard input' -r -F
complete -c skep -n "__fish_skep_using_subcommand explore" -l from -d 'Set the notation instead of detecting it; see skep help notations' -r -f -a "uhp\t''
moves\t''
boardspace\t''
pgn\t''
hivegame\t''
bga\t''
jsonl\t''
hxt\t''
hivegame-api\t''
bga-log\t''
replay\t''
move-array\t''
abstractplay\t''
embedded\t''
uhp-log\t''
play-log\t''
pairs\t''
analysis\t''"
complete -c skep -n "__fish_skep_using_subcommand explore" -s j -l threads -d 'Number of threads; 0 uses one per core' -r
complete -c skep -n "__fish_skep_using_subcommand explore" -l where -d 'Use only the games that match an expression' -r -f -a "white\t''
black\t''
player\t''
winner\t''
loser\t''
result\t''
stated_result\t''
board_result\t''
termination\t''
game\t''
notation\t''
variant\t''
opening\t''
shape\t''
opening_code\t''
white_motif\t''
black_motif\t''
motif\t''
plies\t''
date\t''
year\t''
month\t''
white_elo\t''
black_elo\t''
elo\t''
event\t''
event_kind\t''
site\t''
time_control\t''
speed\t''
rated\t''
bot\t''
source\t''
path\t''
entry\t''
status\t''
code\t''
severity\t''
warnings\t''
remarks\t''
white_queen\t''
black_queen\t''
queen\t''
mobility\t''
stack\t''
white_points\t''
black_points\t''
points\t''
white_missed\t''
black_missed\t''
missed\t''
white_blunders\t''
black_blunders\t''
blunders\t''
won_in\t''"
complete -c skep -n "__fish_skep_using_subcommand explore" -l player -d 'Use only the games that NAME played, as White or Black' -r
complete -c skep -n "__fish_skep_using_subcommand explore" -l aliases -d 'Replace names of players by the names in FILE' -r -F
complete -c skep -n "__fish_skep_using_subcommand explore" -l game -d 'Use only game N, counted from 1, or several: 1,3 or 6..15' -r
complete -c skep -n "__fish_skep_using_subcommand explore" -l first -d 'Use only the first N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand explore" -l last -d 'Use only the last N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand explore" -l sample -d 'Use only a random sample of N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand explore" -l seed -d 'Seed of --sample: the same seed gives the same sample' -r
complete -c skep -n "__fish_skep_using_subcommand explore" -l port -d 'Listen on this port; 0 chooses a free port' -r
complete -c skep -n "__fish_skep_using_subcommand explore" -l host -d 'Listen on this address or name of this computer' -r
complete -c skep -n "__fish_skep_using_subcommand explore" -l allow-origin -d 'Let pages of another site use the API; * allows every site' -r
complete -c skep -n "__fish_skep_using_subcommand explore" -l color -d 'When to use colours: auto, always or never; NO_COLOR turns them off' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skep -n "__fish_skep_using_subcommand explore" -s 0 -l null -d 'Read --files-from as paths that end with a zero byte (find -print0)'
complete -c skep -n "__fish_skep_using_subcommand explore" -l open -d 'Open the page in the browser'
complete -c skep -n "__fish_skep_using_subcommand explore" -s q -l quiet -d 'Do not show notes and progress'
complete -c skep -n "__fish_skep_using_subcommand explore" -l no-pager -d 'Do not show long output in a pager'
complete -c skep -n "__fish_skep_using_subcommand explore" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c skep -n "__fish_skep_using_subcommand report" -l files-from -d 'Read paths from FILE, one per line; - is standard input' -r -F
complete -c skep -n "__fish_skep_using_subcommand report" -l from -d 'Set the notation instead of detecting it; see skep help notations' -r -f -a "uhp\t''
moves\t''
boardspace\t''
pgn\t''
hivegame\t''
bga\t''
jsonl\t''
hxt\t''
hivegame-api\t''
bga-log\t''
replay\t''
move-array\t''
abstractplay\t''
embedded\t''
uhp-log\t''
play-log\t''
pairs\t''
analysis\t''"
complete -c skep -n "__fish_skep_using_subcommand report" -s j -l threads -d 'Number of threads; 0 uses one per core' -r
complete -c skep -n "__fish_skep_using_subcommand report" -l where -d 'Use only the games that match an expression' -r -f -a "white\t''
black\t''
player\t''
winner\t''
loser\t''
result\t''
stated_result\t''
board_result\t''
termination\t''
game\t''
notation\t''
variant\t''
opening\t''
shape\t''
opening_code\t''
white_motif\t''
black_motif\t''
motif\t''
plies\t''
date\t''
year\t''
month\t''
white_elo\t''
black_elo\t''
elo\t''
event\t''
event_kind\t''
site\t''
time_control\t''
speed\t''
rated\t''
bot\t''
source\t''
path\t''
entry\t''
status\t''
code\t''
severity\t''
warnings\t''
remarks\t''
white_queen\t''
black_queen\t''
queen\t''
mobility\t''
stack\t''
white_points\t''
black_points\t''
points\t''
white_missed\t''
black_missed\t''
missed\t''
white_blunders\t''
black_blunders\t''
blunders\t''
won_in\t''"
complete -c skep -n "__fish_skep_using_subcommand report" -l player -d 'Use only the games that NAME played, as White or Black' -r
complete -c skep -n "__fish_skep_using_subcommand report" -l aliases -d 'Replace names of players by the names in FILE' -r -F
complete -c skep -n "__fish_skep_using_subcommand report" -l game -d 'Use only game N, counted from 1, or several: 1,3 or 6..15' -r
complete -c skep -n "__fish_skep_using_subcommand report" -l first -d 'Use only the first N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand report" -l last -d 'Use only the last N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand report" -l sample -d 'Use only a random sample of N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand report" -l seed -d 'Seed of --sample: the same seed gives the same sample' -r
complete -c skep -n "__fish_skep_using_subcommand report" -l rules -d 'Use the current rules (strict), or accept other moves too (historical, wikipedia)' -r -f -a "strict\t''
wikipedia\t''
historical\t''"
complete -c skep -n "__fish_skep_using_subcommand report" -l opening -d 'Choose whether a queen may enter on a player\'s first turn' -r -f -a "tournament\t''
open\t''
auto\t''"
complete -c skep -n "__fish_skep_using_subcommand report" -l repetition -d 'Choose what the third occurrence of a position does' -r -f -a "remark\t''
draw\t''
hivegame\t''
hivegame-2024\t''"
complete -c skep -n "__fish_skep_using_subcommand report" -l flip -d 'Choose how pieces turn over (Venom and packs)' -r -f -a "free\t''
locked\t''
none\t''
venom\t''"
complete -c skep -n "__fish_skep_using_subcommand report" -l honeycombo-contact -d 'Allow placements that touch only the Honeycombo: yes or no' -r -f -a "yes\t''
no\t''"
complete -c skep -n "__fish_skep_using_subcommand report" -l exchange -d 'Choose what must stay connected during a Centipede\'s exchange' -r -f -a "free\t''
strict\t''"
complete -c skep -n "__fish_skep_using_subcommand report" -l stink-bug-shield -d 'Choose which pieces a Stink Bug protects from predators' -r -f -a "any\t''
friends\t''"
complete -c skep -n "__fish_skep_using_subcommand report" -l sting -d 'Choose how far a Wasp stings' -r -f -a "adjacent\t''
any\t''"
complete -c skep -n "__fish_skep_using_subcommand report" -l resignation -d 'Choose what a resignation in Hex-It means' -r -f -a "loss\t''
count\t''"
complete -c skep -n "__fish_skep_using_subcommand report" -l title -d 'Set the title of the page [default: the names of the inputs, and the --where expression]' -r
complete -c skep -n "__fish_skep_using_subcommand report" -l replays -d 'Include replays of the first N games; a game takes 2 to 3 KB' -r
complete -c skep -n "__fish_skep_using_subcommand report" -l tactics -d 'Mark forced wins in at most N turns, 1 to 3, in the replays [default N: 2]' -r
complete -c skep -n "__fish_skep_using_subcommand report" -l players -d 'Show the N players with the most games' -r
complete -c skep -n "__fish_skep_using_subcommand report" -l depth -d 'Show openings up to N moves deep' -r
complete -c skep -n "__fish_skep_using_subcommand report" -l min-games -d 'Leave out openings that fewer than N games reached [default: chosen to keep at most 250 moves]' -r
complete -c skep -n "__fish_skep_using_subcommand report" -l top -d 'Show at most N moves of a position, the most played' -r
complete -c skep -n "__fish_skep_using_subcommand report" -l names -d 'Read names of openings from FILE; see skep openings --help' -r -F
complete -c skep -n "__fish_skep_using_subcommand report" -l theme -d 'Choose the colours: those of the reader\'s system (auto), light or dark' -r -f -a "auto\t''
light\t''
dark\t''"
complete -c skep -n "__fish_skep_using_subcommand report" -s o -l output -d 'Write to FILE; it appears only when it is complete [default: standard output]' -r -F
complete -c skep -n "__fish_skep_using_subcommand report" -l color -d 'When to use colours: auto, always or never; NO_COLOR turns them off' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skep -n "__fish_skep_using_subcommand report" -s 0 -l null -d 'Read --files-from as paths that end with a zero byte (find -print0)'
complete -c skep -n "__fish_skep_using_subcommand report" -l force -d 'Replace existing files'
complete -c skep -n "__fish_skep_using_subcommand report" -s q -l quiet -d 'Do not show notes and progress'
complete -c skep -n "__fish_skep_using_subcommand report" -l no-pager -d 'Do not show long output in a pager'
complete -c skep -n "__fish_skep_using_subcommand report" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c skep -n "__fish_skep_using_subcommand show" -l files-from -d 'Read paths from FILE, one per line; - is standard input' -r -F
complete -c skep -n "__fish_skep_using_subcommand show" -l from -d 'Set the notation instead of detecting it; see skep help notations' -r -f -a "uhp\t''
moves\t''
boardspace\t''
pgn\t''
hivegame\t''
bga\t''
jsonl\t''
hxt\t''
hivegame-api\t''
bga-log\t''
replay\t''
move-array\t''
abstractplay\t''
embedded\t''
uhp-log\t''
play-log\t''
pairs\t''
analysis\t''"
complete -c skep -n "__fish_skep_using_subcommand show" -l where -d 'Use only the games that match an expression' -r -f -a "white\t''
black\t''
player\t''
winner\t''
loser\t''
result\t''
stated_result\t''
board_result\t''
termination\t''
game\t''
notation\t''
variant\t''
opening\t''
shape\t''
opening_code\t''
white_motif\t''
black_motif\t''
motif\t''
plies\t''
date\t''
year\t''
month\t''
white_elo\t''
black_elo\t''
elo\t''
event\t''
event_kind\t''
site\t''
time_control\t''
speed\t''
rated\t''
bot\t''
source\t''
path\t''
entry\t''
status\t''
code\t''
severity\t''
warnings\t''
remarks\t''
white_queen\t''
black_queen\t''
queen\t''
mobility\t''
stack\t''
white_points\t''
black_points\t''
points\t''
white_missed\t''
black_missed\t''
missed\t''
white_blunders\t''
black_blunders\t''
blunders\t''
won_in\t''"
complete -c skep -n "__fish_skep_using_subcommand show" -l player -d 'Use only the games that NAME played, as White or Black' -r
complete -c skep -n "__fish_skep_using_subcommand show" -l aliases -d 'Replace names of players by the names in FILE' -r -F
complete -c skep -n "__fish_skep_using_subcommand show" -l game -d 'Use only game N, counted from 1, or several: 1,3 or 6..15' -r
complete -c skep -n "__fish_skep_using_subcommand show" -l first -d 'Use only the first N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand show" -l last -d 'Use only the last N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand show" -l sample -d 'Use only a random sample of N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand show" -l seed -d 'Seed of --sample: the same seed gives the same sample' -r
complete -c skep -n "__fish_skep_using_subcommand show" -l rules -d 'Use the current rules (strict), or accept other moves too (historical, wikipedia)' -r -f -a "strict\t''
wikipedia\t''
historical\t''"
complete -c skep -n "__fish_skep_using_subcommand show" -l opening -d 'Choose whether a queen may enter on a player\'s first turn' -r -f -a "tournament\t''
open\t''
auto\t''"
complete -c skep -n "__fish_skep_using_subcommand show" -l repetition -d 'Choose what the third occurrence of a position does' -r -f -a "remark\t''
draw\t''
hivegame\t''
hivegame-2024\t''"
complete -c skep -n "__fish_skep_using_subcommand show" -l flip -d 'Choose how pieces turn over (Venom and packs)' -r -f -a "free\t''
locked\t''
none\t''
venom\t''"
complete -c skep -n "__fish_skep_using_subcommand show" -l honeycombo-contact -d 'Allow placements that touch only the Honeycombo: yes or no' -r -f -a "yes\t''
no\t''"
complete -c skep -n "__fish_skep_using_subcommand show" -l exchange -d 'Choose what must stay connected during a Centipede\'s exchange' -r -f -a "free\t''
strict\t''"
complete -c skep -n "__fish_skep_using_subcommand show" -l stink-bug-shield -d 'Choose which pieces a Stink Bug protects from predators' -r -f -a "any\t''
friends\t''"
complete -c skep -n "__fish_skep_using_subcommand show" -l sting -d 'Choose how far a Wasp stings' -r -f -a "adjacent\t''
any\t''"
complete -c skep -n "__fish_skep_using_subcommand show" -l resignation -d 'Choose what a resignation in Hex-It means' -r -f -a "loss\t''
count\t''"
complete -c skep -n "__fish_skep_using_subcommand show" -l ply -d 'Show the position after N plies, or several: 5,10 or 3..9' -r
complete -c skep -n "__fish_skep_using_subcommand show" -l variation -d 'Show the line of a variation, such as 2 or 2.1' -r
complete -c skep -n "__fish_skep_using_subcommand show" -l format -d 'Set the format [default: from the file name, or text]' -r -f -a "text\t''
svg\t''
png\t''
gif\t''
state\t''
hop\t''"
complete -c skep -n "__fish_skep_using_subcommand show" -l link -d 'Print a link to the position on the analysis board of a site' -r -f -a "hivegame\t''"
complete -c skep -n "__fish_skep_using_subcommand show" -l moves-of -d 'Mark the moves of a piece (wA1) or of a stack of Hex-It (M13)' -r
complete -c skep -n "__fish_skep_using_subcommand show" -l rotate -d 'Turn the board clockwise' -r -f -a "0\t''
60\t''
120\t''
180\t''
240\t''
300\t''"
complete -c skep -n "__fish_skep_using_subcommand show" -l size -d 'Width of a tile in pixels' -r
complete -c skep -n "__fish_skep_using_subcommand show" -l width -d 'Width of the picture in pixels, instead of --size' -r
complete -c skep -n "__fish_skep_using_subcommand show" -l theme -d 'Choose the colours' -r -f -a "light\t''
dark\t''"
complete -c skep -n "__fish_skep_using_subcommand show" -l delay -d 'Show each position of an animation for MS milliseconds' -r
complete -c skep -n "__fish_skep_using_subcommand show" -s o -l output -d 'Write to FILE, or to a folder with a picture of each game' -r -F
complete -c skep -n "__fish_skep_using_subcommand show" -l color -d 'When to use colours: auto, always or never; NO_COLOR turns them off' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skep -n "__fish_skep_using_subcommand show" -s 0 -l null -d 'Read --files-from as paths that end with a zero byte (find -print0)'
complete -c skep -n "__fish_skep_using_subcommand show" -l labels -d 'Label columns and rows as on Boardspace'
complete -c skep -n "__fish_skep_using_subcommand show" -l ascii -d 'Use ASCII only (the default if the locale is not UTF-8)'
complete -c skep -n "__fish_skep_using_subcommand show" -l force -d 'Replace existing files'
complete -c skep -n "__fish_skep_using_subcommand show" -l caption -d 'Write players, result and move above the board'
complete -c skep -n "__fish_skep_using_subcommand show" -l hands -d 'Draw the pieces in hand below the board'
complete -c skep -n "__fish_skep_using_subcommand show" -l animate -d 'Write an animation of the game or of --ply A..B: GIF or SVG'
complete -c skep -n "__fish_skep_using_subcommand show" -s q -l quiet -d 'Do not show notes and progress'
complete -c skep -n "__fish_skep_using_subcommand show" -l no-pager -d 'Do not show long output in a pager'
complete -c skep -n "__fish_skep_using_subcommand show" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c skep -n "__fish_skep_using_subcommand replay" -l files-from -d 'Read paths from FILE, one per line; - is standard input' -r -F
complete -c skep -n "__fish_skep_using_subcommand replay" -l from -d 'Set the notation instead of detecting it; see skep help notations' -r -f -a "uhp\t''
moves\t''
boardspace\t''
pgn\t''
hivegame\t''
bga\t''
jsonl\t''
hxt\t''
hivegame-api\t''
bga-log\t''
replay\t''
move-array\t''
abstractplay\t''
embedded\t''
uhp-log\t''
play-log\t''
pairs\t''
analysis\t''"
complete -c skep -n "__fish_skep_using_subcommand replay" -s j -l threads -d 'Number of threads; 0 uses one per core' -r
complete -c skep -n "__fish_skep_using_subcommand replay" -l where -d 'Use only the games that match an expression' -r -f -a "white\t''
black\t''
player\t''
winner\t''
loser\t''
result\t''
stated_result\t''
board_result\t''
termination\t''
game\t''
notation\t''
variant\t''
opening\t''
shape\t''
opening_code\t''
white_motif\t''
black_motif\t''
motif\t''
plies\t''
date\t''
year\t''
month\t''
white_elo\t''
black_elo\t''
elo\t''
event\t''
event_kind\t''
site\t''
time_control\t''
speed\t''
rated\t''
bot\t''
source\t''
path\t''
entry\t''
status\t''
code\t''
severity\t''
warnings\t''
remarks\t''
white_queen\t''
black_queen\t''
queen\t''
mobility\t''
stack\t''
white_points\t''
black_points\t''
points\t''
white_missed\t''
black_missed\t''
missed\t''
white_blunders\t''
black_blunders\t''
blunders\t''
won_in\t''"
complete -c skep -n "__fish_skep_using_subcommand replay" -l player -d 'Use only the games that NAME played, as White or Black' -r
complete -c skep -n "__fish_skep_using_subcommand replay" -l aliases -d 'Replace names of players by the names in FILE' -r -F
complete -c skep -n "__fish_skep_using_subcommand replay" -l game -d 'Use only game N, counted from 1, or several: 1,3 or 6..15' -r
complete -c skep -n "__fish_skep_using_subcommand replay" -l first -d 'Use only the first N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand replay" -l last -d 'Use only the last N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand replay" -l sample -d 'Use only a random sample of N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand replay" -l seed -d 'Seed of --sample: the same seed gives the same sample' -r
complete -c skep -n "__fish_skep_using_subcommand replay" -l rules -d 'Use the current rules (strict), or accept other moves too (historical, wikipedia)' -r -f -a "strict\t''
wikipedia\t''
historical\t''"
complete -c skep -n "__fish_skep_using_subcommand replay" -l opening -d 'Choose whether a queen may enter on a player\'s first turn' -r -f -a "tournament\t''
open\t''
auto\t''"
complete -c skep -n "__fish_skep_using_subcommand replay" -l repetition -d 'Choose what the third occurrence of a position does' -r -f -a "remark\t''
draw\t''
hivegame\t''
hivegame-2024\t''"
complete -c skep -n "__fish_skep_using_subcommand replay" -l flip -d 'Choose how pieces turn over (Venom and packs)' -r -f -a "free\t''
locked\t''
none\t''
venom\t''"
complete -c skep -n "__fish_skep_using_subcommand replay" -l honeycombo-contact -d 'Allow placements that touch only the Honeycombo: yes or no' -r -f -a "yes\t''
no\t''"
complete -c skep -n "__fish_skep_using_subcommand replay" -l exchange -d 'Choose what must stay connected during a Centipede\'s exchange' -r -f -a "free\t''
strict\t''"
complete -c skep -n "__fish_skep_using_subcommand replay" -l stink-bug-shield -d 'Choose which pieces a Stink Bug protects from predators' -r -f -a "any\t''
friends\t''"
complete -c skep -n "__fish_skep_using_subcommand replay" -l sting -d 'Choose how far a Wasp stings' -r -f -a "adjacent\t''
any\t''"
complete -c skep -n "__fish_skep_using_subcommand replay" -l resignation -d 'Choose what a resignation in Hex-It means' -r -f -a "loss\t''
count\t''"
complete -c skep -n "__fish_skep_using_subcommand replay" -l tactics -d 'Mark forced wins in at most N turns, 1 to 3, beside the comments [default N: 2]' -r
complete -c skep -n "__fish_skep_using_subcommand replay" -l color -d 'When to use colours: auto, always or never; NO_COLOR turns them off' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skep -n "__fish_skep_using_subcommand replay" -s 0 -l null -d 'Read --files-from as paths that end with a zero byte (find -print0)'
complete -c skep -n "__fish_skep_using_subcommand replay" -l spoilers -d 'Show results in the list and before the end of a game'
complete -c skep -n "__fish_skep_using_subcommand replay" -s q -l quiet -d 'Do not show notes and progress'
complete -c skep -n "__fish_skep_using_subcommand replay" -l no-pager -d 'Do not show long output in a pager'
complete -c skep -n "__fish_skep_using_subcommand replay" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c skep -n "__fish_skep_using_subcommand diff" -l where -d 'Use only the games that match an expression' -r -f -a "white\t''
black\t''
player\t''
winner\t''
loser\t''
result\t''
stated_result\t''
board_result\t''
termination\t''
game\t''
notation\t''
variant\t''
opening\t''
shape\t''
opening_code\t''
white_motif\t''
black_motif\t''
motif\t''
plies\t''
date\t''
year\t''
month\t''
white_elo\t''
black_elo\t''
elo\t''
event\t''
event_kind\t''
site\t''
time_control\t''
speed\t''
rated\t''
bot\t''
source\t''
path\t''
entry\t''
status\t''
code\t''
severity\t''
warnings\t''
remarks\t''
white_queen\t''
black_queen\t''
queen\t''
mobility\t''
stack\t''
white_points\t''
black_points\t''
points\t''
white_missed\t''
black_missed\t''
missed\t''
white_blunders\t''
black_blunders\t''
blunders\t''
won_in\t''"
complete -c skep -n "__fish_skep_using_subcommand diff" -l player -d 'Use only the games that NAME played, as White or Black' -r
complete -c skep -n "__fish_skep_using_subcommand diff" -l aliases -d 'Replace names of players by the names in FILE' -r -F
complete -c skep -n "__fish_skep_using_subcommand diff" -l game -d 'Use only game N, counted from 1, or several: 1,3 or 6..15' -r
complete -c skep -n "__fish_skep_using_subcommand diff" -l first -d 'Use only the first N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand diff" -l last -d 'Use only the last N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand diff" -l sample -d 'Use only a random sample of N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand diff" -l seed -d 'Seed of --sample: the same seed gives the same sample' -r
complete -c skep -n "__fish_skep_using_subcommand diff" -l game-a -d 'Use game N of A' -r
complete -c skep -n "__fish_skep_using_subcommand diff" -l game-b -d 'Use game N of B' -r
complete -c skep -n "__fish_skep_using_subcommand diff" -l format -d 'Print lines of text (text), one JSON object (json), or an object per line (jsonl) [default: from the file name, or text]' -r -f -a "text\t''
json\t''
jsonl\t''"
complete -c skep -n "__fish_skep_using_subcommand diff" -s o -l output -d 'Write to FILE; it appears only when it is complete [default: standard output]' -r -F
complete -c skep -n "__fish_skep_using_subcommand diff" -l rules -d 'Use the current rules (strict), or accept other moves too (historical, wikipedia)' -r -f -a "strict\t''
wikipedia\t''
historical\t''"
complete -c skep -n "__fish_skep_using_subcommand diff" -l opening -d 'Choose whether a queen may enter on a player\'s first turn' -r -f -a "tournament\t''
open\t''
auto\t''"
complete -c skep -n "__fish_skep_using_subcommand diff" -l repetition -d 'Choose what the third occurrence of a position does' -r -f -a "remark\t''
draw\t''
hivegame\t''
hivegame-2024\t''"
complete -c skep -n "__fish_skep_using_subcommand diff" -l flip -d 'Choose how pieces turn over (Venom and packs)' -r -f -a "free\t''
locked\t''
none\t''
venom\t''"
complete -c skep -n "__fish_skep_using_subcommand diff" -l honeycombo-contact -d 'Allow placements that touch only the Honeycombo: yes or no' -r -f -a "yes\t''
no\t''"
complete -c skep -n "__fish_skep_using_subcommand diff" -l exchange -d 'Choose what must stay connected during a Centipede\'s exchange' -r -f -a "free\t''
strict\t''"
complete -c skep -n "__fish_skep_using_subcommand diff" -l stink-bug-shield -d 'Choose which pieces a Stink Bug protects from predators' -r -f -a "any\t''
friends\t''"
complete -c skep -n "__fish_skep_using_subcommand diff" -l sting -d 'Choose how far a Wasp stings' -r -f -a "adjacent\t''
any\t''"
complete -c skep -n "__fish_skep_using_subcommand diff" -l resignation -d 'Choose what a resignation in Hex-It means' -r -f -a "loss\t''
count\t''"
complete -c skep -n "__fish_skep_using_subcommand diff" -l color -d 'When to use colours: auto, always or never; NO_COLOR turns them off' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skep -n "__fish_skep_using_subcommand diff" -l moves-only -d 'Compare only the moves'
complete -c skep -n "__fish_skep_using_subcommand diff" -l spelling -d 'List every move that is only spelled differently (json always does)'
complete -c skep -n "__fish_skep_using_subcommand diff" -l force -d 'Replace existing files'
complete -c skep -n "__fish_skep_using_subcommand diff" -s q -l quiet -d 'Do not show notes and progress'
complete -c skep -n "__fish_skep_using_subcommand diff" -l no-pager -d 'Do not show long output in a pager'
complete -c skep -n "__fish_skep_using_subcommand diff" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c skep -n "__fish_skep_using_subcommand annotate" -l files-from -d 'Read paths from FILE, one per line; - is standard input' -r -F
complete -c skep -n "__fish_skep_using_subcommand annotate" -l from -d 'Set the notation instead of detecting it; see skep help notations' -r -f -a "uhp\t''
moves\t''
boardspace\t''
pgn\t''
hivegame\t''
bga\t''
jsonl\t''
hxt\t''
hivegame-api\t''
bga-log\t''
replay\t''
move-array\t''
abstractplay\t''
embedded\t''
uhp-log\t''
play-log\t''
pairs\t''
analysis\t''"
complete -c skep -n "__fish_skep_using_subcommand annotate" -s j -l threads -d 'Number of threads; 0 uses one per core' -r
complete -c skep -n "__fish_skep_using_subcommand annotate" -l where -d 'Use only the games that match an expression' -r -f -a "white\t''
black\t''
player\t''
winner\t''
loser\t''
result\t''
stated_result\t''
board_result\t''
termination\t''
game\t''
notation\t''
variant\t''
opening\t''
shape\t''
opening_code\t''
white_motif\t''
black_motif\t''
motif\t''
plies\t''
date\t''
year\t''
month\t''
white_elo\t''
black_elo\t''
elo\t''
event\t''
event_kind\t''
site\t''
time_control\t''
speed\t''
rated\t''
bot\t''
source\t''
path\t''
entry\t''
status\t''
code\t''
severity\t''
warnings\t''
remarks\t''
white_queen\t''
black_queen\t''
queen\t''
mobility\t''
stack\t''
white_points\t''
black_points\t''
points\t''
white_missed\t''
black_missed\t''
missed\t''
white_blunders\t''
black_blunders\t''
blunders\t''
won_in\t''"
complete -c skep -n "__fish_skep_using_subcommand annotate" -l player -d 'Use only the games that NAME played, as White or Black' -r
complete -c skep -n "__fish_skep_using_subcommand annotate" -l aliases -d 'Replace names of players by the names in FILE' -r -F
complete -c skep -n "__fish_skep_using_subcommand annotate" -l game -d 'Use only game N, counted from 1, or several: 1,3 or 6..15' -r
complete -c skep -n "__fish_skep_using_subcommand annotate" -l first -d 'Use only the first N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand annotate" -l last -d 'Use only the last N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand annotate" -l sample -d 'Use only a random sample of N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand annotate" -l seed -d 'Seed of --sample: the same seed gives the same sample' -r
complete -c skep -n "__fish_skep_using_subcommand annotate" -l rules -d 'Use the current rules (strict), or accept other moves too (historical, wikipedia)' -r -f -a "strict\t''
wikipedia\t''
historical\t''"
complete -c skep -n "__fish_skep_using_subcommand annotate" -l opening -d 'Choose whether a queen may enter on a player\'s first turn' -r -f -a "tournament\t''
open\t''
auto\t''"
complete -c skep -n "__fish_skep_using_subcommand annotate" -l repetition -d 'Choose what the third occurrence of a position does' -r -f -a "remark\t''
draw\t''
hivegame\t''
hivegame-2024\t''"
complete -c skep -n "__fish_skep_using_subcommand annotate" -l flip -d 'Choose how pieces turn over (Venom and packs)' -r -f -a "free\t''
locked\t''
none\t''
venom\t''"
complete -c skep -n "__fish_skep_using_subcommand annotate" -l honeycombo-contact -d 'Allow placements that touch only the Honeycombo: yes or no' -r -f -a "yes\t''
no\t''"
complete -c skep -n "__fish_skep_using_subcommand annotate" -l exchange -d 'Choose what must stay connected during a Centipede\'s exchange' -r -f -a "free\t''
strict\t''"
complete -c skep -n "__fish_skep_using_subcommand annotate" -l stink-bug-shield -d 'Choose which pieces a Stink Bug protects from predators' -r -f -a "any\t''
friends\t''"
complete -c skep -n "__fish_skep_using_subcommand annotate" -l sting -d 'Choose how far a Wasp stings' -r -f -a "adjacent\t''
any\t''"
complete -c skep -n "__fish_skep_using_subcommand annotate" -l resignation -d 'Choose what a resignation in Hex-It means' -r -f -a "loss\t''
count\t''"
complete -c skep -n "__fish_skep_using_subcommand annotate" -l to -d 'Write this notation [default: from the file name, or the notation of the games, or PGN if it has no comments]' -r -f -a "csv\t''
pgn\t''
boardspace\t''
jsonl\t''
hxt\t''"
complete -c skep -n "__fish_skep_using_subcommand annotate" -l format -d 'Write a table with a row per ply, in this format' -r -f -a "table\t''
csv\t''
tsv\t''
json\t''
jsonl\t''
markdown\t''
parquet\t''"
complete -c skep -n "__fish_skep_using_subcommand annotate" -l tactics -d 'Mark forced wins in at most N turns, 1 to 3 [default N: 2]' -r
complete -c skep -n "__fish_skep_using_subcommand annotate" -l engine -d 'Ask an engine for its best turn in each position' -r
complete -c skep -n "__fish_skep_using_subcommand annotate" -l depth -d 'Let the engine look N plies ahead [default: 2]' -r
complete -c skep -n "__fish_skep_using_subcommand annotate" -l time -d 'Let the engine think for this time per position, in seconds' -r
complete -c skep -n "__fish_skep_using_subcommand annotate" -l scale -d 'Mark turns by scores; a score S is a chance to win of 1 / (1 + exp(-S / SCORE)) [default for skep: 5]' -r
complete -c skep -n "__fish_skep_using_subcommand annotate" -l lines -d 'Also write the engine\'s best turns, up to N, with their expected lines' -r
complete -c skep -n "__fish_skep_using_subcommand annotate" -l cache -d 'Save answers in FILE, and reuse those of the same engine and limit' -r -F
complete -c skep -n "__fish_skep_using_subcommand annotate" -l columns -d 'With --format, write only these columns, in this order (skep help columns)' -r
complete -c skep -n "__fish_skep_using_subcommand annotate" -s n -l limit -d 'With --format, write at most N rows' -r
complete -c skep -n "__fish_skep_using_subcommand annotate" -s o -l output -d 'Write to FILE; it appears only when it is complete [default: standard output]' -r -F
complete -c skep -n "__fish_skep_using_subcommand annotate" -l color -d 'When to use colours: auto, always or never; NO_COLOR turns them off' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skep -n "__fish_skep_using_subcommand annotate" -s 0 -l null -d 'Read --files-from as paths that end with a zero byte (find -print0)'
complete -c skep -n "__fish_skep_using_subcommand annotate" -l csv-safe -d 'In CSV and TSV, put \' before text that starts like a formula: = + - @'
complete -c skep -n "__fish_skep_using_subcommand annotate" -l force -d 'Replace existing files'
complete -c skep -n "__fish_skep_using_subcommand annotate" -s q -l quiet -d 'Do not show notes and progress'
complete -c skep -n "__fish_skep_using_subcommand annotate" -l no-pager -d 'Do not show long output in a pager'
complete -c skep -n "__fish_skep_using_subcommand annotate" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c skep -n "__fish_skep_using_subcommand moves" -l from -d 'Set the notation instead of detecting it; see skep help notations' -r -f -a "uhp\t''
moves\t''
boardspace\t''
pgn\t''
hivegame\t''
bga\t''
jsonl\t''
hxt\t''
hivegame-api\t''
bga-log\t''
replay\t''
move-array\t''
abstractplay\t''
embedded\t''
uhp-log\t''
play-log\t''
pairs\t''
analysis\t''"
complete -c skep -n "__fish_skep_using_subcommand moves" -l where -d 'Use only the games that match an expression' -r -f -a "white\t''
black\t''
player\t''
winner\t''
loser\t''
result\t''
stated_result\t''
board_result\t''
termination\t''
game\t''
notation\t''
variant\t''
opening\t''
shape\t''
opening_code\t''
white_motif\t''
black_motif\t''
motif\t''
plies\t''
date\t''
year\t''
month\t''
white_elo\t''
black_elo\t''
elo\t''
event\t''
event_kind\t''
site\t''
time_control\t''
speed\t''
rated\t''
bot\t''
source\t''
path\t''
entry\t''
status\t''
code\t''
severity\t''
warnings\t''
remarks\t''
white_queen\t''
black_queen\t''
queen\t''
mobility\t''
stack\t''
white_points\t''
black_points\t''
points\t''
white_missed\t''
black_missed\t''
missed\t''
white_blunders\t''
black_blunders\t''
blunders\t''
won_in\t''"
complete -c skep -n "__fish_skep_using_subcommand moves" -l player -d 'Use only the games that NAME played, as White or Black' -r
complete -c skep -n "__fish_skep_using_subcommand moves" -l aliases -d 'Replace names of players by the names in FILE' -r -F
complete -c skep -n "__fish_skep_using_subcommand moves" -l game -d 'Use only game N, counted from 1, or several: 1,3 or 6..15' -r
complete -c skep -n "__fish_skep_using_subcommand moves" -l first -d 'Use only the first N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand moves" -l last -d 'Use only the last N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand moves" -l sample -d 'Use only a random sample of N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand moves" -l seed -d 'Seed of --sample: the same seed gives the same sample' -r
complete -c skep -n "__fish_skep_using_subcommand moves" -l rules -d 'Use the current rules (strict), or accept other moves too (historical, wikipedia)' -r -f -a "strict\t''
wikipedia\t''
historical\t''"
complete -c skep -n "__fish_skep_using_subcommand moves" -l opening -d 'Choose whether a queen may enter on a player\'s first turn' -r -f -a "tournament\t''
open\t''
auto\t''"
complete -c skep -n "__fish_skep_using_subcommand moves" -l repetition -d 'Choose what the third occurrence of a position does' -r -f -a "remark\t''
draw\t''
hivegame\t''
hivegame-2024\t''"
complete -c skep -n "__fish_skep_using_subcommand moves" -l flip -d 'Choose how pieces turn over (Venom and packs)' -r -f -a "free\t''
locked\t''
none\t''
venom\t''"
complete -c skep -n "__fish_skep_using_subcommand moves" -l honeycombo-contact -d 'Allow placements that touch only the Honeycombo: yes or no' -r -f -a "yes\t''
no\t''"
complete -c skep -n "__fish_skep_using_subcommand moves" -l exchange -d 'Choose what must stay connected during a Centipede\'s exchange' -r -f -a "free\t''
strict\t''"
complete -c skep -n "__fish_skep_using_subcommand moves" -l stink-bug-shield -d 'Choose which pieces a Stink Bug protects from predators' -r -f -a "any\t''
friends\t''"
complete -c skep -n "__fish_skep_using_subcommand moves" -l sting -d 'Choose how far a Wasp stings' -r -f -a "adjacent\t''
any\t''"
complete -c skep -n "__fish_skep_using_subcommand moves" -l resignation -d 'Choose what a resignation in Hex-It means' -r -f -a "loss\t''
count\t''"
complete -c skep -n "__fish_skep_using_subcommand moves" -l ply -d 'List the moves after N plies [default: in the last position]' -r
complete -c skep -n "__fish_skep_using_subcommand moves" -l format -d 'Print lines of text (text), one JSON object (json), or an object per line (jsonl) [default: from the file name, or text]' -r -f -a "text\t''
json\t''
jsonl\t''"
complete -c skep -n "__fish_skep_using_subcommand moves" -s o -l output -d 'Write to FILE; it appears only when it is complete [default: standard output]' -r -F
complete -c skep -n "__fish_skep_using_subcommand moves" -l color -d 'When to use colours: auto, always or never; NO_COLOR turns them off' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skep -n "__fish_skep_using_subcommand moves" -l force -d 'Replace existing files'
complete -c skep -n "__fish_skep_using_subcommand moves" -s q -l quiet -d 'Do not show notes and progress'
complete -c skep -n "__fish_skep_using_subcommand moves" -l no-pager -d 'Do not show long output in a pager'
complete -c skep -n "__fish_skep_using_subcommand moves" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c skep -n "__fish_skep_using_subcommand solve" -l files-from -d 'Read paths from FILE, one per line; - is standard input' -r -F
complete -c skep -n "__fish_skep_using_subcommand solve" -l from -d 'Set the notation instead of detecting it; see skep help notations' -r -f -a "uhp\t''
moves\t''
boardspace\t''
pgn\t''
hivegame\t''
bga\t''
jsonl\t''
hxt\t''
hivegame-api\t''
bga-log\t''
replay\t''
move-array\t''
abstractplay\t''
embedded\t''
uhp-log\t''
play-log\t''
pairs\t''
analysis\t''"
complete -c skep -n "__fish_skep_using_subcommand solve" -s j -l threads -d 'Number of threads; 0 uses one per core' -r
complete -c skep -n "__fish_skep_using_subcommand solve" -l where -d 'Use only the games that match an expression' -r -f -a "white\t''
black\t''
player\t''
winner\t''
loser\t''
result\t''
stated_result\t''
board_result\t''
termination\t''
game\t''
notation\t''
variant\t''
opening\t''
shape\t''
opening_code\t''
white_motif\t''
black_motif\t''
motif\t''
plies\t''
date\t''
year\t''
month\t''
white_elo\t''
black_elo\t''
elo\t''
event\t''
event_kind\t''
site\t''
time_control\t''
speed\t''
rated\t''
bot\t''
source\t''
path\t''
entry\t''
status\t''
code\t''
severity\t''
warnings\t''
remarks\t''
white_queen\t''
black_queen\t''
queen\t''
mobility\t''
stack\t''
white_points\t''
black_points\t''
points\t''
white_missed\t''
black_missed\t''
missed\t''
white_blunders\t''
black_blunders\t''
blunders\t''
won_in\t''"
complete -c skep -n "__fish_skep_using_subcommand solve" -l player -d 'Use only the games that NAME played, as White or Black' -r
complete -c skep -n "__fish_skep_using_subcommand solve" -l aliases -d 'Replace names of players by the names in FILE' -r -F
complete -c skep -n "__fish_skep_using_subcommand solve" -l game -d 'Use only game N, counted from 1, or several: 1,3 or 6..15' -r
complete -c skep -n "__fish_skep_using_subcommand solve" -l first -d 'Use only the first N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand solve" -l last -d 'Use only the last N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand solve" -l sample -d 'Use only a random sample of N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand solve" -l seed -d 'Seed of --sample: the same seed gives the same sample' -r
complete -c skep -n "__fish_skep_using_subcommand solve" -l rules -d 'Use the current rules (strict), or accept other moves too (historical, wikipedia)' -r -f -a "strict\t''
wikipedia\t''
historical\t''"
complete -c skep -n "__fish_skep_using_subcommand solve" -l opening -d 'Choose whether a queen may enter on a player\'s first turn' -r -f -a "tournament\t''
open\t''
auto\t''"
complete -c skep -n "__fish_skep_using_subcommand solve" -l repetition -d 'Choose what the third occurrence of a position does' -r -f -a "remark\t''
draw\t''
hivegame\t''
hivegame-2024\t''"
complete -c skep -n "__fish_skep_using_subcommand solve" -l flip -d 'Choose how pieces turn over (Venom and packs)' -r -f -a "free\t''
locked\t''
none\t''
venom\t''"
complete -c skep -n "__fish_skep_using_subcommand solve" -l honeycombo-contact -d 'Allow placements that touch only the Honeycombo: yes or no' -r -f -a "yes\t''
no\t''"
complete -c skep -n "__fish_skep_using_subcommand solve" -l exchange -d 'Choose what must stay connected during a Centipede\'s exchange' -r -f -a "free\t''
strict\t''"
complete -c skep -n "__fish_skep_using_subcommand solve" -l stink-bug-shield -d 'Choose which pieces a Stink Bug protects from predators' -r -f -a "any\t''
friends\t''"
complete -c skep -n "__fish_skep_using_subcommand solve" -l sting -d 'Choose how far a Wasp stings' -r -f -a "adjacent\t''
any\t''"
complete -c skep -n "__fish_skep_using_subcommand solve" -l resignation -d 'Choose what a resignation in Hex-It means' -r -f -a "loss\t''
count\t''"
complete -c skep -n "__fish_skep_using_subcommand solve" -l ply -d 'Search the position after N plies [default: the last position]' -r
complete -c skep -n "__fish_skep_using_subcommand solve" -l moves -d 'Search for wins in at most N turns of the player, 1 to 5' -r
complete -c skep -n "__fish_skep_using_subcommand solve" -l format -d 'Print text, or an object per position: json is one document, and jsonl has one object per line [default: from the file name, or text]' -r -f -a "text\t''
json\t''
jsonl\t''"
complete -c skep -n "__fish_skep_using_subcommand solve" -s o -l output -d 'Write to FILE; it appears only when it is complete [default: standard output]' -r -F
complete -c skep -n "__fish_skep_using_subcommand solve" -l color -d 'When to use colours: auto, always or never; NO_COLOR turns them off' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skep -n "__fish_skep_using_subcommand solve" -s 0 -l null -d 'Read --files-from as paths that end with a zero byte (find -print0)'
complete -c skep -n "__fish_skep_using_subcommand solve" -l threat -d 'Also show the threat: how the other player wins if the player to move passes'
complete -c skep -n "__fish_skep_using_subcommand solve" -l proof -d 'Show the whole proof: every reply, with the answer that wins'
complete -c skep -n "__fish_skep_using_subcommand solve" -l verify -d 'Check the solutions of puzzles: length, first turn and line'
complete -c skep -n "__fish_skep_using_subcommand solve" -l force -d 'Replace existing files'
complete -c skep -n "__fish_skep_using_subcommand solve" -s q -l quiet -d 'Do not show notes and progress'
complete -c skep -n "__fish_skep_using_subcommand solve" -l no-pager -d 'Do not show long output in a pager'
complete -c skep -n "__fish_skep_using_subcommand solve" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c skep -n "__fish_skep_using_subcommand puzzles" -l files-from -d 'Read paths from FILE, one per line; - is standard input' -r -F
complete -c skep -n "__fish_skep_using_subcommand puzzles" -l from -d 'Set the notation instead of detecting it; see skep help notations' -r -f -a "uhp\t''
moves\t''
boardspace\t''
pgn\t''
hivegame\t''
bga\t''
jsonl\t''
hxt\t''
hivegame-api\t''
bga-log\t''
replay\t''
move-array\t''
abstractplay\t''
embedded\t''
uhp-log\t''
play-log\t''
pairs\t''
analysis\t''"
complete -c skep -n "__fish_skep_using_subcommand puzzles" -s j -l threads -d 'Number of threads; 0 uses one per core' -r
complete -c skep -n "__fish_skep_using_subcommand puzzles" -l aliases -d 'Replace names of players by the names in FILE' -r -F
complete -c skep -n "__fish_skep_using_subcommand puzzles" -l game -d 'Use only game N, counted from 1, or several: 1,3 or 6..15' -r
complete -c skep -n "__fish_skep_using_subcommand puzzles" -l first -d 'Use only the first N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand puzzles" -l last -d 'Use only the last N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand puzzles" -l sample -d 'Use only a random sample of N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand puzzles" -l seed -d 'Seed of --sample: the same seed gives the same sample' -r
complete -c skep -n "__fish_skep_using_subcommand puzzles" -l rules -d 'Use the current rules (strict), or accept other moves too (historical, wikipedia)' -r -f -a "strict\t''
wikipedia\t''
historical\t''"
complete -c skep -n "__fish_skep_using_subcommand puzzles" -l opening -d 'Choose whether a queen may enter on a player\'s first turn' -r -f -a "tournament\t''
open\t''
auto\t''"
complete -c skep -n "__fish_skep_using_subcommand puzzles" -l repetition -d 'Choose what the third occurrence of a position does' -r -f -a "remark\t''
draw\t''
hivegame\t''
hivegame-2024\t''"
complete -c skep -n "__fish_skep_using_subcommand puzzles" -l flip -d 'Choose how pieces turn over (Venom and packs)' -r -f -a "free\t''
locked\t''
none\t''
venom\t''"
complete -c skep -n "__fish_skep_using_subcommand puzzles" -l honeycombo-contact -d 'Allow placements that touch only the Honeycombo: yes or no' -r -f -a "yes\t''
no\t''"
complete -c skep -n "__fish_skep_using_subcommand puzzles" -l exchange -d 'Choose what must stay connected during a Centipede\'s exchange' -r -f -a "free\t''
strict\t''"
complete -c skep -n "__fish_skep_using_subcommand puzzles" -l stink-bug-shield -d 'Choose which pieces a Stink Bug protects from predators' -r -f -a "any\t''
friends\t''"
complete -c skep -n "__fish_skep_using_subcommand puzzles" -l sting -d 'Choose how far a Wasp stings' -r -f -a "adjacent\t''
any\t''"
complete -c skep -n "__fish_skep_using_subcommand puzzles" -l resignation -d 'Choose what a resignation in Hex-It means' -r -f -a "loss\t''
count\t''"
complete -c skep -n "__fish_skep_using_subcommand puzzles" -l moves -d 'Find wins in at most N turns of the player, or in A to B' -r
complete -c skep -n "__fish_skep_using_subcommand puzzles" -l themes -d 'Write only puzzles with all of these themes' -r -f -a "thrown-queen\t''
thrown-piece\t''
beetle-drop\t''
queen-covered\t''
pin\t''
ladybug-jump\t''
ant-closes\t''
grasshopper-closes\t''
placement-closes\t''
queen-moves\t''
self-block\t''
quiet-first\t''
zugzwang\t''
under-threat\t''"
complete -c skep -n "__fish_skep_using_subcommand puzzles" -l format -d 'Choose the output format [default: from the file name, or table]' -r -f -a "table\t''
csv\t''
tsv\t''
json\t''
jsonl\t''
markdown\t''
parquet\t''
uhp\t''
sgf\t''
html\t''"
complete -c skep -n "__fish_skep_using_subcommand puzzles" -l columns -d 'Write only these columns, in this order: white,black (skep help columns)' -r
complete -c skep -n "__fish_skep_using_subcommand puzzles" -l title -d 'Set the title of the page (html)' -r
complete -c skep -n "__fish_skep_using_subcommand puzzles" -s o -l output -d 'Write to FILE; it appears only when it is complete [default: standard output]' -r -F
complete -c skep -n "__fish_skep_using_subcommand puzzles" -l where -d 'Use only the games that match an expression' -r -f -a "white\t''
black\t''
player\t''
winner\t''
loser\t''
result\t''
stated_result\t''
board_result\t''
termination\t''
game\t''
notation\t''
variant\t''
opening\t''
shape\t''
opening_code\t''
white_motif\t''
black_motif\t''
motif\t''
plies\t''
date\t''
year\t''
month\t''
white_elo\t''
black_elo\t''
elo\t''
event\t''
event_kind\t''
site\t''
time_control\t''
speed\t''
rated\t''
bot\t''
source\t''
path\t''
entry\t''
status\t''
code\t''
severity\t''
warnings\t''
remarks\t''
white_queen\t''
black_queen\t''
queen\t''
mobility\t''
stack\t''
white_points\t''
black_points\t''
points\t''
white_missed\t''
black_missed\t''
missed\t''
white_blunders\t''
black_blunders\t''
blunders\t''
won_in\t''
win\t''"
complete -c skep -n "__fish_skep_using_subcommand puzzles" -l player -d 'Write only puzzles in which NAME is to move' -r
complete -c skep -n "__fish_skep_using_subcommand puzzles" -s n -l limit -d 'Write at most N puzzles' -r
complete -c skep -n "__fish_skep_using_subcommand puzzles" -l color -d 'When to use colours: auto, always or never; NO_COLOR turns them off' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skep -n "__fish_skep_using_subcommand puzzles" -s 0 -l null -d 'Read --files-from as paths that end with a zero byte (find -print0)'
complete -c skep -n "__fish_skep_using_subcommand puzzles" -l allow-many -d 'Also write positions in which several first turns win'
complete -c skep -n "__fish_skep_using_subcommand puzzles" -l continuations -d 'Also write the later positions of a win that the player found'
complete -c skep -n "__fish_skep_using_subcommand puzzles" -l blunders -d 'Search only before and after turns that skep annotate --engine marked ??'
complete -c skep -n "__fish_skep_using_subcommand puzzles" -l csv-safe -d 'In CSV and TSV, put \' before text that starts like a formula: = + - @'
complete -c skep -n "__fish_skep_using_subcommand puzzles" -l force -d 'Replace existing files'
complete -c skep -n "__fish_skep_using_subcommand puzzles" -s q -l quiet -d 'Do not show notes and progress'
complete -c skep -n "__fish_skep_using_subcommand puzzles" -l no-pager -d 'Do not show long output in a pager'
complete -c skep -n "__fish_skep_using_subcommand puzzles" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c skep -n "__fish_skep_using_subcommand perft" -l from -d 'Set the notation instead of detecting it; see skep help notations' -r -f -a "uhp\t''
moves\t''
boardspace\t''
pgn\t''
hivegame\t''
bga\t''
jsonl\t''
hxt\t''
hivegame-api\t''
bga-log\t''
replay\t''
move-array\t''
abstractplay\t''
embedded\t''
uhp-log\t''
play-log\t''
pairs\t''
analysis\t''"
complete -c skep -n "__fish_skep_using_subcommand perft" -l where -d 'Use only the games that match an expression' -r -f -a "white\t''
black\t''
player\t''
winner\t''
loser\t''
result\t''
stated_result\t''
board_result\t''
termination\t''
game\t''
notation\t''
variant\t''
opening\t''
shape\t''
opening_code\t''
white_motif\t''
black_motif\t''
motif\t''
plies\t''
date\t''
year\t''
month\t''
white_elo\t''
black_elo\t''
elo\t''
event\t''
event_kind\t''
site\t''
time_control\t''
speed\t''
rated\t''
bot\t''
source\t''
path\t''
entry\t''
status\t''
code\t''
severity\t''
warnings\t''
remarks\t''
white_queen\t''
black_queen\t''
queen\t''
mobility\t''
stack\t''
white_points\t''
black_points\t''
points\t''
white_missed\t''
black_missed\t''
missed\t''
white_blunders\t''
black_blunders\t''
blunders\t''
won_in\t''"
complete -c skep -n "__fish_skep_using_subcommand perft" -l player -d 'Use only the games that NAME played, as White or Black' -r
complete -c skep -n "__fish_skep_using_subcommand perft" -l aliases -d 'Replace names of players by the names in FILE' -r -F
complete -c skep -n "__fish_skep_using_subcommand perft" -l game -d 'Use only game N, counted from 1, or several: 1,3 or 6..15' -r
complete -c skep -n "__fish_skep_using_subcommand perft" -l first -d 'Use only the first N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand perft" -l last -d 'Use only the last N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand perft" -l sample -d 'Use only a random sample of N matching games' -r
complete -c skep -n "__fish_skep_using_subcommand perft" -l seed -d 'Seed of --sample: the same seed gives the same sample' -r
complete -c skep -n "__fish_skep_using_subcommand perft" -l rules -d 'Use the current rules (strict), or accept other moves too (historical, wikipedia)' -r -f -a "strict\t''
wikipedia\t''
historical\t''"
complete -c skep -n "__fish_skep_using_subcommand perft" -l opening -d 'Choose whether a queen may enter on a player\'s first turn' -r -f -a "tournament\t''
open\t''
auto\t''"
complete -c skep -n "__fish_skep_using_subcommand perft" -l repetition -d 'Choose what the third occurrence of a position does' -r -f -a "remark\t''
draw\t''
hivegame\t''
hivegame-2024\t''"
complete -c skep -n "__fish_skep_using_subcommand perft" -l flip -d 'Choose how pieces turn over (Venom and packs)' -r -f -a "free\t''
locked\t''
none\t''
venom\t''"
complete -c skep -n "__fish_skep_using_subcommand perft" -l honeycombo-contact -d 'Allow placements that touch only the Honeycombo: yes or no' -r -f -a "yes\t''
no\t''"
complete -c skep -n "__fish_skep_using_subcommand perft" -l exchange -d 'Choose what must stay connected during a Centipede\'s exchange' -r -f -a "free\t''
strict\t''"
complete -c skep -n "__fish_skep_using_subcommand perft" -l stink-bug-shield -d 'Choose which pieces a Stink Bug protects from predators' -r -f -a "any\t''
friends\t''"
complete -c skep -n "__fish_skep_using_subcommand perft" -l sting -d 'Choose how far a Wasp stings' -r -f -a "adjacent\t''
any\t''"
complete -c skep -n "__fish_skep_using_subcommand perft" -l resignation -d 'Choose what a resignation in Hex-It means' -r -f -a "loss\t''
count\t''"
complete -c skep -n "__fish_skep_using_subcommand perft" -l depth -d 'Number of plies' -r
complete -c skep -n "__fish_skep_using_subcommand perft" -l hash -d 'Cache counts of positions in a table of at most MIB MiB [default MIB: 256]' -r
complete -c skep -n "__fish_skep_using_subcommand perft" -s j -l threads -d 'Number of threads; 0 uses one per core' -r
complete -c skep -n "__fish_skep_using_subcommand perft" -s o -l output -d 'Write to FILE; it appears only when it is complete [default: standard output]' -r -F
complete -c skep -n "__fish_skep_using_subcommand perft" -l color -d 'When to use colours: auto, always or never; NO_COLOR turns them off' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skep -n "__fish_skep_using_subcommand perft" -l force -d 'Replace existing files'
complete -c skep -n "__fish_skep_using_subcommand perft" -l divide -d 'Count for each first move, at this depth only'
complete -c skep -n "__fish_skep_using_subcommand perft" -s q -l quiet -d 'Do not show notes and progress'
complete -c skep -n "__fish_skep_using_subcommand perft" -l no-pager -d 'Do not show long output in a pager'
complete -c skep -n "__fish_skep_using_subcommand perft" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c skep -n "__fish_skep_using_subcommand uhp" -l book -d 'Answer bestmove from a book of openings while it has the position' -r -F
complete -c skep -n "__fish_skep_using_subcommand uhp" -l test -d 'Test another engine: compare its answers with the rules' -r
complete -c skep -n "__fish_skep_using_subcommand uhp" -l positions -d 'Compare N positions' -r
complete -c skep -n "__fish_skep_using_subcommand uhp" -l seed -d 'Seed of the random games of the test' -r
complete -c skep -n "__fish_skep_using_subcommand uhp" -l format -d 'Choose the format of the report' -r -f -a "text\t''
json\t''
junit\t''
sarif\t''"
complete -c skep -n "__fish_skep_using_subcommand uhp" -l rules -d 'Use the current rules (strict), or accept other moves too (historical, wikipedia)' -r -f -a "strict\t''
wikipedia\t''
historical\t''"
complete -c skep -n "__fish_skep_using_subcommand uhp" -l opening -d 'Choose whether a queen may enter on a player\'s first turn' -r -f -a "tournament\t''
open\t''
auto\t''"
complete -c skep -n "__fish_skep_using_subcommand uhp" -l repetition -d 'Choose what the third occurrence of a position does' -r -f -a "remark\t''
draw\t''
hivegame\t''
hivegame-2024\t''"
complete -c skep -n "__fish_skep_using_subcommand uhp" -l flip -d 'Choose how pieces turn over (Venom and packs)' -r -f -a "free\t''
locked\t''
none\t''
venom\t''"
complete -c skep -n "__fish_skep_using_subcommand uhp" -l honeycombo-contact -d 'Allow placements that touch only the Honeycombo: yes or no' -r -f -a "yes\t''
no\t''"
complete -c skep -n "__fish_skep_using_subcommand uhp" -l exchange -d 'Choose what must stay connected during a Centipede\'s exchange' -r -f -a "free\t''
strict\t''"
complete -c skep -n "__fish_skep_using_subcommand uhp" -l stink-bug-shield -d 'Choose which pieces a Stink Bug protects from predators' -r -f -a "any\t''
friends\t''"
complete -c skep -n "__fish_skep_using_subcommand uhp" -l sting -d 'Choose how far a Wasp stings' -r -f -a "adjacent\t''
any\t''"
complete -c skep -n "__fish_skep_using_subcommand uhp" -l resignation -d 'Choose what a resignation in Hex-It means' -r -f -a "loss\t''
count\t''"
complete -c skep -n "__fish_skep_using_subcommand uhp" -l color -d 'When to use colours: auto, always or never; NO_COLOR turns them off' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skep -n "__fish_skep_using_subcommand uhp" -s v -l verbose -d 'Print the depth, positions and time of each search to standard error'
complete -c skep -n "__fish_skep_using_subcommand uhp" -s q -l quiet -d 'Do not show notes and progress'
complete -c skep -n "__fish_skep_using_subcommand uhp" -l no-pager -d 'Do not show long output in a pager'
complete -c skep -n "__fish_skep_using_subcommand uhp" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c skep -n "__fish_skep_using_subcommand match" -s g -l games -d 'Play N games between each pair of engines; an odd number is rounded up' -r
complete -c skep -n "__fish_skep_using_subcommand match" -l depth -d 'Let the engines look N plies ahead' -r
complete -c skep -n "__fish_skep_using_subcommand match" -l time -d 'Let the engines think for this time per move, in seconds [default: 1]' -r
complete -c skep -n "__fish_skep_using_subcommand match" -l clock -d 'Give each engine a time for the game plus a time for each move, in seconds: 60+0.5' -r
complete -c skep -n "__fish_skep_using_subcommand match" -l nodes -d 'Limit each move to N positions; the engines must know bestmove nodes' -r
complete -c skep -n "__fish_skep_using_subcommand match" -l grace -d 'Allow each move this much more time before the game is lost on time, in seconds' -r
complete -c skep -n "__fish_skep_using_subcommand match" -l patience -d 'Wait this long for a move that has no time limit, in seconds' -r
complete -c skep -n "__fish_skep_using_subcommand match" -l variant -d 'Choose the variant, such as Base or Base+MLP' -r -f -a "Base\t''
Base+M\t''
Base+L\t''
Base+P\t''
Base+ML\t''
Base+MP\t''
Base+LP\t''
Base+MLP\t''"
complete -c skep -n "__fish_skep_using_subcommand match" -l openings -d 'Take the openings from the games of a file, folder or archive, or from a book: book.hop.tsv' -r -F
complete -c skep -n "__fish_skep_using_subcommand match" -l opening-plies -d 'Begin with N plies of an opening' -r
complete -c skep -n "__fish_skep_using_subcommand match" -l seed -d 'Set the seed for random openings and for openings from a book' -r
complete -c skep -n "__fish_skep_using_subcommand match" -l repetition -d 'Choose what the third occurrence of a position means; remark lets the game go on' -r -f -a "remark\t''
draw\t''
hivegame\t''
hivegame-2024\t''"
complete -c skep -n "__fish_skep_using_subcommand match" -l max-plies -d 'Draw a game after N plies' -r
complete -c skep -n "__fish_skep_using_subcommand match" -l adjudicate -d 'End a game when a win in N turns is proved, 1 to 3' -r
complete -c skep -n "__fish_skep_using_subcommand match" -l sprt -d 'Stop when the results decide between two Elo differences of the first engine: 0,10' -r
complete -c skep -n "__fish_skep_using_subcommand match" -l set -d 'Set an option of the engines, or of one engine: NumThreads=1, NAME:NumThreads=1' -r
complete -c skep -n "__fish_skep_using_subcommand match" -s j -l threads -l concurrency -d 'Play N games at a time; 0 plays one per core' -r
complete -c skep -n "__fish_skep_using_subcommand match" -l save -d 'Write each game to FILE.jsonl as it ends, and continue the match in it' -r -F
complete -c skep -n "__fish_skep_using_subcommand match" -l page -d 'Write a page with the scores to FILE.html after each game; an open browser shows it live' -r -F
complete -c skep -n "__fish_skep_using_subcommand match" -l format -d 'Choose the format of the rows [default: from the file name, or table]' -r -f -a "table\t''
csv\t''
tsv\t''
json\t''
jsonl\t''
markdown\t''
parquet\t''"
complete -c skep -n "__fish_skep_using_subcommand match" -l columns -d 'Write only these columns, in this order: white,black (skep help columns)' -r
complete -c skep -n "__fish_skep_using_subcommand match" -s n -l limit -d 'Write at most N rows' -r
complete -c skep -n "__fish_skep_using_subcommand match" -s o -l output -d 'Write to FILE; it appears only when it is complete [default: standard output]' -r -F
complete -c skep -n "__fish_skep_using_subcommand match" -l color -d 'When to use colours: auto, always or never; NO_COLOR turns them off' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skep -n "__fish_skep_using_subcommand match" -l gauntlet -d 'Let only the first engine play against the others'
complete -c skep -n "__fish_skep_using_subcommand match" -l csv-safe -d 'In CSV and TSV, put \' before text that starts like a formula: = + - @'
complete -c skep -n "__fish_skep_using_subcommand match" -l force -d 'Replace existing files'
complete -c skep -n "__fish_skep_using_subcommand match" -s q -l quiet -d 'Do not show notes and progress'
complete -c skep -n "__fish_skep_using_subcommand match" -l no-pager -d 'Do not show long output in a pager'
complete -c skep -n "__fish_skep_using_subcommand match" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c skep -n "__fish_skep_using_subcommand random" -l variant -d 'Choose the variant, such as Base+MLP, Venom+Predators or hex-it' -r -f -a "Base\t''
Base+M\t''
Base+L\t''
Base+P\t''
Base+ML\t''
Base+MP\t''
Base+LP\t''
Base+MLP\t''
Venom\t''
Venom+Predators+Guardians+Honeycombo+Swarm\t''
hex-it\t''
hex-it-blitz\t''
hex-it-beginner\t''"
complete -c skep -n "__fish_skep_using_subcommand random" -s n -d 'Number of games' -r
complete -c skep -n "__fish_skep_using_subcommand random" -l rules -d 'Use the current rules (strict), or accept other moves too (historical, wikipedia)' -r -f -a "strict\t''
wikipedia\t''
historical\t''"
complete -c skep -n "__fish_skep_using_subcommand random" -l opening -d 'Choose whether a queen may enter on a player\'s first turn' -r -f -a "tournament\t''
open\t''
auto\t''"
complete -c skep -n "__fish_skep_using_subcommand random" -l repetition -d 'Choose what the third occurrence of a position does' -r -f -a "remark\t''
draw\t''
hivegame\t''
hivegame-2024\t''"
complete -c skep -n "__fish_skep_using_subcommand random" -l flip -d 'Choose how pieces turn over (Venom and packs)' -r -f -a "free\t''
locked\t''
none\t''
venom\t''"
complete -c skep -n "__fish_skep_using_subcommand random" -l honeycombo-contact -d 'Allow placements that touch only the Honeycombo: yes or no' -r -f -a "yes\t''
no\t''"
complete -c skep -n "__fish_skep_using_subcommand random" -l exchange -d 'Choose what must stay connected during a Centipede\'s exchange' -r -f -a "free\t''
strict\t''"
complete -c skep -n "__fish_skep_using_subcommand random" -l stink-bug-shield -d 'Choose which pieces a Stink Bug protects from predators' -r -f -a "any\t''
friends\t''"
complete -c skep -n "__fish_skep_using_subcommand random" -l sting -d 'Choose how far a Wasp stings' -r -f -a "adjacent\t''
any\t''"
complete -c skep -n "__fish_skep_using_subcommand random" -l resignation -d 'Choose what a resignation in Hex-It means' -r -f -a "loss\t''
count\t''"
complete -c skep -n "__fish_skep_using_subcommand random" -l seed -d 'Seed of the random numbers' -r
complete -c skep -n "__fish_skep_using_subcommand random" -l max-plies -d 'Stop a game after N plies' -r
complete -c skep -n "__fish_skep_using_subcommand random" -s j -l threads -d 'Number of threads; 0 uses one per core' -r
complete -c skep -n "__fish_skep_using_subcommand random" -s o -l output -d 'Write to FILE; it appears only when it is complete [default: standard output]' -r -F
complete -c skep -n "__fish_skep_using_subcommand random" -l color -d 'When to use colours: auto, always or never; NO_COLOR turns them off' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skep -n "__fish_skep_using_subcommand random" -l force -d 'Replace existing files'
complete -c skep -n "__fish_skep_using_subcommand random" -s q -l quiet -d 'Do not show notes and progress'
complete -c skep -n "__fish_skep_using_subcommand random" -l no-pager -d 'Do not show long output in a pager'
complete -c skep -n "__fish_skep_using_subcommand random" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c skep -n "__fish_skep_using_subcommand completions" -s o -l output -d 'Write to FILE; it appears only when it is complete [default: standard output]' -r -F
complete -c skep -n "__fish_skep_using_subcommand completions" -l color -d 'When to use colours: auto, always or never; NO_COLOR turns them off' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skep -n "__fish_skep_using_subcommand completions" -l force -d 'Replace existing files'
complete -c skep -n "__fish_skep_using_subcommand completions" -s q -l quiet -d 'Do not show notes and progress'
complete -c skep -n "__fish_skep_using_subcommand completions" -l no-pager -d 'Do not show long output in a pager'
complete -c skep -n "__fish_skep_using_subcommand completions" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c skep -n "__fish_skep_using_subcommand help" -s o -l output -d 'Write to FILE; it appears only when it is complete [default: standard output]' -r -F
complete -c skep -n "__fish_skep_using_subcommand help" -l color -d 'When to use colours: auto, always or never; NO_COLOR turns them off' -r -f -a "auto\t''
always\t''
never\t''"
complete -c skep -n "__fish_skep_using_subcommand help" -l force -d 'Replace existing files'
complete -c skep -n "__fish_skep_using_subcommand help" -s q -l quiet -d 'Do not show notes and progress'
complete -c skep -n "__fish_skep_using_subcommand help" -l no-pager -d 'Do not show long output in a pager'
complete -c skep -n "__fish_skep_using_subcommand help" -s h -l help -d 'Print help (see more with \'--help\')'

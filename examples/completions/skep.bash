_skep() {
    local i cur prev opts cmd
    COMPREPLY=()
    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
        cur="$2"
    else
        cur="${COMP_WORDS[COMP_CWORD]}"
    fi
    prev="$3"
    cmd=""
    opts=""

    for i in "${COMP_WORDS[@]:0:COMP_CWORD}"
    do
        case "${cmd},${i}" in
            ",$1")
                cmd="skep"
                ;;
            skep,annotate)
                cmd="skep__subcmd__annotate"
                ;;
            skep,check)
                cmd="skep__subcmd__check"
                ;;
            skep,completions)
                cmd="skep__subcmd__completions"
                ;;
            skep,convert)
                cmd="skep__subcmd__convert"
                ;;
            skep,count)
                cmd="skep__subcmd__count"
                ;;
            skep,dedup)
                cmd="skep__subcmd__dedup"
                ;;
            skep,diff)
                cmd="skep__subcmd__diff"
                ;;
            skep,explore)
                cmd="skep__subcmd__explore"
                ;;
            skep,export)
                cmd="skep__subcmd__export"
                ;;
            skep,help)
                cmd="skep__subcmd__help"
                ;;
            skep,index)
                cmd="skep__subcmd__index"
                ;;
            skep,list)
                cmd="skep__subcmd__list"
                ;;
            skep,match)
                cmd="skep__subcmd__match"
                ;;
            skep,moves)
                cmd="skep__subcmd__moves"
                ;;
            skep,novelty)
                cmd="skep__subcmd__novelty"
                ;;
            skep,openings)
                cmd="skep__subcmd__openings"
                ;;
            skep,perft)
                cmd="skep__subcmd__perft"
                ;;
            skep,players)
                cmd="skep__subcmd__players"
                ;;
            skep,puzzles)
                cmd="skep__subcmd__puzzles"
                ;;
            skep,random)
                cmd="skep__subcmd__random"
                ;;
            skep,related)
                cmd="skep__subcmd__related"
                ;;
            skep,replay)
                cmd="skep__subcmd__replay"
                ;;
            skep,report)
                cmd="skep__subcmd__report"
                ;;
            skep,show)
                cmd="skep__subcmd__show"
                ;;
            skep,solve)
                cmd="skep__subcmd__solve"
                ;;
            skep,sort)
                cmd="skep__subcmd__sort"
                ;;
            skep,split)
                cmd="skep__subcmd__split"
                ;;
            skep,stats)
                cmd="skep__subcmd__stats"
                ;;
            skep,uhp)
                cmd="skep__subcmd__uhp"
                ;;
            *)
                ;;
        esac
    done

    case "${cmd}" in
        skep)
            opts="-q -h -V --color --quiet --no-pager --help --version check convert list count dedup sort split stats openings players novelty related export index explore report show replay diff annotate moves solve puzzles perft uhp match random completions help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 1 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        skep__subcmd__annotate)
            opts="-0 -j -n -o -q -h --files-from --null --from --threads --where --player --aliases --game --first --last --sample --seed --rules --opening --repetition --flip --honeycombo-contact --exchange --stink-bug-shield --sting --resignation --to --format --tactics --engine --depth --time --scale --lines --cache --columns --limit --csv-safe --force --output --color --quiet --no-pager --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --files-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "uhp moves boardspace pgn hivegame bga jsonl hxt hivegame-api bga-log replay move-array abstractplay embedded uhp-log play-log pairs analysis" -- "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --where)
                    COMPREPLY=($(compgen -W "white black player winner loser result stated_result board_result termination game notation variant opening shape opening_code white_motif black_motif motif plies date year month white_elo black_elo elo event event_kind site time_control speed rated bot source path entry status code severity warnings remarks white_queen black_queen queen mobility stack white_points black_points points white_missed black_missed missed white_blunders black_blunders blunders won_in" -- "${cur}"))
                    return 0
                    ;;
                --player)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --aliases)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --game)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --first)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --last)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --sample)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --seed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rules)
                    COMPREPLY=($(compgen -W "strict wikipedia historical" -- "${cur}"))
                    return 0
                    ;;
                --opening)
                    COMPREPLY=($(compgen -W "tournament open auto" -- "${cur}"))
                    return 0
                    ;;
                --repetition)
                    COMPREPLY=($(compgen -W "remark draw hivegame hivegame-2024" -- "${cur}"))
                    return 0
                    ;;
                --flip)
                    COMPREPLY=($(compgen -W "free locked none venom" -- "${cur}"))
                    return 0
                    ;;
                --honeycombo-contact)
                    COMPREPLY=($(compgen -W "yes no" -- "${cur}"))
                    return 0
                    ;;
                --exchange)
                    COMPREPLY=($(compgen -W "free strict" -- "${cur}"))
                    return 0
                    ;;
                --stink-bug-shield)
                    COMPREPLY=($(compgen -W "any friends" -- "${cur}"))
                    return 0
                    ;;
                --sting)
                    COMPREPLY=($(compgen -W "adjacent any" -- "${cur}"))
                    return 0
                    ;;
                --resignation)
                    COMPREPLY=($(compgen -W "loss count" -- "${cur}"))
                    return 0
                    ;;
                --to)
                    COMPREPLY=($(compgen -W "csv pgn boardspace jsonl hxt" -- "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "table csv tsv json jsonl markdown parquet" -- "${cur}"))
                    return 0
                    ;;
                --tactics)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --engine)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --time)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --scale)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --lines)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --cache)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --columns)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --limit)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -n)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        skep__subcmd__check)
            opts="-0 -j -n -o -q -h --files-from --null --from --threads --where --player --aliases --game --first --last --sample --seed --rules --opening --repetition --flip --honeycombo-contact --exchange --stink-bug-shield --sting --resignation --format --columns --limit --csv-safe --output --force --remarks --max-errors --fail-fast --compare --color --quiet --no-pager --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --files-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "uhp moves boardspace pgn hivegame bga jsonl hxt hivegame-api bga-log replay move-array abstractplay embedded uhp-log play-log pairs analysis" -- "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --where)
                    COMPREPLY=($(compgen -W "white black player winner loser result stated_result board_result termination game notation variant opening shape opening_code white_motif black_motif motif plies date year month white_elo black_elo elo event event_kind site time_control speed rated bot source path entry status code severity warnings remarks white_queen black_queen queen mobility stack white_points black_points points white_missed black_missed missed white_blunders black_blunders blunders won_in" -- "${cur}"))
                    return 0
                    ;;
                --player)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --aliases)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --game)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --first)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --last)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --sample)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --seed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rules)
                    COMPREPLY=($(compgen -W "strict wikipedia historical" -- "${cur}"))
                    return 0
                    ;;
                --opening)
                    COMPREPLY=($(compgen -W "tournament open auto" -- "${cur}"))
                    return 0
                    ;;
                --repetition)
                    COMPREPLY=($(compgen -W "remark draw hivegame hivegame-2024" -- "${cur}"))
                    return 0
                    ;;
                --flip)
                    COMPREPLY=($(compgen -W "free locked none venom" -- "${cur}"))
                    return 0
                    ;;
                --honeycombo-contact)
                    COMPREPLY=($(compgen -W "yes no" -- "${cur}"))
                    return 0
                    ;;
                --exchange)
                    COMPREPLY=($(compgen -W "free strict" -- "${cur}"))
                    return 0
                    ;;
                --stink-bug-shield)
                    COMPREPLY=($(compgen -W "any friends" -- "${cur}"))
                    return 0
                    ;;
                --sting)
                    COMPREPLY=($(compgen -W "adjacent any" -- "${cur}"))
                    return 0
                    ;;
                --resignation)
                    COMPREPLY=($(compgen -W "loss count" -- "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "human table csv tsv json jsonl markdown parquet sarif" -- "${cur}"))
                    return 0
                    ;;
                --columns)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --limit)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -n)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-errors)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --compare)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        skep__subcmd__completions)
            opts="-o -q -h --output --force --color --quiet --no-pager --help bash elvish fish powershell zsh"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        skep__subcmd__convert)
            opts="-0 -j -o -q -h --files-from --null --from --threads --where --player --aliases --game --first --last --sample --seed --rules --opening --repetition --flip --honeycombo-contact --exchange --stink-bug-shield --sting --resignation --to --output --force --rest --state --set --remove --no-comments --no-variations --anonymous --split --tree --prefix --keep-going --no-keep-going --strict --verify --explain-loss --color --quiet --no-pager --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --files-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "uhp moves boardspace pgn hivegame bga jsonl hxt hivegame-api bga-log replay move-array abstractplay embedded uhp-log play-log pairs analysis" -- "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --where)
                    COMPREPLY=($(compgen -W "white black player winner loser result stated_result board_result termination game notation variant opening shape opening_code white_motif black_motif motif plies date year month white_elo black_elo elo event event_kind site time_control speed rated bot source path entry status code severity warnings remarks white_queen black_queen queen mobility stack white_points black_points points white_missed black_missed missed white_blunders black_blunders blunders won_in" -- "${cur}"))
                    return 0
                    ;;
                --player)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --aliases)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --game)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --first)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --last)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --sample)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --seed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rules)
                    COMPREPLY=($(compgen -W "strict wikipedia historical" -- "${cur}"))
                    return 0
                    ;;
                --opening)
                    COMPREPLY=($(compgen -W "tournament open auto" -- "${cur}"))
                    return 0
                    ;;
                --repetition)
                    COMPREPLY=($(compgen -W "remark draw hivegame hivegame-2024" -- "${cur}"))
                    return 0
                    ;;
                --flip)
                    COMPREPLY=($(compgen -W "free locked none venom" -- "${cur}"))
                    return 0
                    ;;
                --honeycombo-contact)
                    COMPREPLY=($(compgen -W "yes no" -- "${cur}"))
                    return 0
                    ;;
                --exchange)
                    COMPREPLY=($(compgen -W "free strict" -- "${cur}"))
                    return 0
                    ;;
                --stink-bug-shield)
                    COMPREPLY=($(compgen -W "any friends" -- "${cur}"))
                    return 0
                    ;;
                --sting)
                    COMPREPLY=($(compgen -W "adjacent any" -- "${cur}"))
                    return 0
                    ;;
                --resignation)
                    COMPREPLY=($(compgen -W "loss count" -- "${cur}"))
                    return 0
                    ;;
                --to)
                    COMPREPLY=($(compgen -W "uhp pgn boardspace jsonl hxt" -- "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rest)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --state)
                    COMPREPLY=($(compgen -W "stated board" -- "${cur}"))
                    return 0
                    ;;
                --set)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --remove)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        skep__subcmd__count)
            opts="-0 -j -n -o -q -h --files-from --null --from --threads --where --player --aliases --game --first --last --sample --seed --rules --opening --repetition --flip --honeycombo-contact --exchange --stink-bug-shield --sting --resignation --by --format --columns --limit --csv-safe --output --force --color --quiet --no-pager --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --files-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "uhp moves boardspace pgn hivegame bga jsonl hxt hivegame-api bga-log replay move-array abstractplay embedded uhp-log play-log pairs analysis" -- "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --where)
                    COMPREPLY=($(compgen -W "white black player winner loser result stated_result board_result termination game notation variant opening shape opening_code white_motif black_motif motif plies date year month white_elo black_elo elo event event_kind site time_control speed rated bot source path entry status code severity warnings remarks white_queen black_queen queen mobility stack white_points black_points points white_missed black_missed missed white_blunders black_blunders blunders won_in" -- "${cur}"))
                    return 0
                    ;;
                --player)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --aliases)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --game)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --first)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --last)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --sample)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --seed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rules)
                    COMPREPLY=($(compgen -W "strict wikipedia historical" -- "${cur}"))
                    return 0
                    ;;
                --opening)
                    COMPREPLY=($(compgen -W "tournament open auto" -- "${cur}"))
                    return 0
                    ;;
                --repetition)
                    COMPREPLY=($(compgen -W "remark draw hivegame hivegame-2024" -- "${cur}"))
                    return 0
                    ;;
                --flip)
                    COMPREPLY=($(compgen -W "free locked none venom" -- "${cur}"))
                    return 0
                    ;;
                --honeycombo-contact)
                    COMPREPLY=($(compgen -W "yes no" -- "${cur}"))
                    return 0
                    ;;
                --exchange)
                    COMPREPLY=($(compgen -W "free strict" -- "${cur}"))
                    return 0
                    ;;
                --stink-bug-shield)
                    COMPREPLY=($(compgen -W "any friends" -- "${cur}"))
                    return 0
                    ;;
                --sting)
                    COMPREPLY=($(compgen -W "adjacent any" -- "${cur}"))
                    return 0
                    ;;
                --resignation)
                    COMPREPLY=($(compgen -W "loss count" -- "${cur}"))
                    return 0
                    ;;
                --by)
                    COMPREPLY=($(compgen -W "white black player winner loser result stated_result board_result termination game notation variant opening shape opening_code white_motif black_motif motif plies date year month white_elo black_elo elo event event_kind site time_control speed rated bot source path entry status code severity warnings remarks white_queen black_queen queen mobility stack white_points black_points points white_missed black_missed missed white_blunders black_blunders blunders won_in" -- "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "table csv tsv json jsonl markdown parquet" -- "${cur}"))
                    return 0
                    ;;
                --columns)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --limit)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -n)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        skep__subcmd__dedup)
            opts="-0 -j -v -n -o -q -h --files-from --null --from --threads --where --player --aliases --game --first --last --sample --seed --rules --opening --repetition --flip --honeycombo-contact --exchange --stink-bug-shield --sting --resignation --key --keep --beginnings --verbose --report --rest --format --columns --limit --csv-safe --to --state --output --force --against --color --quiet --no-pager --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --files-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "uhp moves boardspace pgn hivegame bga jsonl hxt hivegame-api bga-log replay move-array abstractplay embedded uhp-log play-log pairs analysis" -- "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --where)
                    COMPREPLY=($(compgen -W "white black player winner loser result stated_result board_result termination game notation variant opening shape opening_code white_motif black_motif motif plies date year month white_elo black_elo elo event event_kind site time_control speed rated bot source path entry status code severity warnings remarks white_queen black_queen queen mobility stack white_points black_points points white_missed black_missed missed white_blunders black_blunders blunders won_in" -- "${cur}"))
                    return 0
                    ;;
                --player)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --aliases)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --game)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --first)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --last)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --sample)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --seed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rules)
                    COMPREPLY=($(compgen -W "strict wikipedia historical" -- "${cur}"))
                    return 0
                    ;;
                --opening)
                    COMPREPLY=($(compgen -W "tournament open auto" -- "${cur}"))
                    return 0
                    ;;
                --repetition)
                    COMPREPLY=($(compgen -W "remark draw hivegame hivegame-2024" -- "${cur}"))
                    return 0
                    ;;
                --flip)
                    COMPREPLY=($(compgen -W "free locked none venom" -- "${cur}"))
                    return 0
                    ;;
                --honeycombo-contact)
                    COMPREPLY=($(compgen -W "yes no" -- "${cur}"))
                    return 0
                    ;;
                --exchange)
                    COMPREPLY=($(compgen -W "free strict" -- "${cur}"))
                    return 0
                    ;;
                --stink-bug-shield)
                    COMPREPLY=($(compgen -W "any friends" -- "${cur}"))
                    return 0
                    ;;
                --sting)
                    COMPREPLY=($(compgen -W "adjacent any" -- "${cur}"))
                    return 0
                    ;;
                --resignation)
                    COMPREPLY=($(compgen -W "loss count" -- "${cur}"))
                    return 0
                    ;;
                --key)
                    COMPREPLY=($(compgen -W "moves players+moves canonical" -- "${cur}"))
                    return 0
                    ;;
                --keep)
                    COMPREPLY=($(compgen -W "first longest most-tags" -- "${cur}"))
                    return 0
                    ;;
                --beginnings)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --report)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rest)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "table csv tsv json jsonl markdown parquet" -- "${cur}"))
                    return 0
                    ;;
                --columns)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --limit)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -n)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --to)
                    COMPREPLY=($(compgen -W "uhp pgn boardspace jsonl hxt" -- "${cur}"))
                    return 0
                    ;;
                --state)
                    COMPREPLY=($(compgen -W "stated board" -- "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --against)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        skep__subcmd__diff)
            opts="-o -q -h --where --player --aliases --game --first --last --sample --seed --game-a --game-b --moves-only --spelling --format --output --force --rules --opening --repetition --flip --honeycombo-contact --exchange --stink-bug-shield --sting --resignation --color --quiet --no-pager --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --where)
                    COMPREPLY=($(compgen -W "white black player winner loser result stated_result board_result termination game notation variant opening shape opening_code white_motif black_motif motif plies date year month white_elo black_elo elo event event_kind site time_control speed rated bot source path entry status code severity warnings remarks white_queen black_queen queen mobility stack white_points black_points points white_missed black_missed missed white_blunders black_blunders blunders won_in" -- "${cur}"))
                    return 0
                    ;;
                --player)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --aliases)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --game)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --first)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --last)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --sample)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --seed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --game-a)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --game-b)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "text json jsonl" -- "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rules)
                    COMPREPLY=($(compgen -W "strict wikipedia historical" -- "${cur}"))
                    return 0
                    ;;
                --opening)
                    COMPREPLY=($(compgen -W "tournament open auto" -- "${cur}"))
                    return 0
                    ;;
                --repetition)
                    COMPREPLY=($(compgen -W "remark draw hivegame hivegame-2024" -- "${cur}"))
                    return 0
                    ;;
                --flip)
                    COMPREPLY=($(compgen -W "free locked none venom" -- "${cur}"))
                    return 0
                    ;;
                --honeycombo-contact)
                    COMPREPLY=($(compgen -W "yes no" -- "${cur}"))
                    return 0
                    ;;
                --exchange)
                    COMPREPLY=($(compgen -W "free strict" -- "${cur}"))
                    return 0
                    ;;
                --stink-bug-shield)
                    COMPREPLY=($(compgen -W "any friends" -- "${cur}"))
                    return 0
                    ;;
                --sting)
                    COMPREPLY=($(compgen -W "adjacent any" -- "${cur}"))
                    return 0
                    ;;
                --resignation)
                    COMPREPLY=($(compgen -W "loss count" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        skep__subcmd__explore)
            opts="-0 -j -q -h --files-from --null --from --threads --where --player --aliases --game --first --last --sample --seed --port --host --allow-origin --open --color --quiet --no-pager --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --files-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "uhp moves boardspace pgn hivegame bga jsonl hxt hivegame-api bga-log replay move-array abstractplay embedded uhp-log play-log pairs analysis" -- "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --where)
                    COMPREPLY=($(compgen -W "white black player winner loser result stated_result board_result termination game notation variant opening shape opening_code white_motif black_motif motif plies date year month white_elo black_elo elo event event_kind site time_control speed rated bot source path entry status code severity warnings remarks white_queen black_queen queen mobility stack white_points black_points points white_missed black_missed missed white_blunders black_blunders blunders won_in" -- "${cur}"))
                    return 0
                    ;;
                --player)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --aliases)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --game)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --first)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --last)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --sample)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --seed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --port)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --host)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --allow-origin)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        skep__subcmd__export)
            opts="-0 -j -o -q -h --files-from --null --from --threads --where --player --aliases --game --first --last --sample --seed --rules --opening --repetition --flip --honeycombo-contact --exchange --stink-bug-shield --sting --resignation --table --columns --tactics --format --partition --csv-safe --output --force --names --color --quiet --no-pager --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --files-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "uhp moves boardspace pgn hivegame bga jsonl hxt hivegame-api bga-log replay move-array abstractplay embedded uhp-log play-log pairs analysis" -- "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --where)
                    COMPREPLY=($(compgen -W "white black player winner loser result stated_result board_result termination game notation variant opening shape opening_code white_motif black_motif motif plies date year month white_elo black_elo elo event event_kind site time_control speed rated bot source path entry status code severity warnings remarks white_queen black_queen queen mobility stack white_points black_points points white_missed black_missed missed white_blunders black_blunders blunders won_in" -- "${cur}"))
                    return 0
                    ;;
                --player)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --aliases)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --game)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --first)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --last)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --sample)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --seed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rules)
                    COMPREPLY=($(compgen -W "strict wikipedia historical" -- "${cur}"))
                    return 0
                    ;;
                --opening)
                    COMPREPLY=($(compgen -W "tournament open auto" -- "${cur}"))
                    return 0
                    ;;
                --repetition)
                    COMPREPLY=($(compgen -W "remark draw hivegame hivegame-2024" -- "${cur}"))
                    return 0
                    ;;
                --flip)
                    COMPREPLY=($(compgen -W "free locked none venom" -- "${cur}"))
                    return 0
                    ;;
                --honeycombo-contact)
                    COMPREPLY=($(compgen -W "yes no" -- "${cur}"))
                    return 0
                    ;;
                --exchange)
                    COMPREPLY=($(compgen -W "free strict" -- "${cur}"))
                    return 0
                    ;;
                --stink-bug-shield)
                    COMPREPLY=($(compgen -W "any friends" -- "${cur}"))
                    return 0
                    ;;
                --sting)
                    COMPREPLY=($(compgen -W "adjacent any" -- "${cur}"))
                    return 0
                    ;;
                --resignation)
                    COMPREPLY=($(compgen -W "loss count" -- "${cur}"))
                    return 0
                    ;;
                --table)
                    COMPREPLY=($(compgen -W "games plies positions legal_moves" -- "${cur}"))
                    return 0
                    ;;
                --columns)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --tactics)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "parquet arrow csv tsv json jsonl markdown table" -- "${cur}"))
                    return 0
                    ;;
                --partition)
                    COMPREPLY=($(compgen -W "variant month none" -- "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --names)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        skep__subcmd__help)
            opts="-o -q -h --output --force --color --quiet --no-pager --help annotate check columns completions convert count dedup diff exit-codes explore export filters findings help index list match moves notations novelty openings perft players puzzles random related replay report rules scores shapes show solve sort split stats themes uhp"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        skep__subcmd__index)
            opts="-0 -j -o -q -h --files-from --null --from --threads --where --player --aliases --game --first --last --sample --seed --output --remove --check --color --quiet --no-pager --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --files-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "uhp moves boardspace pgn hivegame bga jsonl hxt hivegame-api bga-log replay move-array abstractplay embedded uhp-log play-log pairs analysis" -- "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --where)
                    COMPREPLY=($(compgen -W "white black player winner loser result stated_result board_result termination game notation variant opening shape opening_code white_motif black_motif motif plies date year month white_elo black_elo elo event event_kind site time_control speed rated bot source path entry status code severity warnings remarks white_queen black_queen queen mobility stack white_points black_points points white_missed black_missed missed white_blunders black_blunders blunders won_in" -- "${cur}"))
                    return 0
                    ;;
                --player)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --aliases)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --game)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --first)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --last)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --sample)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --seed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        skep__subcmd__list)
            opts="-0 -j -n -o -q -h --files-from --null --from --threads --where --player --aliases --game --first --last --sample --seed --rules --opening --repetition --flip --honeycombo-contact --exchange --stink-bug-shield --sting --resignation --like --format --columns --limit --csv-safe --output --force --color --quiet --no-pager --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --files-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "uhp moves boardspace pgn hivegame bga jsonl hxt hivegame-api bga-log replay move-array abstractplay embedded uhp-log play-log pairs analysis" -- "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --where)
                    COMPREPLY=($(compgen -W "white black player winner loser result stated_result board_result termination game notation variant opening shape opening_code white_motif black_motif motif plies date year month white_elo black_elo elo event event_kind site time_control speed rated bot source path entry status code severity warnings remarks white_queen black_queen queen mobility stack white_points black_points points white_missed black_missed missed white_blunders black_blunders blunders won_in" -- "${cur}"))
                    return 0
                    ;;
                --player)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --aliases)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --game)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --first)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --last)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --sample)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --seed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rules)
                    COMPREPLY=($(compgen -W "strict wikipedia historical" -- "${cur}"))
                    return 0
                    ;;
                --opening)
                    COMPREPLY=($(compgen -W "tournament open auto" -- "${cur}"))
                    return 0
                    ;;
                --repetition)
                    COMPREPLY=($(compgen -W "remark draw hivegame hivegame-2024" -- "${cur}"))
                    return 0
                    ;;
                --flip)
                    COMPREPLY=($(compgen -W "free locked none venom" -- "${cur}"))
                    return 0
                    ;;
                --honeycombo-contact)
                    COMPREPLY=($(compgen -W "yes no" -- "${cur}"))
                    return 0
                    ;;
                --exchange)
                    COMPREPLY=($(compgen -W "free strict" -- "${cur}"))
                    return 0
                    ;;
                --stink-bug-shield)
                    COMPREPLY=($(compgen -W "any friends" -- "${cur}"))
                    return 0
                    ;;
                --sting)
                    COMPREPLY=($(compgen -W "adjacent any" -- "${cur}"))
                    return 0
                    ;;
                --resignation)
                    COMPREPLY=($(compgen -W "loss count" -- "${cur}"))
                    return 0
                    ;;
                --like)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "table csv tsv json jsonl markdown parquet" -- "${cur}"))
                    return 0
                    ;;
                --columns)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --limit)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -n)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        skep__subcmd__match)
            opts="-g -j -n -o -q -h --games --gauntlet --depth --time --clock --nodes --grace --patience --variant --openings --opening-plies --seed --repetition --max-plies --adjudicate --sprt --set --concurrency --threads --save --page --format --columns --limit --csv-safe --output --force --color --quiet --no-pager --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --games)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -g)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --time)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --clock)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --nodes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --grace)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --patience)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --variant)
                    COMPREPLY=($(compgen -W "Base Base+M Base+L Base+P Base+ML Base+MP Base+LP Base+MLP" -- "${cur}"))
                    return 0
                    ;;
                --openings)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --opening-plies)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --seed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --repetition)
                    COMPREPLY=($(compgen -W "remark draw hivegame hivegame-2024" -- "${cur}"))
                    return 0
                    ;;
                --max-plies)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --adjudicate)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --sprt)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --set)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --concurrency)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --save)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --page)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "table csv tsv json jsonl markdown parquet" -- "${cur}"))
                    return 0
                    ;;
                --columns)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --limit)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -n)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        skep__subcmd__moves)
            opts="-o -q -h --from --where --player --aliases --game --first --last --sample --seed --rules --opening --repetition --flip --honeycombo-contact --exchange --stink-bug-shield --sting --resignation --ply --format --output --force --color --quiet --no-pager --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --from)
                    COMPREPLY=($(compgen -W "uhp moves boardspace pgn hivegame bga jsonl hxt hivegame-api bga-log replay move-array abstractplay embedded uhp-log play-log pairs analysis" -- "${cur}"))
                    return 0
                    ;;
                --where)
                    COMPREPLY=($(compgen -W "white black player winner loser result stated_result board_result termination game notation variant opening shape opening_code white_motif black_motif motif plies date year month white_elo black_elo elo event event_kind site time_control speed rated bot source path entry status code severity warnings remarks white_queen black_queen queen mobility stack white_points black_points points white_missed black_missed missed white_blunders black_blunders blunders won_in" -- "${cur}"))
                    return 0
                    ;;
                --player)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --aliases)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --game)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --first)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --last)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --sample)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --seed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rules)
                    COMPREPLY=($(compgen -W "strict wikipedia historical" -- "${cur}"))
                    return 0
                    ;;
                --opening)
                    COMPREPLY=($(compgen -W "tournament open auto" -- "${cur}"))
                    return 0
                    ;;
                --repetition)
                    COMPREPLY=($(compgen -W "remark draw hivegame hivegame-2024" -- "${cur}"))
                    return 0
                    ;;
                --flip)
                    COMPREPLY=($(compgen -W "free locked none venom" -- "${cur}"))
                    return 0
                    ;;
                --honeycombo-contact)
                    COMPREPLY=($(compgen -W "yes no" -- "${cur}"))
                    return 0
                    ;;
                --exchange)
                    COMPREPLY=($(compgen -W "free strict" -- "${cur}"))
                    return 0
                    ;;
                --stink-bug-shield)
                    COMPREPLY=($(compgen -W "any friends" -- "${cur}"))
                    return 0
                    ;;
                --sting)
                    COMPREPLY=($(compgen -W "adjacent any" -- "${cur}"))
                    return 0
                    ;;
                --resignation)
                    COMPREPLY=($(compgen -W "loss count" -- "${cur}"))
                    return 0
                    ;;
                --ply)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "text json jsonl" -- "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        skep__subcmd__novelty)
            opts="-0 -j -n -o -q -h --files-from --null --from --threads --where --player --aliases --game --first --last --sample --seed --rules --opening --repetition --flip --honeycombo-contact --exchange --stink-bug-shield --sting --resignation --sort --min-games --table --format --columns --limit --csv-safe --output --force --against --color --quiet --no-pager --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --files-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "uhp moves boardspace pgn hivegame bga jsonl hxt hivegame-api bga-log replay move-array abstractplay embedded uhp-log play-log pairs analysis" -- "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --where)
                    COMPREPLY=($(compgen -W "white black player winner loser result stated_result board_result termination game notation variant opening shape opening_code white_motif black_motif motif plies date year month white_elo black_elo elo event event_kind site time_control speed rated bot source path entry status code severity warnings remarks white_queen black_queen queen mobility stack white_points black_points points white_missed black_missed missed white_blunders black_blunders blunders won_in" -- "${cur}"))
                    return 0
                    ;;
                --player)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --aliases)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --game)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --first)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --last)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --sample)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --seed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rules)
                    COMPREPLY=($(compgen -W "strict wikipedia historical" -- "${cur}"))
                    return 0
                    ;;
                --opening)
                    COMPREPLY=($(compgen -W "tournament open auto" -- "${cur}"))
                    return 0
                    ;;
                --repetition)
                    COMPREPLY=($(compgen -W "remark draw hivegame hivegame-2024" -- "${cur}"))
                    return 0
                    ;;
                --flip)
                    COMPREPLY=($(compgen -W "free locked none venom" -- "${cur}"))
                    return 0
                    ;;
                --honeycombo-contact)
                    COMPREPLY=($(compgen -W "yes no" -- "${cur}"))
                    return 0
                    ;;
                --exchange)
                    COMPREPLY=($(compgen -W "free strict" -- "${cur}"))
                    return 0
                    ;;
                --stink-bug-shield)
                    COMPREPLY=($(compgen -W "any friends" -- "${cur}"))
                    return 0
                    ;;
                --sting)
                    COMPREPLY=($(compgen -W "adjacent any" -- "${cur}"))
                    return 0
                    ;;
                --resignation)
                    COMPREPLY=($(compgen -W "loss count" -- "${cur}"))
                    return 0
                    ;;
                --sort)
                    COMPREPLY=($(compgen -W "input ply earlier reached score" -- "${cur}"))
                    return 0
                    ;;
                --min-games)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --table)
                    COMPREPLY=($(compgen -W "novelties players book" -- "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "table csv tsv json jsonl markdown parquet" -- "${cur}"))
                    return 0
                    ;;
                --columns)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --limit)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -n)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --against)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        skep__subcmd__openings)
            opts="-0 -j -n -o -q -h --depth --by --min-games --top --names --max-positions --max-rows --after --from-game --files-from --null --from --threads --where --player --aliases --game --first --last --sample --seed --rules --opening --repetition --flip --honeycombo-contact --exchange --stink-bug-shield --sting --resignation --format --columns --limit --csv-safe --output --force --partial --merge --color --quiet --no-pager --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --by)
                    COMPREPLY=($(compgen -W "white black player winner loser result stated_result board_result termination game notation variant opening shape opening_code white_motif black_motif motif plies date year month white_elo black_elo elo event event_kind site time_control speed rated bot source path entry status code severity warnings remarks white_queen black_queen queen mobility stack white_points black_points points white_missed black_missed missed white_blunders black_blunders blunders won_in" -- "${cur}"))
                    return 0
                    ;;
                --min-games)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --top)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --names)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-positions)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-rows)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from-game)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --after)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --files-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "uhp moves boardspace pgn hivegame bga jsonl hxt hivegame-api bga-log replay move-array abstractplay embedded uhp-log play-log pairs analysis" -- "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --where)
                    COMPREPLY=($(compgen -W "white black player winner loser result stated_result board_result termination game notation variant opening shape opening_code white_motif black_motif motif plies date year month white_elo black_elo elo event event_kind site time_control speed rated bot source path entry status code severity warnings remarks white_queen black_queen queen mobility stack white_points black_points points white_missed black_missed missed white_blunders black_blunders blunders won_in" -- "${cur}"))
                    return 0
                    ;;
                --player)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --aliases)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --game)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --first)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --last)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --sample)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --seed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rules)
                    COMPREPLY=($(compgen -W "strict wikipedia historical" -- "${cur}"))
                    return 0
                    ;;
                --opening)
                    COMPREPLY=($(compgen -W "tournament open auto" -- "${cur}"))
                    return 0
                    ;;
                --repetition)
                    COMPREPLY=($(compgen -W "remark draw hivegame hivegame-2024" -- "${cur}"))
                    return 0
                    ;;
                --flip)
                    COMPREPLY=($(compgen -W "free locked none venom" -- "${cur}"))
                    return 0
                    ;;
                --honeycombo-contact)
                    COMPREPLY=($(compgen -W "yes no" -- "${cur}"))
                    return 0
                    ;;
                --exchange)
                    COMPREPLY=($(compgen -W "free strict" -- "${cur}"))
                    return 0
                    ;;
                --stink-bug-shield)
                    COMPREPLY=($(compgen -W "any friends" -- "${cur}"))
                    return 0
                    ;;
                --sting)
                    COMPREPLY=($(compgen -W "adjacent any" -- "${cur}"))
                    return 0
                    ;;
                --resignation)
                    COMPREPLY=($(compgen -W "loss count" -- "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "table csv tsv json jsonl markdown parquet" -- "${cur}"))
                    return 0
                    ;;
                --columns)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --limit)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -n)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        skep__subcmd__perft)
            opts="-j -o -q -h --from --where --player --aliases --game --first --last --sample --seed --rules --opening --repetition --flip --honeycombo-contact --exchange --stink-bug-shield --sting --resignation --force --depth --divide --hash --threads --output --color --quiet --no-pager --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --from)
                    COMPREPLY=($(compgen -W "uhp moves boardspace pgn hivegame bga jsonl hxt hivegame-api bga-log replay move-array abstractplay embedded uhp-log play-log pairs analysis" -- "${cur}"))
                    return 0
                    ;;
                --where)
                    COMPREPLY=($(compgen -W "white black player winner loser result stated_result board_result termination game notation variant opening shape opening_code white_motif black_motif motif plies date year month white_elo black_elo elo event event_kind site time_control speed rated bot source path entry status code severity warnings remarks white_queen black_queen queen mobility stack white_points black_points points white_missed black_missed missed white_blunders black_blunders blunders won_in" -- "${cur}"))
                    return 0
                    ;;
                --player)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --aliases)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --game)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --first)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --last)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --sample)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --seed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rules)
                    COMPREPLY=($(compgen -W "strict wikipedia historical" -- "${cur}"))
                    return 0
                    ;;
                --opening)
                    COMPREPLY=($(compgen -W "tournament open auto" -- "${cur}"))
                    return 0
                    ;;
                --repetition)
                    COMPREPLY=($(compgen -W "remark draw hivegame hivegame-2024" -- "${cur}"))
                    return 0
                    ;;
                --flip)
                    COMPREPLY=($(compgen -W "free locked none venom" -- "${cur}"))
                    return 0
                    ;;
                --honeycombo-contact)
                    COMPREPLY=($(compgen -W "yes no" -- "${cur}"))
                    return 0
                    ;;
                --exchange)
                    COMPREPLY=($(compgen -W "free strict" -- "${cur}"))
                    return 0
                    ;;
                --stink-bug-shield)
                    COMPREPLY=($(compgen -W "any friends" -- "${cur}"))
                    return 0
                    ;;
                --sting)
                    COMPREPLY=($(compgen -W "adjacent any" -- "${cur}"))
                    return 0
                    ;;
                --resignation)
                    COMPREPLY=($(compgen -W "loss count" -- "${cur}"))
                    return 0
                    ;;
                --depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --hash)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        skep__subcmd__players)
            opts="-0 -j -n -o -q -h --table --min-games --sort --top --per --alike --tactics --files-from --null --from --threads --where --player --aliases --game --first --last --sample --seed --rules --opening --repetition --flip --honeycombo-contact --exchange --stink-bug-shield --sting --resignation --format --columns --limit --csv-safe --output --force --partial --merge --color --quiet --no-pager --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --table)
                    COMPREPLY=($(compgen -W "players crosstable form openings colours upsets accuracy" -- "${cur}"))
                    return 0
                    ;;
                --min-games)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --sort)
                    COMPREPLY=($(compgen -W "games rating score name" -- "${cur}"))
                    return 0
                    ;;
                --top)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --per)
                    COMPREPLY=($(compgen -W "month year" -- "${cur}"))
                    return 0
                    ;;
                --tactics)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --files-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "uhp moves boardspace pgn hivegame bga jsonl hxt hivegame-api bga-log replay move-array abstractplay embedded uhp-log play-log pairs analysis" -- "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --where)
                    COMPREPLY=($(compgen -W "white black player winner loser result stated_result board_result termination game notation variant opening shape opening_code white_motif black_motif motif plies date year month white_elo black_elo elo event event_kind site time_control speed rated bot source path entry status code severity warnings remarks white_queen black_queen queen mobility stack white_points black_points points white_missed black_missed missed white_blunders black_blunders blunders won_in" -- "${cur}"))
                    return 0
                    ;;
                --player)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --aliases)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --game)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --first)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --last)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --sample)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --seed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rules)
                    COMPREPLY=($(compgen -W "strict wikipedia historical" -- "${cur}"))
                    return 0
                    ;;
                --opening)
                    COMPREPLY=($(compgen -W "tournament open auto" -- "${cur}"))
                    return 0
                    ;;
                --repetition)
                    COMPREPLY=($(compgen -W "remark draw hivegame hivegame-2024" -- "${cur}"))
                    return 0
                    ;;
                --flip)
                    COMPREPLY=($(compgen -W "free locked none venom" -- "${cur}"))
                    return 0
                    ;;
                --honeycombo-contact)
                    COMPREPLY=($(compgen -W "yes no" -- "${cur}"))
                    return 0
                    ;;
                --exchange)
                    COMPREPLY=($(compgen -W "free strict" -- "${cur}"))
                    return 0
                    ;;
                --stink-bug-shield)
                    COMPREPLY=($(compgen -W "any friends" -- "${cur}"))
                    return 0
                    ;;
                --sting)
                    COMPREPLY=($(compgen -W "adjacent any" -- "${cur}"))
                    return 0
                    ;;
                --resignation)
                    COMPREPLY=($(compgen -W "loss count" -- "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "table csv tsv json jsonl markdown parquet" -- "${cur}"))
                    return 0
                    ;;
                --columns)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --limit)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -n)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        skep__subcmd__puzzles)
            opts="-0 -j -o -n -q -h --files-from --null --from --threads --aliases --game --first --last --sample --seed --rules --opening --repetition --flip --honeycombo-contact --exchange --stink-bug-shield --sting --resignation --moves --allow-many --continuations --blunders --themes --format --columns --csv-safe --title --output --force --where --player --limit --color --quiet --no-pager --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --files-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "uhp moves boardspace pgn hivegame bga jsonl hxt hivegame-api bga-log replay move-array abstractplay embedded uhp-log play-log pairs analysis" -- "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --aliases)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --game)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --first)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --last)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --sample)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --seed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rules)
                    COMPREPLY=($(compgen -W "strict wikipedia historical" -- "${cur}"))
                    return 0
                    ;;
                --opening)
                    COMPREPLY=($(compgen -W "tournament open auto" -- "${cur}"))
                    return 0
                    ;;
                --repetition)
                    COMPREPLY=($(compgen -W "remark draw hivegame hivegame-2024" -- "${cur}"))
                    return 0
                    ;;
                --flip)
                    COMPREPLY=($(compgen -W "free locked none venom" -- "${cur}"))
                    return 0
                    ;;
                --honeycombo-contact)
                    COMPREPLY=($(compgen -W "yes no" -- "${cur}"))
                    return 0
                    ;;
                --exchange)
                    COMPREPLY=($(compgen -W "free strict" -- "${cur}"))
                    return 0
                    ;;
                --stink-bug-shield)
                    COMPREPLY=($(compgen -W "any friends" -- "${cur}"))
                    return 0
                    ;;
                --sting)
                    COMPREPLY=($(compgen -W "adjacent any" -- "${cur}"))
                    return 0
                    ;;
                --resignation)
                    COMPREPLY=($(compgen -W "loss count" -- "${cur}"))
                    return 0
                    ;;
                --moves)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --themes)
                    COMPREPLY=($(compgen -W "thrown-queen thrown-piece beetle-drop queen-covered pin ladybug-jump ant-closes grasshopper-closes placement-closes queen-moves self-block quiet-first zugzwang under-threat" -- "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "table csv tsv json jsonl markdown parquet uhp sgf html" -- "${cur}"))
                    return 0
                    ;;
                --columns)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --title)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --where)
                    COMPREPLY=($(compgen -W "white black player winner loser result stated_result board_result termination game notation variant opening shape opening_code white_motif black_motif motif plies date year month white_elo black_elo elo event event_kind site time_control speed rated bot source path entry status code severity warnings remarks white_queen black_queen queen mobility stack white_points black_points points white_missed black_missed missed white_blunders black_blunders blunders won_in win" -- "${cur}"))
                    return 0
                    ;;
                --player)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --limit)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -n)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        skep__subcmd__random)
            opts="-n -j -o -q -h --variant --force --rules --opening --repetition --flip --honeycombo-contact --exchange --stink-bug-shield --sting --resignation --seed --max-plies --threads --output --color --quiet --no-pager --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --variant)
                    COMPREPLY=($(compgen -W "Base Base+M Base+L Base+P Base+ML Base+MP Base+LP Base+MLP Venom Venom+Predators+Guardians+Honeycombo+Swarm hex-it hex-it-blitz hex-it-beginner" -- "${cur}"))
                    return 0
                    ;;
                -n)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rules)
                    COMPREPLY=($(compgen -W "strict wikipedia historical" -- "${cur}"))
                    return 0
                    ;;
                --opening)
                    COMPREPLY=($(compgen -W "tournament open auto" -- "${cur}"))
                    return 0
                    ;;
                --repetition)
                    COMPREPLY=($(compgen -W "remark draw hivegame hivegame-2024" -- "${cur}"))
                    return 0
                    ;;
                --flip)
                    COMPREPLY=($(compgen -W "free locked none venom" -- "${cur}"))
                    return 0
                    ;;
                --honeycombo-contact)
                    COMPREPLY=($(compgen -W "yes no" -- "${cur}"))
                    return 0
                    ;;
                --exchange)
                    COMPREPLY=($(compgen -W "free strict" -- "${cur}"))
                    return 0
                    ;;
                --stink-bug-shield)
                    COMPREPLY=($(compgen -W "any friends" -- "${cur}"))
                    return 0
                    ;;
                --sting)
                    COMPREPLY=($(compgen -W "adjacent any" -- "${cur}"))
                    return 0
                    ;;
                --resignation)
                    COMPREPLY=($(compgen -W "loss count" -- "${cur}"))
                    return 0
                    ;;
                --seed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-plies)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        skep__subcmd__related)
            opts="-0 -j -n -o -q -h --files-from --null --from --threads --where --player --aliases --game --first --last --sample --seed --rules --opening --repetition --flip --honeycombo-contact --exchange --stink-bug-shield --sting --resignation --with --expected --min-run --format --columns --limit --csv-safe --output --force --against --color --quiet --no-pager --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --files-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "uhp moves boardspace pgn hivegame bga jsonl hxt hivegame-api bga-log replay move-array abstractplay embedded uhp-log play-log pairs analysis" -- "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --where)
                    COMPREPLY=($(compgen -W "white black player winner loser result stated_result board_result termination game notation variant opening shape opening_code white_motif black_motif motif plies date year month white_elo black_elo elo event event_kind site time_control speed rated bot source path entry status code severity warnings remarks white_queen black_queen queen mobility stack white_points black_points points white_missed black_missed missed white_blunders black_blunders blunders won_in" -- "${cur}"))
                    return 0
                    ;;
                --player)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --aliases)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --game)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --first)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --last)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --sample)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --seed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rules)
                    COMPREPLY=($(compgen -W "strict wikipedia historical" -- "${cur}"))
                    return 0
                    ;;
                --opening)
                    COMPREPLY=($(compgen -W "tournament open auto" -- "${cur}"))
                    return 0
                    ;;
                --repetition)
                    COMPREPLY=($(compgen -W "remark draw hivegame hivegame-2024" -- "${cur}"))
                    return 0
                    ;;
                --flip)
                    COMPREPLY=($(compgen -W "free locked none venom" -- "${cur}"))
                    return 0
                    ;;
                --honeycombo-contact)
                    COMPREPLY=($(compgen -W "yes no" -- "${cur}"))
                    return 0
                    ;;
                --exchange)
                    COMPREPLY=($(compgen -W "free strict" -- "${cur}"))
                    return 0
                    ;;
                --stink-bug-shield)
                    COMPREPLY=($(compgen -W "any friends" -- "${cur}"))
                    return 0
                    ;;
                --sting)
                    COMPREPLY=($(compgen -W "adjacent any" -- "${cur}"))
                    return 0
                    ;;
                --resignation)
                    COMPREPLY=($(compgen -W "loss count" -- "${cur}"))
                    return 0
                    ;;
                --with)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --expected)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --min-run)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "table csv tsv json jsonl markdown parquet" -- "${cur}"))
                    return 0
                    ;;
                --columns)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --limit)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -n)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --against)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        skep__subcmd__replay)
            opts="-0 -j -q -h --files-from --null --from --threads --where --player --aliases --game --first --last --sample --seed --rules --opening --repetition --flip --honeycombo-contact --exchange --stink-bug-shield --sting --resignation --tactics --spoilers --color --quiet --no-pager --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --files-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "uhp moves boardspace pgn hivegame bga jsonl hxt hivegame-api bga-log replay move-array abstractplay embedded uhp-log play-log pairs analysis" -- "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --where)
                    COMPREPLY=($(compgen -W "white black player winner loser result stated_result board_result termination game notation variant opening shape opening_code white_motif black_motif motif plies date year month white_elo black_elo elo event event_kind site time_control speed rated bot source path entry status code severity warnings remarks white_queen black_queen queen mobility stack white_points black_points points white_missed black_missed missed white_blunders black_blunders blunders won_in" -- "${cur}"))
                    return 0
                    ;;
                --player)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --aliases)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --game)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --first)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --last)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --sample)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --seed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rules)
                    COMPREPLY=($(compgen -W "strict wikipedia historical" -- "${cur}"))
                    return 0
                    ;;
                --opening)
                    COMPREPLY=($(compgen -W "tournament open auto" -- "${cur}"))
                    return 0
                    ;;
                --repetition)
                    COMPREPLY=($(compgen -W "remark draw hivegame hivegame-2024" -- "${cur}"))
                    return 0
                    ;;
                --flip)
                    COMPREPLY=($(compgen -W "free locked none venom" -- "${cur}"))
                    return 0
                    ;;
                --honeycombo-contact)
                    COMPREPLY=($(compgen -W "yes no" -- "${cur}"))
                    return 0
                    ;;
                --exchange)
                    COMPREPLY=($(compgen -W "free strict" -- "${cur}"))
                    return 0
                    ;;
                --stink-bug-shield)
                    COMPREPLY=($(compgen -W "any friends" -- "${cur}"))
                    return 0
                    ;;
                --sting)
                    COMPREPLY=($(compgen -W "adjacent any" -- "${cur}"))
                    return 0
                    ;;
                --resignation)
                    COMPREPLY=($(compgen -W "loss count" -- "${cur}"))
                    return 0
                    ;;
                --tactics)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        skep__subcmd__report)
            opts="-0 -j -o -q -h --files-from --null --from --threads --where --player --aliases --game --first --last --sample --seed --rules --opening --repetition --flip --honeycombo-contact --exchange --stink-bug-shield --sting --resignation --force --title --replays --tactics --players --depth --min-games --top --names --theme --output --color --quiet --no-pager --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --files-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "uhp moves boardspace pgn hivegame bga jsonl hxt hivegame-api bga-log replay move-array abstractplay embedded uhp-log play-log pairs analysis" -- "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --where)
                    COMPREPLY=($(compgen -W "white black player winner loser result stated_result board_result termination game notation variant opening shape opening_code white_motif black_motif motif plies date year month white_elo black_elo elo event event_kind site time_control speed rated bot source path entry status code severity warnings remarks white_queen black_queen queen mobility stack white_points black_points points white_missed black_missed missed white_blunders black_blunders blunders won_in" -- "${cur}"))
                    return 0
                    ;;
                --player)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --aliases)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --game)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --first)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --last)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --sample)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --seed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rules)
                    COMPREPLY=($(compgen -W "strict wikipedia historical" -- "${cur}"))
                    return 0
                    ;;
                --opening)
                    COMPREPLY=($(compgen -W "tournament open auto" -- "${cur}"))
                    return 0
                    ;;
                --repetition)
                    COMPREPLY=($(compgen -W "remark draw hivegame hivegame-2024" -- "${cur}"))
                    return 0
                    ;;
                --flip)
                    COMPREPLY=($(compgen -W "free locked none venom" -- "${cur}"))
                    return 0
                    ;;
                --honeycombo-contact)
                    COMPREPLY=($(compgen -W "yes no" -- "${cur}"))
                    return 0
                    ;;
                --exchange)
                    COMPREPLY=($(compgen -W "free strict" -- "${cur}"))
                    return 0
                    ;;
                --stink-bug-shield)
                    COMPREPLY=($(compgen -W "any friends" -- "${cur}"))
                    return 0
                    ;;
                --sting)
                    COMPREPLY=($(compgen -W "adjacent any" -- "${cur}"))
                    return 0
                    ;;
                --resignation)
                    COMPREPLY=($(compgen -W "loss count" -- "${cur}"))
                    return 0
                    ;;
                --title)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --replays)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --tactics)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --players)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --min-games)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --top)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --names)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --theme)
                    COMPREPLY=($(compgen -W "auto light dark" -- "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        skep__subcmd__show)
            opts="-0 -o -q -h --files-from --null --from --where --player --aliases --game --first --last --sample --seed --rules --opening --repetition --flip --honeycombo-contact --exchange --stink-bug-shield --sting --resignation --ply --variation --format --link --moves-of --labels --ascii --rotate --force --size --width --theme --caption --hands --animate --delay --output --color --quiet --no-pager --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --files-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "uhp moves boardspace pgn hivegame bga jsonl hxt hivegame-api bga-log replay move-array abstractplay embedded uhp-log play-log pairs analysis" -- "${cur}"))
                    return 0
                    ;;
                --where)
                    COMPREPLY=($(compgen -W "white black player winner loser result stated_result board_result termination game notation variant opening shape opening_code white_motif black_motif motif plies date year month white_elo black_elo elo event event_kind site time_control speed rated bot source path entry status code severity warnings remarks white_queen black_queen queen mobility stack white_points black_points points white_missed black_missed missed white_blunders black_blunders blunders won_in" -- "${cur}"))
                    return 0
                    ;;
                --player)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --aliases)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --game)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --first)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --last)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --sample)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --seed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rules)
                    COMPREPLY=($(compgen -W "strict wikipedia historical" -- "${cur}"))
                    return 0
                    ;;
                --opening)
                    COMPREPLY=($(compgen -W "tournament open auto" -- "${cur}"))
                    return 0
                    ;;
                --repetition)
                    COMPREPLY=($(compgen -W "remark draw hivegame hivegame-2024" -- "${cur}"))
                    return 0
                    ;;
                --flip)
                    COMPREPLY=($(compgen -W "free locked none venom" -- "${cur}"))
                    return 0
                    ;;
                --honeycombo-contact)
                    COMPREPLY=($(compgen -W "yes no" -- "${cur}"))
                    return 0
                    ;;
                --exchange)
                    COMPREPLY=($(compgen -W "free strict" -- "${cur}"))
                    return 0
                    ;;
                --stink-bug-shield)
                    COMPREPLY=($(compgen -W "any friends" -- "${cur}"))
                    return 0
                    ;;
                --sting)
                    COMPREPLY=($(compgen -W "adjacent any" -- "${cur}"))
                    return 0
                    ;;
                --resignation)
                    COMPREPLY=($(compgen -W "loss count" -- "${cur}"))
                    return 0
                    ;;
                --ply)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --variation)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "text svg png gif state hop" -- "${cur}"))
                    return 0
                    ;;
                --link)
                    COMPREPLY=($(compgen -W "hivegame" -- "${cur}"))
                    return 0
                    ;;
                --moves-of)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rotate)
                    COMPREPLY=($(compgen -W "0 60 120 180 240 300" -- "${cur}"))
                    return 0
                    ;;
                --size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --width)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --theme)
                    COMPREPLY=($(compgen -W "light dark" -- "${cur}"))
                    return 0
                    ;;
                --delay)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        skep__subcmd__solve)
            opts="-0 -j -o -q -h --files-from --null --from --threads --where --player --aliases --game --first --last --sample --seed --rules --opening --repetition --flip --honeycombo-contact --exchange --stink-bug-shield --sting --resignation --ply --moves --threat --proof --verify --format --output --force --color --quiet --no-pager --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --files-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "uhp moves boardspace pgn hivegame bga jsonl hxt hivegame-api bga-log replay move-array abstractplay embedded uhp-log play-log pairs analysis" -- "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --where)
                    COMPREPLY=($(compgen -W "white black player winner loser result stated_result board_result termination game notation variant opening shape opening_code white_motif black_motif motif plies date year month white_elo black_elo elo event event_kind site time_control speed rated bot source path entry status code severity warnings remarks white_queen black_queen queen mobility stack white_points black_points points white_missed black_missed missed white_blunders black_blunders blunders won_in" -- "${cur}"))
                    return 0
                    ;;
                --player)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --aliases)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --game)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --first)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --last)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --sample)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --seed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rules)
                    COMPREPLY=($(compgen -W "strict wikipedia historical" -- "${cur}"))
                    return 0
                    ;;
                --opening)
                    COMPREPLY=($(compgen -W "tournament open auto" -- "${cur}"))
                    return 0
                    ;;
                --repetition)
                    COMPREPLY=($(compgen -W "remark draw hivegame hivegame-2024" -- "${cur}"))
                    return 0
                    ;;
                --flip)
                    COMPREPLY=($(compgen -W "free locked none venom" -- "${cur}"))
                    return 0
                    ;;
                --honeycombo-contact)
                    COMPREPLY=($(compgen -W "yes no" -- "${cur}"))
                    return 0
                    ;;
                --exchange)
                    COMPREPLY=($(compgen -W "free strict" -- "${cur}"))
                    return 0
                    ;;
                --stink-bug-shield)
                    COMPREPLY=($(compgen -W "any friends" -- "${cur}"))
                    return 0
                    ;;
                --sting)
                    COMPREPLY=($(compgen -W "adjacent any" -- "${cur}"))
                    return 0
                    ;;
                --resignation)
                    COMPREPLY=($(compgen -W "loss count" -- "${cur}"))
                    return 0
                    ;;
                --ply)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --moves)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "text json jsonl" -- "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        skep__subcmd__sort)
            opts="-0 -j -o -r -S -q -h --files-from --null --from --threads --where --player --aliases --game --first --last --sample --seed --rules --opening --repetition --flip --honeycombo-contact --exchange --stink-bug-shield --sting --resignation --to --state --output --force --by --reverse --buffer-size --color --quiet --no-pager --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --files-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "uhp moves boardspace pgn hivegame bga jsonl hxt hivegame-api bga-log replay move-array abstractplay embedded uhp-log play-log pairs analysis" -- "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --where)
                    COMPREPLY=($(compgen -W "white black player winner loser result stated_result board_result termination game notation variant opening shape opening_code white_motif black_motif motif plies date year month white_elo black_elo elo event event_kind site time_control speed rated bot source path entry status code severity warnings remarks white_queen black_queen queen mobility stack white_points black_points points white_missed black_missed missed white_blunders black_blunders blunders won_in" -- "${cur}"))
                    return 0
                    ;;
                --player)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --aliases)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --game)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --first)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --last)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --sample)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --seed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rules)
                    COMPREPLY=($(compgen -W "strict wikipedia historical" -- "${cur}"))
                    return 0
                    ;;
                --opening)
                    COMPREPLY=($(compgen -W "tournament open auto" -- "${cur}"))
                    return 0
                    ;;
                --repetition)
                    COMPREPLY=($(compgen -W "remark draw hivegame hivegame-2024" -- "${cur}"))
                    return 0
                    ;;
                --flip)
                    COMPREPLY=($(compgen -W "free locked none venom" -- "${cur}"))
                    return 0
                    ;;
                --honeycombo-contact)
                    COMPREPLY=($(compgen -W "yes no" -- "${cur}"))
                    return 0
                    ;;
                --exchange)
                    COMPREPLY=($(compgen -W "free strict" -- "${cur}"))
                    return 0
                    ;;
                --stink-bug-shield)
                    COMPREPLY=($(compgen -W "any friends" -- "${cur}"))
                    return 0
                    ;;
                --sting)
                    COMPREPLY=($(compgen -W "adjacent any" -- "${cur}"))
                    return 0
                    ;;
                --resignation)
                    COMPREPLY=($(compgen -W "loss count" -- "${cur}"))
                    return 0
                    ;;
                --to)
                    COMPREPLY=($(compgen -W "uhp pgn boardspace jsonl hxt" -- "${cur}"))
                    return 0
                    ;;
                --state)
                    COMPREPLY=($(compgen -W "stated board" -- "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --by)
                    COMPREPLY=($(compgen -W "white black player winner loser result stated_result board_result termination game notation variant opening shape opening_code white_motif black_motif motif plies date year month white_elo black_elo elo event event_kind site time_control speed rated bot source path entry status code severity warnings remarks white_queen black_queen queen mobility stack white_points black_points points white_missed black_missed missed white_blunders black_blunders blunders won_in" -- "${cur}"))
                    return 0
                    ;;
                --buffer-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -S)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        skep__subcmd__split)
            opts="-0 -j -o -q -h --files-from --null --from --threads --where --player --aliases --game --first --last --sample --seed --rules --opening --repetition --flip --honeycombo-contact --exchange --stink-bug-shield --sting --resignation --by --per-file --bytes --output --to --state --force --color --quiet --no-pager --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --files-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "uhp moves boardspace pgn hivegame bga jsonl hxt hivegame-api bga-log replay move-array abstractplay embedded uhp-log play-log pairs analysis" -- "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --where)
                    COMPREPLY=($(compgen -W "white black player winner loser result stated_result board_result termination game notation variant opening shape opening_code white_motif black_motif motif plies date year month white_elo black_elo elo event event_kind site time_control speed rated bot source path entry status code severity warnings remarks white_queen black_queen queen mobility stack white_points black_points points white_missed black_missed missed white_blunders black_blunders blunders won_in" -- "${cur}"))
                    return 0
                    ;;
                --player)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --aliases)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --game)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --first)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --last)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --sample)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --seed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rules)
                    COMPREPLY=($(compgen -W "strict wikipedia historical" -- "${cur}"))
                    return 0
                    ;;
                --opening)
                    COMPREPLY=($(compgen -W "tournament open auto" -- "${cur}"))
                    return 0
                    ;;
                --repetition)
                    COMPREPLY=($(compgen -W "remark draw hivegame hivegame-2024" -- "${cur}"))
                    return 0
                    ;;
                --flip)
                    COMPREPLY=($(compgen -W "free locked none venom" -- "${cur}"))
                    return 0
                    ;;
                --honeycombo-contact)
                    COMPREPLY=($(compgen -W "yes no" -- "${cur}"))
                    return 0
                    ;;
                --exchange)
                    COMPREPLY=($(compgen -W "free strict" -- "${cur}"))
                    return 0
                    ;;
                --stink-bug-shield)
                    COMPREPLY=($(compgen -W "any friends" -- "${cur}"))
                    return 0
                    ;;
                --sting)
                    COMPREPLY=($(compgen -W "adjacent any" -- "${cur}"))
                    return 0
                    ;;
                --resignation)
                    COMPREPLY=($(compgen -W "loss count" -- "${cur}"))
                    return 0
                    ;;
                --by)
                    COMPREPLY=($(compgen -W "white black player winner loser result stated_result board_result termination game notation variant opening shape opening_code white_motif black_motif motif plies date year month white_elo black_elo elo event event_kind site time_control speed rated bot source path entry status code severity warnings remarks white_queen black_queen queen mobility stack white_points black_points points white_missed black_missed missed white_blunders black_blunders blunders won_in" -- "${cur}"))
                    return 0
                    ;;
                --per-file)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --bytes)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --to)
                    COMPREPLY=($(compgen -W "uhp pgn boardspace jsonl hxt" -- "${cur}"))
                    return 0
                    ;;
                --state)
                    COMPREPLY=($(compgen -W "stated board" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        skep__subcmd__stats)
            opts="-0 -j -n -o -q -h --by --table --trouble --names --branching --tactics --files-from --null --from --threads --where --player --aliases --game --first --last --sample --seed --rules --opening --repetition --flip --honeycombo-contact --exchange --stink-bug-shield --sting --resignation --format --columns --limit --csv-safe --output --force --partial --merge --color --quiet --no-pager --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --by)
                    COMPREPLY=($(compgen -W "white black player winner loser result stated_result board_result termination game notation variant opening shape opening_code white_motif black_motif motif plies date year month white_elo black_elo elo event event_kind site time_control speed rated bot source path entry status code severity warnings remarks white_queen black_queen queen mobility stack white_points black_points points white_missed black_missed missed white_blunders black_blunders blunders won_in" -- "${cur}"))
                    return 0
                    ;;
                --table)
                    COMPREPLY=($(compgen -W "results endings bugs motifs lengths clocks thinks" -- "${cur}"))
                    return 0
                    ;;
                --trouble)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --names)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --tactics)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --files-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "uhp moves boardspace pgn hivegame bga jsonl hxt hivegame-api bga-log replay move-array abstractplay embedded uhp-log play-log pairs analysis" -- "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --where)
                    COMPREPLY=($(compgen -W "white black player winner loser result stated_result board_result termination game notation variant opening shape opening_code white_motif black_motif motif plies date year month white_elo black_elo elo event event_kind site time_control speed rated bot source path entry status code severity warnings remarks white_queen black_queen queen mobility stack white_points black_points points white_missed black_missed missed white_blunders black_blunders blunders won_in" -- "${cur}"))
                    return 0
                    ;;
                --player)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --aliases)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --game)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --first)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --last)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --sample)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --seed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rules)
                    COMPREPLY=($(compgen -W "strict wikipedia historical" -- "${cur}"))
                    return 0
                    ;;
                --opening)
                    COMPREPLY=($(compgen -W "tournament open auto" -- "${cur}"))
                    return 0
                    ;;
                --repetition)
                    COMPREPLY=($(compgen -W "remark draw hivegame hivegame-2024" -- "${cur}"))
                    return 0
                    ;;
                --flip)
                    COMPREPLY=($(compgen -W "free locked none venom" -- "${cur}"))
                    return 0
                    ;;
                --honeycombo-contact)
                    COMPREPLY=($(compgen -W "yes no" -- "${cur}"))
                    return 0
                    ;;
                --exchange)
                    COMPREPLY=($(compgen -W "free strict" -- "${cur}"))
                    return 0
                    ;;
                --stink-bug-shield)
                    COMPREPLY=($(compgen -W "any friends" -- "${cur}"))
                    return 0
                    ;;
                --sting)
                    COMPREPLY=($(compgen -W "adjacent any" -- "${cur}"))
                    return 0
                    ;;
                --resignation)
                    COMPREPLY=($(compgen -W "loss count" -- "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "table csv tsv json jsonl markdown parquet" -- "${cur}"))
                    return 0
                    ;;
                --columns)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --limit)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -n)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        skep__subcmd__uhp)
            opts="-v -q -h --book --verbose --test --positions --seed --format --rules --opening --repetition --flip --honeycombo-contact --exchange --stink-bug-shield --sting --resignation --color --quiet --no-pager --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --book)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --test)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --positions)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --seed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "text json junit sarif" -- "${cur}"))
                    return 0
                    ;;
                --rules)
                    COMPREPLY=($(compgen -W "strict wikipedia historical" -- "${cur}"))
                    return 0
                    ;;
                --opening)
                    COMPREPLY=($(compgen -W "tournament open auto" -- "${cur}"))
                    return 0
                    ;;
                --repetition)
                    COMPREPLY=($(compgen -W "remark draw hivegame hivegame-2024" -- "${cur}"))
                    return 0
                    ;;
                --flip)
                    COMPREPLY=($(compgen -W "free locked none venom" -- "${cur}"))
                    return 0
                    ;;
                --honeycombo-contact)
                    COMPREPLY=($(compgen -W "yes no" -- "${cur}"))
                    return 0
                    ;;
                --exchange)
                    COMPREPLY=($(compgen -W "free strict" -- "${cur}"))
                    return 0
                    ;;
                --stink-bug-shield)
                    COMPREPLY=($(compgen -W "any friends" -- "${cur}"))
                    return 0
                    ;;
                --sting)
                    COMPREPLY=($(compgen -W "adjacent any" -- "${cur}"))
                    return 0
                    ;;
                --resignation)
                    COMPREPLY=($(compgen -W "loss count" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
    esac
}

if [[ "${BASH_VERSINFO[0]}" -eq 4 && "${BASH_VERSINFO[1]}" -ge 4 || "${BASH_VERSINFO[0]}" -gt 4 ]]; then
    complete -F _skep -o nosort -o bashdefault -o default skep
else
    complete -F _skep -o bashdefault -o default skep
fi

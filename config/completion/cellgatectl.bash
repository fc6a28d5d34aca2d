# Completion of cellgatectl(1) for bash.
# shellcheck shell=bash

# The ids of the apps, one a line, as far as the daemon tells them.
_cellgatectl_apps() {
    local bus=()
    [[ " ${COMP_WORDS[*]} " == *' --user '* ]] && bus=(--user)
    cellgatectl "${bus[@]}" list --json </dev/null 2>/dev/null |
        grep -oE '\{"id":"([^"\\]|\\.)*"' | sed -e 's/^[^:]*:"//' -e 's/"$//' -e 's/\\\(.\)/\1/g'
}

# Offers the lines of standard input that begin with the word, quoted for the shell.
_cellgatectl_offer() {
    local line
    while read -r line; do
        [[ $line == "$1"* ]] && COMPREPLY+=("$(printf '%q' "$line")")
    done
}

_cellgatectl() {
    local word=$2 previous=$3 verb='' count=0 index
    local options='--json --user --no-pager --help --version'
    local verbs='status list show why set clear watch wait refresh classify-error probe
        agent timeline simulate statistics check help'
    COMPREPLY=()
    for ((index = 1; index < COMP_CWORD; index++)); do
        case ${COMP_WORDS[index]} in
            --timeout | -t | --answer | --since | --until | --svg | --width | --entries | --directory | \
                --unit) ((index++)) ;;
            -*) ;;
            *) if [[ $verb ]]; then ((++count)); else verb=${COMP_WORDS[index]}; fi ;;
        esac
    done
    case $previous in
        --timeout | -t)
            mapfile -t COMPREPLY < <(compgen -W '5s 30s 1min infinity' -- "$word")
            return
            ;;
        --answer)
            mapfile -t COMPREPLY < <(compgen -W 'wifi-and-cellular wifi-only off' -- "$word")
            return
            ;;
        --since | --until)
            mapfile -t COMPREPLY < <(compgen -W '-1h -1d today yesterday' -- "$word")
            return
            ;;
        --svg | --entries)
            mapfile -t COMPREPLY < <(compgen -f -- "$word")
            return
            ;;
        --directory)
            mapfile -t COMPREPLY < <(compgen -d -- "$word")
            return
            ;;
        --width)
            mapfile -t COMPREPLY < <(compgen -W '360 1280' -- "$word")
            return
            ;;
        --unit)
            mapfile -t COMPREPLY < <(compgen -W 'cellgated.service' -- "$word")
            return
            ;;
    esac
    if [[ $word == -* ]]; then
        case $verb in
            list) options+=' --no-legend' ;;
            set) options+=' --new' ;;
            wait) options+=' --timeout' ;;
            probe) options+=' --decision' ;;
            agent) options+=' --answer' ;;
            timeline) options+=' --since --until --svg --width --entries --directory --unit' ;;
            statistics) options+=' --prometheus' ;;
        esac
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
        return
    fi
    case $verb:$count in
        :*) mapfile -t COMPREPLY < <(compgen -W "$verbs" -- "$word") ;;
        help:0) mapfile -t COMPREPLY < <(compgen -W "$verbs" -- "$word") ;;
        set:1)
            mapfile -t COMPREPLY < <(compgen -W 'wifi-and-cellular wifi-only off' -- "$word")
            ;;
        simulate:0)
            mapfile -t COMPREPLY < <(compgen -W 'path handover airplane-mode sim modem choice launch
                answer ignore reinstall foreground failure stop' -- "$word")
            ;;
        simulate:1)
            case $previous in
                path) mapfile -t COMPREPLY < <(compgen -W 'wifi cellular wired none' -- "$word") ;;
                airplane-mode) mapfile -t COMPREPLY < <(compgen -W 'on off' -- "$word") ;;
                sim) mapfile -t COMPREPLY < <(compgen -W 'present missing' -- "$word") ;;
                modem) mapfile -t COMPREPLY < <(compgen -W 'missing failed' -- "$word") ;;
                choice | launch | answer | ignore | reinstall | failure)
                    _cellgatectl_offer "$word" < <(_cellgatectl_apps)
                    ;;
            esac
            ;;
        simulate:2)
            mapfile -t COMPREPLY < <(compgen -W 'ask wifi-and-cellular wifi-only off' -- "$word")
            ;;
        classify-error:1)
            mapfile -t COMPREPLY < <(compgen -W 'ENETDOWN ENETUNREACH EHOSTUNREACH EPERM EACCES
                NSURLErrorNotConnectedToInternet NSURLErrorDataNotAllowed' -- "$word")
            ;;
        show:0 | why:0 | set:0 | clear:0 | watch:0 | wait:0 | classify-error:0 | timeline:0)
            _cellgatectl_offer "$word" < <(_cellgatectl_apps)
            ;;
    esac
}

complete -F _cellgatectl cellgatectl

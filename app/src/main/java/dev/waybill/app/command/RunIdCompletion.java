package dev.waybill.app.command;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.PositionalParamSpec;

/// Completes the ids of runs: the shell asks `waybill runs --ids`, on the store that the command line names.
final class RunIdCompletion {

    /// What operands that name a run are called.
    private static final List<String> LABELS = List.of("RUN", "A");

    private RunIdCompletion() {}

    /// The commands whose first word is a run.
    private static List<String> commands(CommandLine tree) {
        List<String> names = new ArrayList<>();
        tree.getSubcommands().forEach((name, command) -> {
            List<PositionalParamSpec> words = command.getCommandSpec().positionalParameters();
            if (!words.isEmpty() && LABELS.contains(words.getFirst().paramLabel())) {
                names.add(name);
            }
        });
        return names;
    }

    /// For bash and zsh, behind the parser's own script.
    static String bash(CommandLine tree) {
        return """

                # Ids of runs come from the store that the line names.
                function _complete_waybill_ids() {
                  local word=${COMP_WORDS[COMP_CWORD]} store=() i
                  case ${COMP_WORDS[1]} in
                    %s)
                      for ((i = 2; i < COMP_CWORD; i++)); do
                        case ${COMP_WORDS[i]} in
                          --data | --db) store=("${COMP_WORDS[i]}" "${COMP_WORDS[i + 1]}") ;;
                        esac
                      done
                      if [[ $word != -* && ${COMP_WORDS[COMP_CWORD - 1]} != -* ]]; then
                        COMPREPLY=($(compgen -W "$(waybill runs --ids --limit 200 "${store[@]}" 2>/dev/null)" -- "$word"))
                        [[ ${#COMPREPLY[@]} -gt 0 ]] && return 0
                      fi
                      ;;
                  esac
                  _complete_waybill "$@"
                }
                complete -F _complete_waybill_ids -o default waybill
                """.formatted(String.join(" | ", commands(tree)));
    }

    static String fish(CommandLine tree) {
        return "complete -c waybill -n '__fish_seen_subcommand_from %s' -f -a '(waybill runs --ids --limit 200 2>/dev/null)'%n"
                .formatted(String.join(" ", commands(tree)));
    }
}

package dev.waybill.app.command.evidence;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Output;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.evidence.index.EvidenceIndex;
import dev.waybill.evidence.index.SqlAnswer;
import dev.waybill.view.text.SafeText;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// `waybill evidence sql`: any question at all over the indexed records.
public final class SqlCommand extends ToldCommand {

    private final Operand<String> question =
            takes(Operand.text("QUESTION", "A select over records, links and findings.")
                    .required("a question in SQL, such as 'select type, count(*) from records group by type'"));
    private final IndexOptions index = takes(new IndexOptions());

    public SqlCommand(Environment environment) {
        super(
                environment,
                "Ask the index in SQL.",
                "Views: records (id, type, time, task, correlation, episode, agent, policy_version, context_hash,",
                "commit, integrity, detail, system, file, entry, line, format), links (child, parent, child_type,",
                "file, line), findings (code, severity, file, entry, line, message). Nothing can be changed.",
                "One row a line: names first and tabs between, or with --json one object a line.");
    }

    @Override
    public ExitCode call() throws IOException {
        try (EvidenceIndex opened = index.open(environment)) {
            opened.sql(question.given(), common.json() ? new Objects() : new Lines());
            return ExitCode.YES;
        }
    }

    private final class Lines implements SqlAnswer {

        @Override
        public void columns(List<String> names) {
            print(names);
        }

        @Override
        public void row(List<@Nullable Object> values) {
            print(values);
        }

        private void print(List<? extends @Nullable Object> values) {
            environment
                    .out()
                    .println(values.stream()
                            .map(value -> value == null ? "" : SafeText.of(text(value)))
                            .collect(Collectors.joining("\t")));
        }
    }

    private final class Objects implements SqlAnswer {

        private final Output output = new Output(environment, true);
        private List<String> names = List.of();

        @Override
        public void columns(List<String> found) {
            names = found;
        }

        @Override
        public void row(List<@Nullable Object> values) {
            JsonObject.Builder row = JsonObject.builder();
            for (int i = 0; i < names.size(); i++) {
                row.put(names.get(i), json(values.get(i)));
            }
            output.line(row.build());
        }

        private static JsonValue json(@Nullable Object value) {
            return switch (value) {
                case null -> JsonNull.NULL;
                case Integer number -> JsonNumber.of(number);
                case Long number -> JsonNumber.of(number);
                case Double number when Double.isFinite(number) -> new JsonNumber(number.toString());
                default -> new JsonString(text(value));
            };
        }
    }

    private static String text(Object value) {
        return value instanceof byte[] bytes ? bytes.length + " bytes" : value.toString();
    }
}

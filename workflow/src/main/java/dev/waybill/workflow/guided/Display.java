package dev.waybill.workflow.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.workflow.Members;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// One thing that a dashboard shows of an artifact. The author of the contract says it, so that nobody has to guess
/// what a member means.
///
/// @param as how it is shown
/// @param from the artifact's member that holds it
/// @param title what stands above it; what has the same title and the same form is shown as one
/// @param columns of a table, those that stand first; a schema has no order that would last
public record Display(Form as, String from, String title, List<String> columns) {

    private static final int LONGEST = 128;
    private static final Pattern MEMBER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*+");
    private static final List<String> MEMBERS = List.of("as", "from", "title", "columns");

    public Display {
        columns = List.copyOf(columns);
    }

    /// How something is shown.
    public enum Form {
        /// An object as names and values; of each name the latest value holds.
        HEADER,
        /// A text, or a list of them: every one that came, in the order of the steps.
        LOG,
        /// A list of objects as rows.
        TABLE,
        /// A list of `{location: {file, line}, title, body}`, each ready to be copied.
        COMMENTS;

        public String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static List<Display> read(Members contract) {
        List<Display> all = new ArrayList<>();
        contract.objects("display", contract.optionalArray("display"), it -> {
            it.expectOnly(MEMBERS);
            it.require("as");
            Form form = it.word("as", List.of(Form.values()), Form::wire, Form.TABLE);
            all.add(new Display(
                    form,
                    it.text("from", LONGEST, MEMBER),
                    it.text("title", LONGEST, null),
                    it.texts("columns", it.optionalArray("columns"), (_, _) -> {})));
        });
        return all;
    }

    JsonObject toJson() {
        JsonObject json = JsonObject.of("as", as.wire()).with("from", from).with("title", title);
        return columns.isEmpty() ? json : json.with("columns", JsonArray.ofStrings(columns));
    }
}

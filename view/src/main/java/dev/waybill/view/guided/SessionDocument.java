package dev.waybill.view.guided;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.guided.Display;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Something to read that a branch brought.
public sealed interface SessionDocument {

    JsonObject toJson();

    /// Names and values.
    ///
    /// @param from what said the latest of them
    record Header(String title, JsonObject facts, PlaceView from) implements SessionDocument {
        @Override
        public JsonObject toJson() {
            return head(Display.Form.HEADER, title).with("facts", facts).with("from", from.origin());
        }
    }

    /// Texts in the order of the steps that brought them.
    record Log(String title, List<Entry> entries) implements SessionDocument {

        /// @param from whose acknowledgement brought it
        public record Entry(String text, PlaceView from) {
            JsonObject toJson() {
                return JsonObject.of("text", text).with("from", from.origin());
            }
        }

        public Log {
            entries = List.copyOf(entries);
        }

        @Override
        public JsonObject toJson() {
            return head(Display.Form.LOG, title)
                    .with(
                            "entries",
                            new JsonArray(entries.stream()
                                    .<JsonValue>map(Entry::toJson)
                                    .toList()));
        }
    }

    /// Rows, each with the step that it is from.
    ///
    /// @param columns those that the contract names, in its order, then those of its schema, then any others
    record Rows(String title, List<String> columns, List<JsonValue> rows, List<PlaceView> from)
            implements SessionDocument {

        public Rows {
            columns = List.copyOf(columns);
            rows = List.copyOf(rows);
            from = List.copyOf(from);
        }

        /// @param first the columns that stand first
        /// @param row the schema of a row
        static Rows of(String title, List<String> first, JsonObject row, List<JsonValue> rows, List<PlaceView> from) {
            Set<String> columns = new LinkedHashSet<>(first);
            row.object("properties").ifPresent(properties -> columns.addAll(properties.names()));
            rows.forEach(it -> it.asObject().ifPresent(object -> columns.addAll(object.names())));
            return new Rows(title, new ArrayList<>(columns), rows, from);
        }

        @Override
        public JsonObject toJson() {
            return head(Display.Form.TABLE, title)
                    .with("columns", JsonArray.ofStrings(columns))
                    .with("rows", new JsonArray(rows))
                    .with("from", origins(from));
        }
    }

    /// Remarks about places in files, each with a text that can be pasted as it is.
    record Comments(String title, List<JsonValue> comments, List<PlaceView> from) implements SessionDocument {

        public Comments {
            comments = List.copyOf(comments);
            from = List.copyOf(from);
        }

        @Override
        public JsonObject toJson() {
            List<JsonValue> all = new ArrayList<>();
            for (int i = 0; i < comments.size(); i++) {
                JsonObject comment = comments.get(i).asObject().orElse(JsonObject.EMPTY);
                all.add(JsonObject.of("place", place(comment))
                        .with("title", comment.string("title").orElse(""))
                        .with("body", comment.string("body").orElse(""))
                        .with("text", text(comment))
                        .with("from", from.get(i).origin()));
            }
            return head(Display.Form.COMMENTS, title).with("comments", new JsonArray(all));
        }

        /// `src/login.py:57`, or as much of it as is known.
        private static String place(JsonObject comment) {
            JsonObject location = comment.object("location").orElse(JsonObject.EMPTY);
            String file = location.string("file").orElse("");
            return location.get("line") instanceof JsonNumber line ? file + ":" + line : file;
        }

        private static String text(JsonObject comment) {
            List<String> parts = new ArrayList<>();
            String head = place(comment);
            String title = comment.string("title").orElse("");
            if (!title.isEmpty()) {
                head += (head.isEmpty() ? "" : "\n") + "**" + title + "**";
            }
            if (!head.isEmpty()) {
                parts.add(head);
            }
            comment.string("body").filter(body -> !body.isEmpty()).ifPresent(parts::add);
            return String.join("\n\n", parts);
        }
    }

    /// An artifact of which no contract says how it is shown: as it came.
    record Plain(Artifact artifact) implements SessionDocument {
        @Override
        public JsonObject toJson() {
            return JsonObject.of("as", "artifact")
                    .with("title", artifact.kind())
                    .with("content", artifact.content())
                    .with("from", artifact.from().getLast().origin());
        }
    }

    private static JsonObject head(Display.Form form, String title) {
        return JsonObject.of("as", form.wire()).with("title", title);
    }

    private static JsonArray origins(List<PlaceView> places) {
        return new JsonArray(places.stream().<JsonValue>map(PlaceView::origin).toList());
    }
}

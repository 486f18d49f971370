package dev.waybill.workflow.schema;

import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonPointer;
import dev.waybill.base.json.JsonValue;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Compiles a document: every schema in it once, by its place, so that references share what they refer to.
final class SchemaCompiler {

    private static final int MOST_PROBLEMS = 100;
    private static final int DEEPEST = 200;

    private final Map<String, JsonObject> documents = new LinkedHashMap<>();
    private final Map<String, SchemaNode> nodes = new LinkedHashMap<>();
    private final List<SchemaProblem> problems = new ArrayList<>();
    private final JsonObject root;
    private final String base;
    private int depth;

    SchemaCompiler(JsonObject root, Map<String, JsonObject> others) {
        this.root = root;
        this.base = root.string("$id").orElse("");
        documents.putAll(others);
        documents.put(base, root);
    }

    SchemaNode compile() {
        SchemaNode node = node(root, new Location(base, ""));
        if (problems.isEmpty()) {
            Circles.find(nodes.values())
                    .ifPresent(circle -> problem(
                            circle.pointer(),
                            SchemaProblem.Kind.REFERENCE,
                            "expected references that go into the value, found a circle that stays in one place"));
        }
        return node;
    }

    List<SchemaProblem> problems() {
        return problems;
    }

    /// A place in one of the documents.
    record Location(String document, String pointer) {
        Location member(String name) {
            return new Location(document, JsonPointer.member(pointer, name));
        }

        Location item(int index) {
            return new Location(document, JsonPointer.item(pointer, index));
        }
    }

    SchemaNode node(JsonValue schema, Location location) {
        String shown = shown(location);
        SchemaNode known = nodes.get(shown);
        if (known != null) {
            return known;
        }
        var node = new SchemaNode(shown);
        nodes.put(shown, node);
        if (++depth > DEEPEST) {
            problem(shown, SchemaProblem.Kind.KEYWORD, "expected at most %d nested schemas".formatted(DEEPEST));
        } else {
            fill(node, schema, location);
        }
        depth--;
        return node;
    }

    private void fill(SchemaNode node, JsonValue schema, Location location) {
        switch (schema) {
            case JsonBool bool when bool.value() -> {}
            case JsonBool _ -> node.refuseEverything();
            case JsonObject object -> new SchemaReader(this, node, object, location).read();
            default ->
                problem(
                        shown(location),
                        SchemaProblem.Kind.KEYWORD,
                        "expected a schema: an object, true or false, found " + Shown.value(schema));
        }
    }

    /// The schema that a reference names: in this document, or in one that was handed in.
    SchemaNode reference(String reference, Location from) {
        Optional<Location> target = resolve(reference, from);
        Optional<JsonValue> found = target.flatMap(to -> Optional.ofNullable(documents.get(to.document()))
                .flatMap(document -> JsonPointer.find(document, to.pointer())));
        if (target.isEmpty() || found.isEmpty()) {
            problem(
                    shown(from),
                    SchemaProblem.Kind.REFERENCE,
                    "expected a reference to a schema in this document, such as #/$defs/name, found \"%s\""
                            .formatted(Shown.text(reference)));
            return new SchemaNode(shown(from));
        }
        return node(found.get(), target.get());
    }

    private static Optional<Location> resolve(String reference, Location from) {
        try {
            int mark = reference.indexOf('#');
            String document = mark < 0 ? reference : reference.substring(0, mark);
            String fragment = mark < 0
                    ? ""
                    : Optional.ofNullable(new URI(reference.substring(mark)).getFragment())
                            .orElse("");
            // An $id that is no URI still names its own document.
            String absolute = document.isEmpty()
                    ? from.document()
                    : new URI(from.document()).resolve(document).toString();
            return Optional.of(new Location(absolute, fragment));
        } catch (URISyntaxException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    String shown(Location location) {
        return location.document().equals(base) ? location.pointer() : location.document() + "#" + location.pointer();
    }

    void problem(String pointer, SchemaProblem.Kind kind, String message) {
        if (problems.size() < MOST_PROBLEMS) {
            problems.add(new SchemaProblem(pointer, kind, message));
        }
    }
}

package dev.waybill.workflow;

import dev.waybill.base.Digest;
import dev.waybill.base.Words;
import dev.waybill.base.json.Jcs;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Reads a definition and finds everything that is wrong with it, not only the first thing.
///
/// Shape first, section by section; then names across sections; then the graph as a whole. A part that cannot be
/// read is left out of what follows, and its name stays known, so that one mistake gives one error.
public final class DefinitionReader {

    private static final List<String> MEMBERS =
            Words.of("id name description version type isActive status tenantId scopeId slug nodes edges "
                    + "triggers variables groups channels configurableSchema defaults metadata settings "
                    + "acceptsInheritedArtifacts createdAt updatedAt");
    private static final int LONGEST_ID = 128;
    private static final int LONGEST_NAME = 256;

    private final Findings findings = new Findings();
    private final Names names = new Names();
    private final Members root;
    private final List<WorkflowNode> nodes = new ArrayList<>();
    private final List<WorkflowEdge> edges = new ArrayList<>();
    private final List<Integer> edgeIndexes = new ArrayList<>();
    private final List<WorkflowVariable> variables = new ArrayList<>();
    private final List<WorkflowTrigger> triggers = new ArrayList<>();
    private final Map<String, Channel> channels = new LinkedHashMap<>();

    private DefinitionReader(JsonObject document) {
        this.root = new Members(document, "", findings);
    }

    /// Reads a definition. The answer is a value; nothing is thrown, whatever the document holds.
    public static Read read(JsonObject document) {
        return new DefinitionReader(document).read();
    }

    private Read read() {
        DefinitionLimits.check(root.object(), findings);
        Optional<Digest> digest = findings.errorCount() > 0 ? Optional.empty() : digest();
        if (digest.isEmpty()) {
            return new Read.Bad(findings.errors());
        }
        head();
        WorkflowSettings settings = settings();
        sections(settings);
        new PresentationReader(root, names).read();
        names.check(findings);
        var graph = new GraphCheck(places(), edges, edgeIndexes, findings);
        graph.check(triggers, settings);
        graph.checkConnections(nodes);
        return findings.errorCount() > 0
                ? new Read.Bad(findings.errors())
                : new Read.Ok(
                        new WorkflowDefinition(
                                root.object(),
                                digest.orElseThrow(),
                                nodes,
                                edges,
                                variables,
                                channels,
                                triggers,
                                settings),
                        findings.warnings());
    }

    /// The reader of text refuses lone surrogates and infinite numbers; a document that was built may hold them.
    private Optional<Digest> digest() {
        try {
            return Optional.of(Digest.of(Jcs.canonicalBytes(root.object())));
        } catch (IllegalArgumentException e) {
            findings.error(
                    "",
                    DefinitionCode.BAD_FORMAT,
                    "the document has no canonical form: " + e.getMessage(),
                    "write it as JSON text that others can read");
            return Optional.empty();
        }
    }

    private void head() {
        root.expectOnly(MEMBERS);
        root.text("id", LONGEST_ID, Grammar.WORKFLOW_ID);
        root.text("name", LONGEST_NAME, null);
        root.text("version");
    }

    private WorkflowSettings settings() {
        Members settings = root.below("settings", root.optionalObject("settings"));
        OptionalLong timeout = settings.integer("timeout", 0, JsonNumber.MAX_SAFE_INTEGER);
        long retries = settings.integer("maxRetries", 0, Integer.MAX_VALUE).orElse(0);
        settings.word("logLevel", List.of("debug", "info", "warn", "error"));
        OptionalLong loops = settings.integer("maxLoopbackIterations", 1, Integer.MAX_VALUE);
        return new WorkflowSettings(
                NodeReader.withoutZero(timeout),
                (int) retries,
                loops.isPresent() ? OptionalInt.of((int) loops.getAsLong()) : OptionalInt.empty());
    }

    private void sections(WorkflowSettings settings) {
        var variableReader = new VariableReader(names);
        root.objects("variables", root.optionalArray("variables"), each -> keep(variableReader.read(each), variables));
        channels();
        List<JsonValue> items = root.requiredArray("nodes");
        if (root.has("nodes") && items.isEmpty() && root.object().array("nodes").isPresent()) {
            findings.error(
                    "/nodes", DefinitionCode.OUT_OF_RANGE, "expected at least one node, found none", "add a node");
        }
        var nodeReader = new NodeReader(names, settings.maxRetries());
        root.objects("nodes", items, each -> keep(nodeReader.read(each), nodes));
        edges();
        var triggerReader = new TriggerReader(names);
        root.objects("triggers", root.optionalArray("triggers"), each -> keep(triggerReader.read(each), triggers));
        if (root.has("configurableSchema")) {
            SchemaCheck.check(root.optionalObject("configurableSchema"), "/configurableSchema", findings);
        }
    }

    private void edges() {
        var reader = new EdgeReader(names);
        List<JsonValue> items = root.optionalArray("edges");
        for (int i = 0; i < items.size(); i++) {
            int before = edges.size();
            root.object("edges", i, items.get(i), each -> keep(reader.read(each), edges));
            if (edges.size() > before) {
                edgeIndexes.add(i);
            }
        }
    }

    private void channels() {
        Members section = root.below("channels", root.optionalObject("channels"));
        section.object().members().forEach((name, value) -> {
            names.declare(Names.Kind.CHANNEL, name);
            if (value instanceof JsonObject channel) {
                Channel read = ChannelReader.read(name, section.below(name, channel));
                if (read != null) {
                    channels.put(name, read);
                }
            } else {
                section.wrongTypeAt(section.pointer(name), "an object with a reducer", value);
            }
        });
    }

    private static <T> void keep(@Nullable T read, List<T> list) {
        if (read != null) {
            list.add(read);
        }
    }

    /// Nodes as far as the graph needs them, also those with mistakes elsewhere.
    private List<GraphCheck.Place> places() {
        List<GraphCheck.Place> places = new ArrayList<>();
        List<JsonValue> items =
                root.object().array("nodes").map(array -> array.items()).orElse(List.of());
        for (int i = 0; i < items.size(); i++) {
            if (items.get(i) instanceof JsonObject node && node.string("id").isPresent()) {
                places.add(new GraphCheck.Place(
                        i,
                        node.string("id").orElseThrow(),
                        node.string("typeId").orElse("")));
            }
        }
        return places;
    }
}

package dev.waybill.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// A host's own OpenAPI document, held against its answers by a validator of other people's making.
public final class OpenApiJudge {

    private static final String ANY = "*/*";
    private static final Map<String, OpenApiJudge> KNOWN = new ConcurrentHashMap<>();

    private final SchemaRegistry schemas = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
    private final Map<String, Schema> read = new ConcurrentHashMap<>();
    private final Map<Pattern, JsonNode> paths = new LinkedHashMap<>();
    private final JsonNode document;

    private OpenApiJudge(String text) {
        document = JsonMapper.shared().readTree(text);
        List<String> templates = new ArrayList<>(document.path("paths").propertyNames());
        // What is spelled out goes before what may be anything.
        templates.sort(Comparator.comparing(template -> template.contains("{")));
        for (String template : templates) {
            String pattern = Pattern.compile("\\{[^}]*}")
                    .matcher(Pattern.quote(template))
                    .replaceAll("\\\\E[^/:]+\\\\Q");
            paths.put(Pattern.compile(pattern), document.path("paths").path(template));
        }
    }

    /// @param document as the host gives it
    public static OpenApiJudge of(String document) {
        return KNOWN.computeIfAbsent(document, OpenApiJudge::new);
    }

    /// An answer is one that the document describes: its status, its media type, its body. Of paths and methods that
    /// the document does not have, it says nothing.
    public void fits(String method, String path, int status, String mediaType, String body) {
        operation(method, path).ifPresent(operation -> {
            String told = method + " " + path + ": " + status + " " + body;
            JsonNode responses = operation.path("responses");
            JsonNode response = responses.path(String.valueOf(status));
            if (status < 300) {
                assertThat(response.isMissingNode()).as(told).isFalse();
            }
            fits(response.isMissingNode() ? responses.path("default") : response, mediaType, body, told);
        });
    }

    private void fits(JsonNode response, String mediaType, String body, String told) {
        assertThat(response.isMissingNode()).as(told).isFalse();
        JsonNode content = response.path("content");
        if (body.isEmpty()) {
            return;
        }
        String plain = mediaType.replaceFirst(";.*", "");
        boolean named = content.has(plain);
        assertThat(named || content.has(ANY)).as(mediaType + " of " + told).isTrue();
        String ref = content.path(named ? plain : ANY).at("/schema/$ref").stringValue("");
        if (named && plain.equals("application/json")) {
            assertThat(schema(ref).validate(body, InputFormat.JSON)).as(told).isEmpty();
        }
    }

    private Optional<JsonNode> operation(String method, String path) {
        return paths.entrySet().stream()
                .filter(each -> each.getKey().matcher(path).matches())
                .map(each -> each.getValue().path(method.toLowerCase(Locale.ROOT)))
                .filter(operation -> !operation.isMissingNode())
                .findFirst();
    }

    private Schema schema(String ref) {
        return read.computeIfAbsent(ref, name -> {
            ObjectNode whole = JsonMapper.shared().createObjectNode();
            whole.put("$ref", name);
            whole.set("components", document.path("components"));
            return schemas.getSchema(whole);
        });
    }
}

package dev.waybill.agents.pack;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.expression.ExpressionException;
import dev.waybill.workflow.expression.StepBudget;
import dev.waybill.workflow.schema.InvalidSchema;
import dev.waybill.workflow.schema.JsonSchema;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads a pack with all of its errors, each with file, place, what was expected and what was found.
///
/// Of the pack itself we read what we know and leave the rest alone; an agent's manifest is closed, so that a misspelt
/// `toolAllowlist` is an error and not an agent with other rights than its author meant.
public final class PackReader {

    private static final JsonSchema PACK = schema("pack.schema.json");
    private static final JsonSchema AGENT = schema("agent.schema.json");
    private static final int LONGEST_PROMPT = 1 << 20;

    private final PackFiles files;
    private final List<PackProblem> problems = new ArrayList<>();

    private PackReader(PackFiles files) {
        this.files = files;
    }

    public static PackRead read(PackFiles files) {
        return new PackReader(files).read();
    }

    private PackRead read() {
        JsonObject json = document(PackFiles.MANIFEST, "", PackFiles.MANIFEST).orElse(null);
        if (json == null) {
            return new PackRead.Bad(problems);
        }
        judge(PACK, json, "");
        if (!problems.isEmpty()) {
            return new PackRead.Bad(problems);
        }
        engine(json);
        List<AgentManifest> agents = agents(json.array("agents").orElse(JsonArray.EMPTY));
        Pack pack = new Pack(
                json,
                files.digest(),
                files.find(PackFiles.SIGNATURE).isPresent(),
                agents,
                prompts(json.array("prompts").orElse(JsonArray.EMPTY)),
                PackNode.read(json, files),
                PackCode.read(json, files));
        return problems.isEmpty() ? new PackRead.Ok(pack) : new PackRead.Bad(problems);
    }

    private void engine(JsonObject json) {
        String range = json.object("engines")
                .flatMap(engines -> engines.string("openwop"))
                .orElse("");
        Optional<EngineRange> read = EngineRange.of(range);
        if (read.isEmpty()) {
            problem("/engines/openwop", "expected a range of versions such as >=1.0.0 <2.0.0, found \"" + range + "\"");
        } else if (!read.get().includesOurs()) {
            problem(
                    "/engines/openwop",
                    "expected a range with the version %d.%d.%d that this host speaks, found \"%s\""
                            .formatted(EngineRange.OURS[0], EngineRange.OURS[1], EngineRange.OURS[2], range));
        }
    }

    private List<AgentManifest> agents(JsonArray written) {
        List<AgentManifest> agents = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (int index = 0; index < written.size(); index++) {
            String place = "/agents/" + index;
            AgentManifest agent = agent(written.get(index), place);
            if (agent != null && !ids.add(agent.agentId())) {
                problem(place + "/agentId", "expected an id of its own, found \"%s\" twice".formatted(agent.agentId()));
            }
            if (agent != null) {
                agents.add(agent);
            }
        }
        return agents;
    }

    private @Nullable AgentManifest agent(JsonValue written, String place) {
        int before = problems.size();
        judge(AGENT, written, place);
        if (problems.size() > before || !(written instanceof JsonObject json)) {
            return null;
        }
        if (json.has("systemPrompt") == json.has("systemPromptRef")) {
            problem(
                    place,
                    "expected either systemPrompt or systemPromptRef, found "
                            + (json.has("systemPrompt") ? "both" : "neither"));
            return null;
        }
        JsonObject handoff = json.object("handoff").orElse(JsonObject.EMPTY);
        String prompt = prompt(json, place);
        JsonObject task = schema(handoff, "taskSchemaRef", place);
        JsonObject result = schema(handoff, "returnSchemaRef", place);
        json.string("evalSuiteRef").ifPresent(ref -> document(ref, place + "/evalSuiteRef", PackFiles.MANIFEST));
        return problems.size() > before
                ? null
                : new AgentManifest(json, json.string("systemPromptRef").orElse("inline"), prompt, task, result);
    }

    private String prompt(JsonObject json, String place) {
        Optional<String> ref = json.string("systemPromptRef");
        if (ref.isEmpty()) {
            return json.string("systemPrompt").orElse("");
        }
        byte[] bytes = file(ref.get(), place + "/systemPromptRef", PackFiles.MANIFEST);
        if (bytes == null) {
            return "";
        }
        if (bytes.length > LONGEST_PROMPT) {
            problems.add(new PackProblem(
                    ref.get(), "", "expected at most %d bytes, found %d".formatted(LONGEST_PROMPT, bytes.length)));
            return "";
        }
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            if (text.isBlank()) {
                problems.add(new PackProblem(ref.get(), "", "expected a prompt, found an empty file"));
            }
            return text;
        } catch (CharacterCodingException _) {
            problems.add(new PackProblem(ref.get(), "", "expected text in UTF-8, found other bytes"));
            return "";
        }
    }

    private @Nullable JsonObject schema(JsonObject handoff, String member, String place) {
        Optional<String> ref = handoff.string(member);
        if (ref.isEmpty()) {
            return null;
        }
        JsonObject schema = document(ref.get(), place + "/handoff/" + member, PackFiles.MANIFEST)
                .orElse(null);
        if (schema != null) {
            JsonSchema.problems(schema)
                    .forEach(wrong -> problems.add(new PackProblem(
                            ref.get(), wrong.pointer(), "this host cannot apply the schema: " + wrong.message())));
        }
        return schema;
    }

    private List<PromptTemplate> prompts(JsonArray written) {
        List<PromptTemplate> prompts = new ArrayList<>();
        for (JsonValue item : written) {
            item.asObject().ifPresent(json -> prompts.add(PromptTemplate.of(json)));
        }
        return prompts;
    }

    private Optional<JsonObject> document(String ref, String place, String from) {
        byte[] bytes = file(ref, place, from);
        if (bytes == null) {
            return Optional.empty();
        }
        try {
            JsonValue value = JsonReader.read(bytes, JsonLimits.DOCUMENT);
            if (value instanceof JsonObject object) {
                return Optional.of(object);
            }
            problems.add(new PackProblem(ref, "", "expected a JSON object, found " + value.kind()));
        } catch (JsonException e) {
            problems.add(new PackProblem(ref, "", inLine(e, bytes)));
        }
        return Optional.empty();
    }

    private static String inLine(JsonException wrong, byte[] bytes) {
        return wrong.in(bytes)
                + wrong.excerpt(bytes).stream()
                        .findFirst()
                        .map(line -> ", in " + line.strip())
                        .orElse("");
    }

    private byte @Nullable [] file(String ref, String place, String from) {
        byte[] bytes = files.find(ref).orElse(null);
        if (bytes == null) {
            problems.add(new PackProblem(from, place, "expected a file of the pack, found no \"" + ref + "\""));
        }
        return bytes;
    }

    private void judge(JsonSchema schema, JsonValue value, String place) {
        try {
            schema.validate(value, StepBudget.usual())
                    .forEach(wrong -> problem(place + wrong.pointer(), wrong.message()));
        } catch (ExpressionException _) {
            problem(place, "expected something that can be checked in reasonable time, found more");
        }
    }

    private void problem(String place, String message) {
        problems.add(new PackProblem(PackFiles.MANIFEST, place, message));
    }

    private static JsonSchema schema(String name) {
        try (InputStream in = Objects.requireNonNull(PackReader.class.getResourceAsStream(name), name)) {
            return JsonSchema.compile(JsonReader.readObject(in.readAllBytes(), JsonLimits.DOCUMENT));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InvalidSchema e) {
            throw new IllegalStateException(name, e);
        }
    }
}

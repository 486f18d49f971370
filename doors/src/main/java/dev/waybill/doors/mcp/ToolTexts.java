package dev.waybill.doors.mcp;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// What agents read about the tools: files beside this class, because people edit words there and not in code.
final class ToolTexts {

    private ToolTexts() {}

    /// A tool from its file, with one of the kinds of answers.
    static McpTool tool(String name, String answer, McpTool.Call call) {
        JsonObject file = json(name);
        return new McpTool(
                name,
                file.string("title").orElseThrow(),
                file.string("description").orElseThrow(),
                file.object("annotations").orElseThrow(),
                file.object("inputSchema").orElseThrow(),
                orError(json(answer)),
                call);
    }

    /// What the server tells a client about itself.
    static String instructions() {
        return new String(bytes("instructions.txt"), StandardCharsets.UTF_8).strip();
    }

    /// Clients judge refusals by the same schema as results: either all the fields of a result, or an error.
    private static JsonObject orError(JsonObject schema) {
        JsonObject properties = schema.object("properties").orElseThrow().with("error", json("answer-error"));
        JsonObject complete = JsonObject.of("required", schema.array("required").orElseThrow());
        JsonObject refused = JsonObject.of("required", JsonArray.of(new JsonString("error")));
        return schema.without("required")
                .with("properties", properties)
                .with("anyOf", new JsonArray(List.of(complete, refused)));
    }

    private static JsonObject json(String name) {
        return JsonReader.readObject(bytes(name + ".json"), JsonLimits.DOCUMENT);
    }

    private static byte[] bytes(String file) {
        try (InputStream in = ToolTexts.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("the program lacks its file " + file + "; install it again");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

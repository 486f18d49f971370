package dev.waybill.agents.pack;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/// Packs for tests.
final class Packs {

    static final String AGENT = """
            {
              "agentId": "local.acme.desk.writer", "persona": "Writer", "modelClass": "writing",
              "systemPromptRef": "prompts/writer.md", "toolAllowlist": ["workflow:translate"],
              "memoryShape": {"longTerm": true}, "confidence": {"defaultThreshold": 0.8},
              "handoff": {"taskSchemaRef": "schemas/task.json"}
            }""";

    private Packs() {}

    static Map<String, byte[]> files(String agents, String more) {
        Map<String, byte[]> files = new TreeMap<>();
        files.put("pack.json", bytes("""
                {
                  "name": "local.acme.desk", "version": "1.0.0", "engines": {"openwop": ">=1.0.0 <2.0.0"},
                  "runtime": {"language": "remote", "entry": "pack.json"}%s,
                  "agents": [%s]
                }""".formatted(more, agents)));
        files.put("prompts/writer.md", bytes("You write."));
        files.put("schemas/task.json", bytes("{\"type\": \"object\", \"required\": [\"topic\"]}"));
        return files;
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}

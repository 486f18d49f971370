package dev.waybill.app.command.agent;

import dev.waybill.agents.pack.AgentManifest;
import dev.waybill.agents.pack.Pack;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;

/// What is told of a pack.
final class PackSheet {

    private PackSheet() {}

    static JsonObject json(Pack pack, String source) {
        return JsonObject.builder()
                .put("name", pack.name())
                .put("version", pack.version())
                .put("digest", pack.digest().toString())
                .put("signed", pack.signed())
                .putIfPresent("source", source.isEmpty() ? null : source)
                .put(
                        "agents",
                        JsonArray.ofStrings(pack.agents().stream()
                                .map(AgentManifest::agentId)
                                .toList()))
                .put("nodeTypes", JsonArray.ofStrings(pack.nodeTypes()))
                .build();
    }
}

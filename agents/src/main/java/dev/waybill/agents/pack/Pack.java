package dev.waybill.agents.pack;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A pack that was read and found sound.
///
/// @param digest names all of its files
/// @param signed whether it brings a signature; who made that is another question
/// @param nodes the types of nodes that it brings
/// @param code what its nodes do; null when it brings no JavaScript
public record Pack(
        JsonObject json,
        Digest digest,
        boolean signed,
        List<AgentManifest> agents,
        List<PromptTemplate> prompts,
        List<PackNode> nodes,
        @Nullable PackCode code) {

    public Pack {
        agents = List.copyOf(agents);
        prompts = List.copyOf(prompts);
        nodes = List.copyOf(nodes);
    }

    public String name() {
        return json.string("name").orElseThrow();
    }

    public String version() {
        return json.string("version").orElseThrow();
    }

    public List<String> nodeTypes() {
        return nodes.stream().map(PackNode::typeId).toList();
    }

    /// What its code may be given besides what only computes, in the words of its manifest (`runtime.requires`).
    public List<String> requires() {
        return json
                .object("runtime")
                .flatMap(runtime -> runtime.array("requires"))
                .orElse(JsonArray.EMPTY)
                .items()
                .stream()
                .flatMap(item -> item.asString().stream())
                .toList();
    }

    /// What it needs of a host, all or nothing.
    public List<String> required() {
        return peers(false);
    }

    /// What it can do without.
    public List<String> optional() {
        return peers(true);
    }

    private List<String> peers(boolean optional) {
        JsonObject meta = json.object("peerDependenciesMeta").orElse(JsonObject.EMPTY);
        List<String> keys = new ArrayList<>();
        JsonObject peers = json.object("peerDependencies").orElse(JsonObject.EMPTY);
        for (String key : peers.names()) {
            boolean dispensable = meta.object(key).orElse(JsonObject.EMPTY).get("optional") == JsonBool.TRUE
                    || peers.string(key).orElse("").equals("optional");
            if (dispensable == optional) {
                keys.add(key);
            }
        }
        return keys;
    }
}

package dev.waybill.packsjs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.agents.Outside;
import dev.waybill.agents.pack.AgentRegistry;
import dev.waybill.agents.pack.HostCapabilities;
import dev.waybill.agents.pack.Pack;
import dev.waybill.agents.pack.PackFiles;
import dev.waybill.agents.pack.PackShelf;
import dev.waybill.agents.packjs.JsNodes;
import dev.waybill.agents.packjs.JsSandbox;
import dev.waybill.agents.part.Parts;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.engine.node.Activity;
import dev.waybill.engine.node.NodeTypes;
import dev.waybill.runtime.egress.Egress;
import dev.waybill.runtime.egress.EgressRules;
import dev.waybill.testkit.Interop;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The real program, with packs of a test's own.
final class Bench {

    static final JsSandbox SANDBOX =
            JsSandbox.in(new Parts(List.of(Interop.projectRoot()))).orElseThrow();

    static final Outside OUTSIDE = outside(new EgressRules(List.of(), false));

    private Bench() {}

    static Outside outside(EgressRules rules) {
        return new Outside(
                new Egress(rules), JsonObject.EMPTY, JsonObject.EMPTY, JsonObject.EMPTY, reference -> reference);
    }

    static Pack folder(String name) throws Exception {
        return read(
                PackFiles.read(Path.of(Bench.class.getResource("/packs/" + name).toURI())));
    }

    static Pack read(PackFiles files) {
        return PackShelf.sound("test", files, HostCapabilities.ours());
    }

    /// A pack with one node, `local.evil.n`, whose body is given.
    ///
    /// @param runtime more members of `runtime`, such as `,"requires":["net.outbound"]`
    static Activity node(String body, String runtime, String role) {
        return node(body, runtime, role, OUTSIDE);
    }

    static Activity node(String body, String runtime, String role, Outside outside) {
        Map<String, byte[]> files = new TreeMap<>();
        files.put("pack.json", """
                {
                  "name": "local.evil", "version": "1.0.0", "engines": {"openwop": "^1.0.0"},
                  "runtime": {"language": "javascript", "format": "esm", "entry": "index.mjs"%s},
                  "nodes": [{"typeId": "local.evil.n", "role": "%s"}]
                }""".formatted(runtime, role).getBytes(StandardCharsets.UTF_8));
        files.put(
                "index.mjs",
                "export const nodes = { async 'local.evil.n'(ctx) {\n%s\n} };"
                        .formatted(body)
                        .getBytes(StandardCharsets.UTF_8));
        return nodes(read(PackFiles.of(files)), outside).getFirst();
    }

    static Activity node(String body) {
        return node(body, "", "pure");
    }

    static List<Activity> nodes(Pack pack, Outside outside) {
        AgentRegistry registry =
                new AgentRegistry(HostCapabilities.ours(), List.of(new AgentRegistry.Shelved(pack, "test")), List.of());
        return JsNodes.of(registry, SANDBOX, outside, NodeTypes.core());
    }

    static Activity named(List<Activity> nodes, String typeId) {
        List<Activity> found =
                nodes.stream().filter(node -> node.typeId().equals(typeId)).toList();
        assertThat(found).as(typeId).hasSize(1);
        return found.getFirst();
    }

    static JsonObject json(String text) {
        return JsonReader.read(text.replace('\'', '"'), JsonLimits.DOCUMENT)
                .asObject()
                .orElseThrow();
    }
}

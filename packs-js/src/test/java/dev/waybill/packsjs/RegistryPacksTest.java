package dev.waybill.packsjs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.waybill.agents.pack.PackFiles;
import dev.waybill.engine.node.Activity;
import dev.waybill.testkit.Interop;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Packs of the public registry as they are, where their code lies beside this project.
class RegistryPacksTest {

    private static List<Activity> nodes(String name) throws Exception {
        Path folder = Path.of(System.getProperty(
                        "waybill.registry", Interop.path("openwop/packs").toString()))
                .resolve(name);
        assumeTrue(Files.isRegularFile(folder.resolve("index.mjs")), "the code of " + name + " is not here");
        return Bench.nodes(Bench.read(PackFiles.read(folder)), Bench.OUTSIDE);
    }

    private static String output(List<Activity> nodes, String type, String config, String inputs) throws Exception {
        return Called.outputs(Bench.named(nodes, type), config, inputs).toString();
    }

    @Test
    void theExamplesRun() throws Exception {
        List<Activity> nodes = nodes("core.openwop.examples");
        assertThat(nodes).hasSize(3);
        assertThat(output(nodes, "core.openwop.examples.echo", "{}", "{'value':[1,'ü']}"))
                .isEqualTo("{\"value\":[1,\"ü\"]}");
        assertThat(output(nodes, "core.openwop.examples.coin-flip", "{}", "{'seed':'x'}"))
                .isEqualTo("{\"result\":\"tails\"}");
    }

    @Test
    void dataIsTransformed() throws Exception {
        List<Activity> nodes = nodes("core.openwop.data");
        assertThat(nodes).hasSize(38);
        assertThat(output(nodes, "core.openwop.data.string-case", "{'mode':'title'}", "{'text':'two words'}"))
                .isEqualTo("{\"text\":\"Two Words\"}");
        assertThat(output(nodes, "core.openwop.data.string-encode", "{'to':'base64'}", "{'text':'ü'}"))
                .isEqualTo("{\"text\":\"w7w=\"}");
    }

    /// Test vectors of RFC 6238 and FIPS 180.
    @Test
    void cryptographyAgreesWithTheStandards() throws Exception {
        List<Activity> nodes = nodes("core.openwop.crypto");
        assertThat(output(nodes, "core.crypto.hash", "{}", "{'data':'abc'}"))
                .contains("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assertThat(output(
                        nodes,
                        "core.crypto.totp-generate",
                        "{'secretEncoding':'base32','digits':8}",
                        "{'secret':'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ','at':'1970-01-01T00:00:59Z'}"))
                .contains("94287082");
    }
}

package dev.waybill.app.command.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import dev.waybill.base.json.JsonValue;
import dev.waybill.testkit.Interop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Commits that AgentMesh signed: their witnesses are signatures as good as a pack's, and are pinned the same way.
class TrustedWitnessesInteropTest {

    @TempDir
    Path folder;

    private static Asked verify(String... words) {
        String store = Interop.path("ewp/agentmesh-pr47").toString();
        return Asked.waybill(Stream.concat(Stream.of("evidence", "verify", store), Stream.of(words))
                .toArray(String[]::new));
    }

    @Test
    void aWitnessOfAKeyThatNobodyPinnedIsTold() throws IOException {
        String key = verify("--json").json().array("signers").orElseThrow().items().stream()
                .flatMap((JsonValue signer) -> signer.asString().stream())
                .reduce((one, other) -> one + "\n" + other)
                .orElseThrow();
        assertThat(key).hasSize(64).startsWith("9a8f7185aafe203f");
        Path trusted = Files.writeString(folder.resolve("trusted"), key);
        assertThat(verify("--trust", trusted.toString()).code()).isEqualTo(ExitCode.YES);
        Asked other = verify(
                "--trust",
                Files.writeString(folder.resolve("other"), "0".repeat(64)).toString());
        assertThat(other.code()).isEqualTo(ExitCode.NO);
        assertThat(other.out()).contains("SIGNER_UNTRUSTED", key);
    }
}

package dev.waybill.app.command.guided;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A server that cannot listen says so and ends.
class ServeCommandTest {

    @TempDir
    Path folder;

    @Test
    void aPortThatIsTakenIsOneSentenceAndAnExitCode() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Asked asked = new GuidedDesk(folder)
                    .ask(ExitCode.NO, "serve", "--no-keys", "--port", String.valueOf(taken.getLocalPort()));

            assertThat(asked.err())
                    .contains("waybill: cannot listen on 127.0.0.1:" + taken.getLocalPort() + ": ", "--port")
                    .doesNotContain("\tat ");
            assertThat(asked.err().lines()).hasSize(2);
            assertThat(asked.out()).doesNotContain("ready");

            Asked keyed = new GuidedDesk(folder)
                    .ask(ExitCode.NO, "serve", "--keys", "--port", String.valueOf(taken.getLocalPort()));
            assertThat(keyed.out()).doesNotContain("API key");
            assertThat(new GuidedDesk(folder)
                            .ask(ExitCode.YES, "apikeys", "list", "--json")
                            .out())
                    .doesNotContain("key_");
        }
    }
}

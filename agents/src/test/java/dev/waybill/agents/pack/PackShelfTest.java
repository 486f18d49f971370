package dev.waybill.agents.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.base.Base64Url;
import dev.waybill.receipt.key.SigningKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a user added is what is used.
class PackShelfTest {

    @TempDir
    Path temporary;

    private Path source;
    private PackShelf shelf;

    @BeforeEach
    void aPackLiesThere() throws IOException {
        source = Files.createDirectory(temporary.resolve("source"));
        shelf = new PackShelf(temporary.resolve("shelf"));
        write("");
    }

    @Test
    void whatIsAddedIsFoundAgain() throws IOException {
        shelf.add(source, HostCapabilities.ours(), null);
        Files.writeString(source.resolve("prompts/writer.md"), "You lie.");

        assertThat(agents().find("local.acme.desk.writer")
                        .orElseThrow()
                        .manifest()
                        .prompt())
                .isEqualTo("You write.");
    }

    @Test
    void whatWasChangedAfterwardsIsNotUsed() throws IOException {
        shelf.add(source, HostCapabilities.ours(), null);
        Files.writeString(temporary.resolve("shelf/local.acme.desk/prompts/writer.md"), "You lie.");

        AgentRegistry registry = agents();

        assertThat(registry.agents()).isEmpty();
        assertThat(registry.unusable()).singleElement().asString().contains("not those that you added");
    }

    @Test
    void whatIsRemovedIsGone() throws IOException {
        shelf.add(source, HostCapabilities.ours(), null);
        shelf.remove("local.acme.desk");

        assertThat(agents().packs()).isEmpty();
        assertThat(temporary.resolve("shelf/local.acme.desk")).doesNotExist();
        assertThatThrownBy(() -> shelf.remove("local.acme.desk")).hasMessageContaining("no pack is called");
    }

    @Test
    void aPackThatNeedsMoreThanThereIsIsRefusedByName() throws IOException {
        write(", \"peerDependencies\": {\"host.quantum\": \"supported\"}");

        assertThatThrownBy(() -> shelf.add(source, HostCapabilities.ours(), null))
                .isInstanceOfSatisfying(PackRefused.class, refused -> {
                    assertThat(refused.refusal().code()).isEqualTo("pack_peer_dependency_missing");
                    assertThat(refused.refusal().details().string("requiredCapability"))
                            .contains("host.quantum");
                });
        assertThat(agents().packs()).isEmpty();
    }

    @Test
    void whatAPackCanDoWithoutIsToldAsDegraded() throws IOException {
        write(", \"peerDependencies\": {\"host.quantum\": \"supported\", \"aiProviders\": \"supported\"},"
                + " \"peerDependenciesMeta\": {\"host.quantum\": {\"optional\": true}}");
        shelf.add(source, HostCapabilities.ours(), null);

        AgentRegistry.Installed writer = agents().find("local.acme.desk.writer").orElseThrow();

        assertThat(writer.degraded()).containsExactly("host.quantum");
        assertThat(writer.entry().get("degraded")).hasToString("[\"host.quantum\"]");
    }

    @Test
    void anEntryNeverTellsThePromptOrASchema() throws IOException {
        shelf.add(source, HostCapabilities.ours(), null);

        assertThat(agents().agents().getFirst().entry().toString())
                .doesNotContain("You write", "prompts/", "required", "topic", "SchemaRef")
                .contains("\"hasHandoffSchemas\":true");
    }

    @Test
    void aSignatureHoldsForTheWholePackAndForItsKeyOnly() throws IOException {
        SigningKey author = SigningKey.generate(new SecureRandom());
        Pack pack = shelf.add(source, HostCapabilities.ours(), null);
        byte[] signature = author.sign(pack.digest().toString().getBytes(StandardCharsets.US_ASCII));
        Files.writeString(source.resolve("pack.sig"), Base64Url.encode(signature));

        assertThat(shelf.add(source, HostCapabilities.ours(), author.verificationKey())
                        .signed())
                .isTrue();
        assertThatThrownBy(() -> shelf.add(
                        source,
                        HostCapabilities.ours(),
                        SigningKey.generate(new SecureRandom()).verificationKey()))
                .hasMessageContaining("another key or of other files");
        Files.writeString(source.resolve("prompts/writer.md"), "You lie.");
        assertThatThrownBy(() -> shelf.add(source, HostCapabilities.ours(), author.verificationKey()))
                .hasMessageContaining("another key or of other files");
        Files.delete(source.resolve("pack.sig"));
        assertThatThrownBy(() -> shelf.add(source, HostCapabilities.ours(), author.verificationKey()))
                .hasMessageContaining("it has no pack.sig");
    }

    @Test
    void aLinkInAPackLeadsNowhere() throws IOException {
        Path secret = Files.writeString(temporary.resolve("secret.md"), "the operator's own words");
        Files.delete(source.resolve("prompts/writer.md"));
        Files.createSymbolicLink(source.resolve("prompts/writer.md"), secret);

        assertThatThrownBy(() -> shelf.add(source, HostCapabilities.ours(), null))
                .hasMessageContaining("expected a file of the pack");
    }

    private AgentRegistry agents() {
        return PackFolders.load(shelf, List.of(), HostCapabilities.ours());
    }

    private void write(String more) throws IOException {
        PackFiles.of(Packs.files(Packs.AGENT, more)).writeTo(source);
    }
}

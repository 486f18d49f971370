package dev.waybill.agents.pack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testkit.Seeds;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// A pack is read with all of its errors.
class PackReaderTest {

    @Test
    void aSoundPackIsRead() {
        Pack pack = ok(Packs.files(Packs.AGENT, ""));

        AgentManifest writer = pack.agents().getFirst();
        assertThat(writer.prompt()).isEqualTo("You write.");
        assertThat(writer.label()).isEqualTo("Writer");
        assertThat(writer.memory().longTerm()).isTrue();
        assertThat(String.valueOf(writer.threshold())).isEqualTo("0.8");
    }

    @Test
    void aMisspeltMemberIsAnErrorWithItsPlace() {
        assertThat(problems(Packs.AGENT.replace("toolAllowlist", "toolAllowList")))
                .singleElement()
                .asString()
                .startsWith("pack.json at /agents/0")
                .contains("toolAllowList");
    }

    @Test
    void anAgentHasExactlyOneSystemPrompt() {
        assertThat(problems(
                        Packs.AGENT.replace("\"systemPromptRef\"", "\"systemPrompt\": \"You.\", \"systemPromptRef\"")))
                .singleElement()
                .asString()
                .contains("/agents/0", "either systemPrompt or systemPromptRef", "both");
        assertThat(problems(Packs.AGENT.replace("\"systemPromptRef\": \"prompts/writer.md\",", "")))
                .singleElement()
                .asString()
                .contains("neither");
    }

    @Test
    void aReferenceLeadsToAFileOfThePackAndNowhereElse() {
        for (String ref :
                List.of("prompts/none.md", "../writer.md", "/etc/passwd", "prompts/../../x", "file:///etc/passwd")) {
            assertThat(problems(Packs.AGENT.replace("prompts/writer.md", ref)))
                    .singleElement()
                    .asString()
                    .contains("/agents/0/systemPromptRef", "expected a file of the pack", ref);
        }
    }

    @Test
    void anUnknownModelClassNamesThoseThatThereAre() {
        assertThat(problems(Packs.AGENT.replace("\"writing\"", "\"poetry\"")))
                .singleElement()
                .asString()
                .contains("/agents/0/modelClass", "reasoning", "poetry");
    }

    @Test
    void aSchemaThatNobodyCanApplyIsFoundBeforeAnybodyIsAsked() {
        Map<String, byte[]> files = Packs.files(Packs.AGENT, "");
        files.put("schemas/task.json", Packs.bytes("{\"type\": 7}"));
        assertThat(bad(files)).singleElement().asString().startsWith("schemas/task.json");
        files.put("schemas/task.json", Packs.bytes("{\"type\": "));
        assertThat(bad(files))
                .singleElement()
                .asString()
                .contains("schemas/task.json", "not valid JSON at line 1, column ");
    }

    @Test
    void allProblemsAreToldAtOnce() {
        assertThat(problems(Packs.AGENT.replace("\"writing\"", "\"poetry\"").replace("0.8", "8")))
                .hasSize(2);
    }

    @Test
    void twoAgentsOfOneIdAreOneTooMany() {
        assertThat(problems(Packs.AGENT + "," + Packs.AGENT))
                .singleElement()
                .asString()
                .contains("/agents/1/agentId", "twice");
    }

    @Test
    void aPackForAnotherProtocolIsNotForUs() {
        Map<String, byte[]> files = Packs.files(Packs.AGENT, "");
        for (String range : List.of(">=2.0.0", "<1.0.0", "^2.0.0", "0.9.x", "~1.0.0", ">1.1.0")) {
            files.put("pack.json", engine(range));
            assertThat(bad(files)).as(range).singleElement().asString().contains("/engines/openwop", range);
        }
        for (String range :
                List.of(">=1.0.0 <2.0.0", "^1.0.0", "1.x", "*", ">= 1.1.0", "0.9.0 || ~1.1.0", "1.1.0", "=1")) {
            files.put("pack.json", engine(range));
            ok(files);
        }
        files.put("pack.json", engine("newest"));
        assertThat(bad(files)).singleElement().asString().contains("newest");
    }

    private static byte[] engine(String range) {
        return Packs.bytes("""
                {"name": "a.b", "version": "1.0.0", "engines": {"openwop": "%s"}, "kind": "agents"}""".formatted(range));
    }

    @Test
    void aFolderWithoutAManifestIsNoPack() {
        assertThat(bad(new TreeMap<>())).singleElement().asString().contains("pack.json");
    }

    /// Whatever the bytes are: an answer, never an exception.
    @Test
    void noBytesMakeTheReaderFall() {
        Map<String, byte[]> sound = Packs.files(Packs.AGENT, "");
        List<String> names = List.copyOf(sound.keySet());
        Seeds.check(2_000, random -> {
            Map<String, byte[]> files = new TreeMap<>(sound);
            String name = names.get(random.nextInt(names.size()));
            byte[] bytes = Objects.requireNonNull(files.get(name)).clone();
            for (int i = 0; i <= random.nextInt(4); i++) {
                bytes[random.nextInt(bytes.length)] = random.nextBoolean()
                        ? (byte) random.nextInt(256)
                        : (byte) "{}[]\",:0e-\\/".charAt(random.nextInt(12));
            }
            files.put(
                    name,
                    random.nextInt(8) == 0 ? java.util.Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes);
            switch (PackReader.read(PackFiles.of(files))) {
                case PackRead.Ok(var pack) -> assertThat(pack.agents()).hasSizeLessThanOrEqualTo(1);
                case PackRead.Bad(var problems) -> assertThat(problems).isNotEmpty();
            }
        });
    }

    private static Pack ok(Map<String, byte[]> files) {
        return switch (PackReader.read(PackFiles.of(files))) {
            case PackRead.Ok(var pack) -> pack;
            case PackRead.Bad(var problems) -> throw new AssertionError(problems);
        };
    }

    private static List<PackProblem> problems(String agents) {
        return bad(Packs.files(agents, ""));
    }

    private static List<PackProblem> bad(Map<String, byte[]> files) {
        return switch (PackReader.read(PackFiles.of(files))) {
            case PackRead.Ok _ -> throw new AssertionError("it was read");
            case PackRead.Bad(var problems) -> problems;
        };
    }
}

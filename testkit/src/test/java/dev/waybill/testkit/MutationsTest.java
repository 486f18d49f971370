package dev.waybill.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Every guarantee has a mutation that breaks it. `mutations/run` shows that a test notices; here each of them is kept
/// fit to be run.
class MutationsTest {

    private static final Path ROOT = Interop.projectRoot();

    @TestFactory
    Stream<DynamicTest> aMutationStillAppliesAndItsTestIsThere() throws IOException {
        List<Path> patches;
        try (Stream<Path> files = Files.list(ROOT.resolve("mutations"))) {
            patches = files.filter(file -> file.toString().endsWith(".patch"))
                    .sorted()
                    .toList();
        }
        assertThat(patches).isNotEmpty();
        return patches.stream()
                .map(patch -> DynamicTest.dynamicTest(patch.getFileName().toString(), () -> check(patch)));
    }

    private static void check(Path patch) throws IOException, InterruptedException {
        String text = Files.readString(patch);
        assertThat(field(text, "Guarantee")).isNotBlank();
        assertThat(field(text, "Mutation")).isNotBlank();
        String source = field(text, "Test").replace('.', '/') + ".java";
        assertThat(ROOT.resolve(field(text, "Module")).resolve("src/test/java").resolve(source))
                .exists();
        ProcessBuilder git = new ProcessBuilder("git", "apply", "--check", patch.toString());
        git.environment().put("GIT_CEILING_DIRECTORIES", String.valueOf(ROOT.getParent()));
        Process process = git.directory(ROOT.toFile()).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said + "; make the patch anew").isZero();
    }

    private static String field(String text, String name) {
        Matcher line =
                Pattern.compile("^" + name + ": (.+)$", Pattern.MULTILINE).matcher(text);
        assertThat(line.find()).as("a line \"%s: …\"", name).isTrue();
        return line.group(1);
    }
}

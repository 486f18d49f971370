package dev.waybill.app.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class LauncherTest {

    private static final String SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin";

    @TempDir
    Path temp;

    @Test
    void startsFromAnyDirectory() throws IOException {
        Checkout checkout = Checkout.at(temp.resolve("a checkout")).built();
        Path elsewhere = Files.createDirectory(temp.resolve("elsewhere"));

        var result = Shell.in(elsewhere).run(checkout.launcher().toString(), "--version");

        assertThat(result.out()).startsWith("waybill 0.1.0");
        assertThat(result.err()).isEmpty();
        assertThat(result.exitCode()).isZero();
    }

    @Test
    void startsThroughASymlinkOnThePath() throws IOException {
        Checkout.at(temp.resolve("checkout")).built();
        Path bin = Files.createDirectory(temp.resolve("bin"));
        Files.createSymbolicLink(bin.resolve("first"), Path.of("../checkout/waybill"));
        Files.createSymbolicLink(bin.resolve("waybill"), bin.resolve("first"));

        var result = Shell.in(temp).with("PATH", bin + ":" + SYSTEM_PATH).run("bash", "-c", "waybill --version");

        assertThat(result.out()).startsWith("waybill 0.1.0");
    }

    @Test
    void aNormalStartRunsNoOtherProgram() {
        Checkout checkout = Checkout.at(temp.resolve("checkout")).built();
        // Without a PATH only builtins of the shell can work.
        var result = Shell.in(temp)
                .with("PATH", temp.resolve("nothing").toString())
                .run("/bin/bash", checkout.launcher().toString(), "--version");

        assertThat(result.err()).isEmpty();
        assertThat(result.out()).startsWith("waybill 0.1.0");
    }

    @Test
    void tooFewOpenFilesAreSaidInOneSentence() {
        Assumptions.assumeTrue(Files.isReadable(Path.of("/proc/self/limits")), "no limits to read");
        Checkout checkout = Checkout.at(temp.resolve("checkout")).built();

        var result = Shell.in(temp).run("/bin/bash", "-c", "ulimit -n 64 && '" + checkout.launcher() + "' --version");

        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.out()).isEmpty();
        assertThat(result.err())
                .contains("open 64 files only", "ulimit -n 1024")
                .hasLineCount(2);
    }

    @Test
    void aDamagedStartUpCacheIsIgnoredInSilence() {
        Checkout checkout = Checkout.at(temp.resolve("checkout")).built();
        Checkout.write(checkout.state().resolve("quick.aot"), "not a cache");

        var result = Shell.in(temp).run(checkout.launcher().toString(), "--version");

        assertThat(result.out()).startsWith("waybill 0.1.0").hasLineCount(1);
        assertThat(result.err()).isEmpty();
    }

    @Test
    void anOlderJavaFirstOnThePathIsPassedOver() {
        Checkout checkout = Checkout.at(temp.resolve("checkout"));
        Path old = temp.resolve("jdk-17");
        Shell.program(old.resolve("bin/java"), "#!/bin/sh\nexit 1\n");
        Shell.program(old.resolve("bin/javac"), "#!/bin/sh\nexit 1\n");
        Checkout.write(old.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"17.0.15\"\n");

        var result = Shell.in(temp)
                .with("PATH", old.resolve("bin") + ":" + SYSTEM_PATH)
                .with("JAVA_HOME", old.toString())
                .with("JAVA_HOME_25_X64", Checkout.JAVA_HOME)
                .run(checkout.launcher().toString(), "--java-home");

        assertThat(result.out().strip()).isNotEmpty().doesNotContain("jdk-17");
        assertThat(result.exitCode()).isZero();
    }

    @Test
    void twoFirstStartsAtOnceBuildOnce() throws IOException {
        Checkout checkout = Checkout.at(temp.resolve("checkout"));
        Shell shell = firstUse(checkout.mavenThatBuilds());

        var other = CompletableFuture.supplyAsync(
                () -> shell.run(checkout.launcher().toString(), "--version"));
        var result = shell.run(checkout.launcher().toString(), "--version");

        assertThat(result.out()).startsWith("waybill 0.1.0");
        assertThat(other.join().out()).startsWith("waybill 0.1.0");
        assertThat(Files.readAllLines(checkout.root().resolve("builds"))).hasSize(1);
        assertThat(checkout.state().resolve("building")).doesNotExist();
    }

    @Test
    void aFirstStartSaysWhatItDoesAndWhenItIsDone() {
        Checkout checkout = Checkout.at(temp.resolve("checkout"));

        var result =
                firstUse(checkout.mavenThatBuilds()).run(checkout.launcher().toString(), "--version");

        assertThat(result.err().lines().toList())
                .satisfiesExactly(
                        first -> assertThat(first)
                                .startsWith("waybill: building, about 15 s")
                                .contains("build.log"),
                        last -> assertThat(last).matches("waybill: built in \\d+ s"));
    }

    @Test
    void aFirstStartDoesNotWaitForTheStartUpCaches() throws IOException {
        Checkout checkout = Checkout.at(temp.resolve("checkout"));
        Path rehearsing = temp.resolve("rehearsing");
        Shell shell = firstUse(checkout.mavenThatBuilds())
                .with("WAYBILL_START_CACHE", null)
                .with("JAVA_HOME", jdkWhoseRehearsalWaitsFor(rehearsing).toString());

        var first = shell.run(checkout.launcher().toString(), "--version");

        assertThat(first.out()).startsWith("waybill 0.1.0");
        assertThat(checkout.state().resolve("untrained")).exists();
        assertThat(checkout.state().resolve("quick.aot")).doesNotExist();

        Files.createFile(rehearsing);
        shell.run(checkout.launcher().toString(), "--train");

        assertThat(checkout.state().resolve("untrained")).doesNotExist();
        assertThat(checkout.state().resolve("quick.aot")).hasContent("a cache");
        assertThat(checkout.state().resolve("training")).doesNotExist();
    }

    @Test
    void aRebuildEndsTheTrainingOfTheOldJar() throws InterruptedException {
        Checkout checkout = Checkout.at(temp.resolve("checkout"));
        Path never = temp.resolve("never");
        Shell shell = firstUse(checkout.mavenThatBuilds())
                .with("WAYBILL_START_CACHE", null)
                .with("JAVA_HOME", jdkWhoseRehearsalWaitsFor(never).toString());
        shell.run(checkout.launcher().toString(), "--version");
        while (!Files.isSymbolicLink(checkout.state().resolve("training"))) {
            Thread.sleep(10);
        }

        var rebuilt =
                shell.with("WAYBILL_START_CACHE", "off").run(checkout.launcher().toString(), "--rebuild");

        assertThat(rebuilt.exitCode()).isZero();
        assertThat(checkout.state().resolve("training")).doesNotExist();
        assertThat(checkout.state().resolve("untrained")).exists();
    }

    @Test
    void withCachesOffNoneIsMade() {
        Checkout checkout = Checkout.at(temp.resolve("checkout"));

        firstUse(checkout.mavenThatBuilds()).run(checkout.launcher().toString(), "--train");

        assertThat(checkout.state().resolve("training.log")).doesNotExist();
        assertThat(checkout.state().resolve("quick.aot")).doesNotExist();
    }

    @Test
    void aJarThatIsGoneIsBuiltAgain() throws IOException {
        Checkout checkout = Checkout.at(temp.resolve("checkout")).built();
        Files.delete(checkout.jar());

        var result =
                firstUse(checkout.mavenThatBuilds()).run(checkout.launcher().toString(), "--version");

        assertThat(result.err()).contains("waybill.jar is gone; building again");
        assertThat(result.out()).startsWith("waybill 0.1.0");
    }

    @Test
    void theLockOfAStartThatDiedIsTakenOver() throws IOException {
        Checkout checkout = Checkout.at(temp.resolve("checkout"));
        Files.createDirectories(checkout.state());
        Files.createSymbolicLink(checkout.state().resolve("building"), Path.of("999999999"));

        var result =
                firstUse(checkout.mavenThatBuilds()).run(checkout.launcher().toString(), "--version");

        assertThat(result.out()).startsWith("waybill 0.1.0");
    }

    @Test
    void aFailedBuildShowsTheErrorAndWhatToDo() {
        Checkout checkout = Checkout.at(temp.resolve("checkout"));

        var result = firstUse(checkout.mavenThatFails()).run(checkout.launcher().toString(), "--version");

        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).contains("a semicolon is missing", "the build failed", "build.log");
        assertThat(checkout.state().resolve("building")).doesNotExist();
    }

    /// This JDK, but a rehearsal waits until a file is there, and leaves a cache that can be recognised.
    private Path jdkWhoseRehearsalWaitsFor(Path file) {
        Path jdk = temp.resolve("jdk");
        Checkout.write(jdk.resolve("release"), "JAVA_VERSION=\"25\"\n");
        Shell.program(jdk.resolve("bin/javac"), "#!/bin/sh\n");
        Shell.program(jdk.resolve("bin/java"), """
                #!/bin/sh
                case "$*" in
                  *ClassFileUpgrade*) exit 0 ;;
                  *AOTCacheOutput=*) ;;
                  *) exec '%s/bin/java' "$@" ;;
                esac
                while [ ! -e '%s' ]; do sleep 0.05; done
                for option; do
                  case $option in -XX:AOTCacheOutput=*) printf 'a cache' >"${option#*=}" ;; esac
                done
                """.formatted(Checkout.JAVA_HOME, file));
        return jdk;
    }

    private Shell firstUse(Path maven) {
        return Shell.in(temp)
                .with("PATH", maven + ":" + SYSTEM_PATH)
                .with("WAYBILL_START_CACHE", "off")
                .with("JAVA_HOME", Checkout.JAVA_HOME);
    }
}

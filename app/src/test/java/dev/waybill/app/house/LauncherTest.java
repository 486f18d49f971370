package dev.waybill.app.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
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
    void aDamagedStartUpCacheIsIgnoredInSilence() {
        Checkout checkout = Checkout.at(temp.resolve("checkout")).built();
        Checkout.write(checkout.root().resolve("quick.aot"), "not a cache");

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
        // Training fails on a class path of folders, as here, and the start goes on without.
        Shell shell = firstUse(checkout.mavenThatBuilds()).with("WAYBILL_START_CACHE", null);

        var other = CompletableFuture.supplyAsync(
                () -> shell.run(checkout.launcher().toString(), "--version"));
        var result = shell.run(checkout.launcher().toString(), "--version");

        assertThat(result.out()).startsWith("waybill 0.1.0");
        assertThat(other.join().out()).startsWith("waybill 0.1.0");
        assertThat(Files.readAllLines(checkout.root().resolve("builds"))).hasSize(1);
        assertThat(checkout.root().resolve(".waybill/lock")).doesNotExist();
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
        Checkout.write(checkout.root().resolve(".waybill/lock/pid"), "999999999\n");

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
        assertThat(checkout.root().resolve(".waybill/lock")).doesNotExist();
    }

    private Shell firstUse(Path maven) {
        return Shell.in(temp)
                .with("PATH", maven + ":" + SYSTEM_PATH)
                .with("WAYBILL_START_CACHE", "off")
                .with("JAVA_HOME", Checkout.JAVA_HOME);
    }
}

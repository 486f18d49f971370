package dev.waybill.evidence.read.agentmesh;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A git repository, read with commands that run nothing of what its configuration names: no hooks, no helpers for
/// differences or signatures, no remote.
final class GitRepository implements AutoCloseable {

    /// There is no `git` on this machine.
    static final class NoGit extends Exception {
        private static final long serialVersionUID = 1;

        NoGit(String message) {
            super(message);
        }
    }

    record Commit(String sha, String committedAt, String message, List<String> files) {}

    static final int LONGEST_TEXT = 16 << 20;

    /// Two empty texts begin a commit: no file is called so.
    private static final String FORMAT = "--pretty=tformat:%x00%x00%H%x00%cI%x00%B%x00";

    private static final List<String> GUARDED =
            List.of("-c", "core.fsmonitor=false", "-c", "protocol.allow=never", "-c", "protocol.file.allow=always");

    private final String git;
    private final Path folder;
    private final @Nullable Path temporary;

    private GitRepository(String git, Path folder, @Nullable Path temporary) {
        this.git = git;
        this.folder = folder;
        this.temporary = temporary;
    }

    static GitRepository at(String git, Path folder) throws IOException, NoGit {
        GitRepository repository = new GitRepository(git, folder.toAbsolutePath(), null);
        repository.run("rev-parse", "--git-dir");
        return repository;
    }

    /// A bundle is unpacked into a repository of our own.
    static GitRepository ofBundle(String git, Path bundle) throws IOException, NoGit {
        Path own = Files.createTempDirectory("waybill-bundle-");
        GitRepository repository = new GitRepository(git, own, own);
        try {
            repository.run("init", "--quiet", "--bare", "--template=", own.toString());
            repository.run(
                    "fetch", "--quiet", "--no-tags", bundle.toAbsolutePath().toString(), "+refs/*:refs/*");
            if (repository.run("for-each-ref", "--count=1").isEmpty()) {
                // git makes no such bundle: its list of names was damaged.
                throw new IOException("expected a bundle that names a commit, found none");
            }
            return repository;
        } catch (IOException | NoGit e) {
            repository.close();
            throw e;
        }
    }

    /// All commits that a name leads to, the latest first.
    void commits(Taking next) throws IOException {
        pipe(
                List.of(
                        command("rev-list", "--all"),
                        command("diff-tree", "--stdin", "--root", "--always", "-r", "--name-only", "-z", FORMAT)),
                out -> {
                    try (GitOutput commits = new GitOutput(out)) {
                        commits.forEach(next);
                    }
                });
    }

    /// The stable patch id of each commit that names a witness.
    Map<String, String> patchIds() throws IOException {
        Map<String, String> ids = new LinkedHashMap<>();
        pipe(
                List.of(
                        command("rev-list", "--all", "--grep=^ *AgentMesh-Witness:"),
                        command("diff-tree", "--stdin", "--root", "-p", "--no-ext-diff", "--no-textconv"),
                        command("patch-id", "--stable")),
                out -> {
                    BufferedReader lines = new BufferedReader(new InputStreamReader(out, StandardCharsets.US_ASCII));
                    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                        String[] pair = line.split(" ", 2);
                        ids.put(pair[pair.length - 1], pair[0]);
                    }
                });
        return ids;
    }

    /// Takes one commit after the other.
    interface Taking {
        void commit(Commit commit) throws IOException;
    }

    private interface Reading {
        void from(InputStream out) throws IOException;
    }

    private static void pipe(List<ProcessBuilder> commands, Reading reading) throws IOException {
        commands.forEach(command -> command.redirectError(Redirect.DISCARD));
        List<Process> processes = ProcessBuilder.startPipeline(commands);
        try (InputStream out = processes.getLast().getInputStream()) {
            reading.from(out);
            for (Process process : processes) {
                awaitSuccess(process, "git failed in the middle of its output");
            }
        } finally {
            processes.forEach(Process::destroy);
        }
    }

    private String run(String... arguments) throws IOException, NoGit {
        Process process;
        try {
            process = command(arguments).redirectErrorStream(true).start();
        } catch (IOException e) {
            throw new NoGit("expected the command git, found none: " + e.getMessage());
        }
        try (InputStream out = process.getInputStream()) {
            process.getOutputStream().close();
            String said = new String(out.readNBytes(LONGEST_TEXT), StandardCharsets.UTF_8).strip();
            awaitSuccess(process, "git " + arguments[0] + ": " + said);
            return said;
        } finally {
            process.destroy();
        }
    }

    private static void awaitSuccess(Process process, String otherwise) throws IOException {
        try {
            if (process.waitFor() != 0) {
                throw new IOException(otherwise);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("waiting for git was interrupted", e);
        }
    }

    private ProcessBuilder command(String... arguments) {
        List<String> words = new ArrayList<>(List.of(git));
        words.addAll(GUARDED);
        words.addAll(List.of(arguments));
        ProcessBuilder command = new ProcessBuilder(words);
        Map<String, String> environment = command.environment();
        environment.keySet().removeIf(name -> name.startsWith("GIT_"));
        environment.put("GIT_DIR", folder.toString());
        environment.put("GIT_CONFIG_NOSYSTEM", "1");
        environment.put("GIT_CONFIG_GLOBAL", "/dev/null");
        environment.put("GIT_TERMINAL_PROMPT", "0");
        environment.put("GIT_NO_LAZY_FETCH", "1");
        environment.put("GIT_OPTIONAL_LOCKS", "0");
        environment.put("LC_ALL", "C");
        return command;
    }

    @Override
    public void close() throws IOException {
        if (temporary != null) {
            try (var files = Files.walk(temporary)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }
}

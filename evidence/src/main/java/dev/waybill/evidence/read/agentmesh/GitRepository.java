package dev.waybill.evidence.read.agentmesh;

import java.io.BufferedInputStream;
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
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A git repository, read with commands that run nothing of what its configuration names (no hooks, no helpers for
/// differences or signatures, no remote), and that show each object under its own name: replacements, grafts and the
/// commit graph, with which a repository says that an object is another or has other parents, are off.
record GitRepository(String git, Path folder, @Nullable Path temporary) implements AutoCloseable {

    /// There is no `git` on this machine.
    static final class NoGit extends Exception {
        private static final long serialVersionUID = 1;

        NoGit(String message) {
            super(message);
        }
    }

    /// @param files null when they cannot be told for certain
    record Commit(GitCommit object, @Nullable List<String> files) {}

    static final int LONGEST_TEXT = 16 << 20;

    /// Two empty texts begin a commit: no file is called so.
    private static final String FORMAT = "--pretty=tformat:%x00%x00%H%x00";

    private static final List<String> GUARDED = List.of(
            "--no-replace-objects",
            "-c",
            "core.fsmonitor=false",
            "-c",
            "core.commitGraph=false",
            "-c",
            "core.multiPackIndex=false",
            "-c",
            "protocol.allow=never",
            "-c",
            "protocol.file.allow=always");

    /// What `git fsck` says of objects that are genuine, though not as a newer git would write them.
    private static final Pattern HARMLESS = Pattern.compile(
            "(?:error|warning) in (?:commit|tree|blob|tag) .*|(?:hint|notice|warning|dangling|unreachable).*");

    private static final int MOST_SAID = 1 << 20;

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

    /// What git finds when it looks at the bytes of every object: those that are not what their names say, or missing.
    List<String> troubles() throws IOException {
        Process process = command("fsck", "--full", "--no-dangling", "--no-progress", "--no-reflogs")
                .redirectErrorStream(true)
                .start();
        try (InputStream out = process.getInputStream()) {
            process.getOutputStream().close();
            return new String(out.readNBytes(MOST_SAID), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !HARMLESS.matcher(line).matches())
                    .toList();
        } finally {
            process.destroy();
        }
    }

    /// The commits whose parents somebody cut off, so that everything in them looks new.
    Set<String> cut() throws IOException {
        Path shallow = folder.resolve("shallow");
        return Files.isRegularFile(shallow) ? new HashSet<>(Files.readAllLines(shallow)) : Set.of();
    }

    /// How the repository asks git to show other objects under some names.
    List<String> overrides() throws IOException, NoGit {
        List<String> found = new ArrayList<>();
        String replaced = run("for-each-ref", "--format=%(refname)", "refs/replace");
        replaced.lines().forEach(name -> found.add(name + " replaces an object"));
        if (Files.exists(folder.resolve("info").resolve("grafts"))) {
            found.add("info/grafts gives commits other parents");
        }
        return found;
    }

    /// All commits that a name leads to, the latest first.
    ///
    /// @param withFiles whether their trees can be relied on
    void commits(boolean withFiles, Taking next) throws IOException {
        Set<String> cut = cut();
        pipe(List.of(command("rev-list", "--all"), command("cat-file", "--batch")), objects -> {
            BufferedInputStream in = new BufferedInputStream(objects, 1 << 16);
            if (!withFiles) {
                each(in, _ -> null, next);
                return;
            }
            pipe(
                    List.of(
                            command("rev-list", "--all"),
                            command("diff-tree", "--stdin", "--root", "--always", "-r", "--name-only", "-z", FORMAT)),
                    out -> {
                        try (GitOutput files = new GitOutput(out)) {
                            each(in, sha -> known(files.filesOf(sha), !cut.contains(sha)), next);
                        }
                    });
        });
    }

    private static @Nullable List<String> known(List<String> files, boolean certain) {
        return certain ? files : null;
    }

    private static void each(BufferedInputStream in, FilesOf files, Taking next) throws IOException {
        for (GitCommit object = GitCommit.read(in); object != null; object = GitCommit.read(in)) {
            next.commit(new Commit(object, files.of(object.sha())));
        }
    }

    private interface FilesOf {
        @Nullable
        List<String> of(String sha) throws IOException;
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
        // A file in the repository could name another one to look into.
        environment.put("GIT_COMMON_DIR", folder.toString());
        environment.put("GIT_NO_REPLACE_OBJECTS", "1");
        environment.put("GIT_GRAFT_FILE", "/dev/null/none");
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

package dev.waybill.app.anchor;

import dev.waybill.app.cli.Subprocess;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.anchor.Anchor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A git repository of the other party: a line in a file, and a commit. Pushing it is theirs to set up.
record GitTarget(Path repository) implements AnchorTarget {

    private static final String FILE = "waybill-anchors.jsonl";

    /// A service has no name that git knows, and must not fail for want of one.
    private static final List<String> OURSELVES =
            List.of("-c", "user.name=Waybill", "-c", "user.email=waybill@localhost");

    @Override
    public Anchor hand(Receipt summary) throws IOException {
        git("rev-parse", "--show-toplevel");
        Anchor anchor = new FileTarget(repository.resolve(FILE)).hand(summary);
        git("add", "--", FILE);
        List<String> commit = new ArrayList<>(knowsWhoCommits() ? List.of() : OURSELVES);
        commit.addAll(List.of("commit", "--quiet", "--message", "Anchor of " + summary.ref(), "--", FILE));
        git(commit.toArray(String[]::new));
        return anchor;
    }

    private void git(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("git", "-C", repository.toString()));
        command.addAll(List.of(arguments));
        Subprocess done = Subprocess.run(command);
        if (!done.succeeded()) {
            throw new IOException("git in " + repository + ": "
                    + done.output().strip().lines().findFirst().orElse("it failed"));
        }
    }

    private boolean knowsWhoCommits() {
        return Subprocess.run(List.of("git", "-C", repository.toString(), "var", "GIT_COMMITTER_IDENT"))
                .succeeded();
    }

    @Override
    public String name() {
        return "the git repository " + repository;
    }
}

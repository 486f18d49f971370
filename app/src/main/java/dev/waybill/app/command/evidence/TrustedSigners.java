package dev.waybill.app.command.evidence;

import dev.waybill.app.cli.Argument;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.KeyFiles;
import dev.waybill.app.cli.Option;
import dev.waybill.base.Digest;
import dev.waybill.evidence.Finding;
import dev.waybill.evidence.FindingCode;
import dev.waybill.evidence.Place;
import dev.waybill.receipt.key.VerificationKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;

/// `--trust`: whose signatures count. A signature shows that somebody with a key signed; whoever changes a record can
/// sign it again with a key of their own, and only a reader who knows the right key notices.
final class TrustedSigners implements Argument {

    private static final Pattern FINGERPRINT = Pattern.compile("[0-9a-f]{64}");

    private final Option<Path> file = Option.path(
            "--trust",
            "FILE",
            "Accept only signatures by these keys: a JWK or JWK set, or lines of SHA-256 fingerprints (hex).");

    private final Map<String, Place> signers = new LinkedHashMap<>();

    void signed(String fingerprint, Place place) {
        signers.putIfAbsent(fingerprint, place);
    }

    /// What there is to tell about signers once everything is read. What nobody signed was not signed by them either: a
    /// forger leaves signatures out, too.
    ///
    /// @param whole what was read
    void judge(Environment environment, Place whole, FindingsReport report) throws IOException {
        Path trusted = file.value();
        if (trusted == null) {
            return;
        }
        Set<String> known = read(environment, trusted);
        if (signers.isEmpty()) {
            report.accept(new Finding(
                    FindingCode.SIGNER_MISSING,
                    whole,
                    "nothing here is signed, by a key in %s or any other".formatted(trusted)));
        }
        signers.forEach((fingerprint, place) -> {
            if (!known.contains(fingerprint)) {
                report.accept(new Finding(
                        FindingCode.SIGNER_UNTRUSTED,
                        place,
                        "signed by the key %s, which is not in %s".formatted(fingerprint, trusted)));
            }
        });
    }

    /// One line for people, where nobody said whose keys count.
    Optional<String> unpinned() {
        return file.isGiven() || signers.isEmpty()
                ? Optional.empty()
                : Optional.of("signed by %s that you did not pin: %s; give the keys that you trust with --trust FILE"
                        .formatted(
                                signers.size() == 1 ? "a key" : signers.size() + " keys",
                                String.join(", ", signers.keySet())));
    }

    Set<String> fingerprints() {
        return signers.keySet();
    }

    private static Set<String> read(Environment environment, Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw Failure.unreadable("there is no file " + file, "Check --trust.");
        }
        String text = Files.readString(file, StandardCharsets.UTF_8).strip();
        Set<String> known = new LinkedHashSet<>();
        if (text.startsWith("{")) {
            for (VerificationKey key :
                    new KeyFiles(environment).keySet(List.of(file.toString())).all()) {
                known.add(Digest.of(key.point()).hex());
            }
            return known;
        }
        text.lines()
                .map(line -> line.split("#", 2)[0].strip())
                .filter(line -> !line.isEmpty())
                .forEach(line -> known.add(fingerprint(file, line)));
        return known;
    }

    private static String fingerprint(Path file, String line) {
        if (!FINGERPRINT.matcher(line).matches()) {
            throw new Failure(
                    ExitCode.USAGE,
                    "trust_file",
                    file + ": expected a JWK, a JWK set, or 64 hex digits a line, found \"" + line + "\"",
                    "`waybill evidence verify PATH` shows the fingerprints of the keys that signed.");
        }
        return line;
    }

    @Override
    public void addTo(CommandSpec spec) {
        file.addTo(spec);
    }
}

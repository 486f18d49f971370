package dev.waybill.app.anchor;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Input;
import dev.waybill.receipt.anchor.Anchor;
import dev.waybill.receipt.anchor.AnchorLines;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;

/// Anchors and certificates in files that a command names.
public final class AnchorFiles {

    private AnchorFiles() {}

    /// Keeps the proof that came back; a target that keeps the summary itself gave none.
    public static void keep(Anchor anchor, Path file) throws IOException {
        if (!(anchor.proof() instanceof Anchor.Proof.Kept)) {
            FileTarget.append(file, anchor.line());
        }
    }

    public static List<Anchor> read(List<String> files, Environment environment) {
        List<Anchor> anchors = new ArrayList<>();
        for (String file : files) {
            try (Input input = Input.open(file, environment)) {
                anchors.addAll(AnchorLines.read(input.text(), input.name()));
            } catch (IllegalArgumentException e) {
                throw Failure.unreadable(
                        String.valueOf(e.getMessage()),
                        "Give a file that 'waybill anchor' wrote, or a list of summaries.");
            }
        }
        return anchors;
    }

    public static List<X509Certificate> certificates(List<String> files, Environment environment) {
        List<X509Certificate> certificates = new ArrayList<>();
        for (String file : files) {
            try (Input input = Input.open(file, environment)) {
                CertificateFactory.getInstance("X.509")
                        .generateCertificates(new ByteArrayInputStream(input.bytes()))
                        .forEach(each -> certificates.add((X509Certificate) each));
            } catch (CertificateException e) {
                throw Failure.unexpected(file, "certificates in PEM or DER", "something else: " + e.getMessage(), null);
            }
        }
        return certificates;
    }
}

package dev.waybill.app.anchor;

import dev.waybill.base.Digest;
import dev.waybill.receipt.anchor.TimestampAuthorities;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.cert.CertPathBuilder;
import java.security.cert.CertStore;
import java.security.cert.CollectionCertStoreParameters;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.cms.ContentInfo;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cms.jcajce.JcaSimpleSignerInfoVerifierBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.tsp.TSPAlgorithms;
import org.bouncycastle.tsp.TSPException;
import org.bouncycastle.tsp.TimeStampToken;
import org.bouncycastle.tsp.TimeStampTokenInfo;

/// Time stamps of services whose certificates the reader gave. Nobody is asked whether one was revoked: the check is
/// offline, at the time that the stamp names.
public final class TrustedStamps implements TimestampAuthorities {

    private final List<X509Certificate> trusted;

    /// @param trusted of the services, or of who certifies them
    public TrustedStamps(List<X509Certificate> trusted) {
        this.trusted = List.copyOf(trusted);
    }

    @Override
    public Stamp check(byte[] token, Digest imprint) throws Untrusted {
        try {
            TimeStampToken stamp = new TimeStampToken(ContentInfo.getInstance(token));
            checkImprint(stamp.getTimeStampInfo(), imprint);
            X509Certificate signer = signer(stamp);
            stamp.validate(new JcaSimpleSignerInfoVerifierBuilder().build(signer));
            return new Stamp(
                    stamp.getTimeStampInfo().getGenTime().toInstant(),
                    signer.getSubjectX500Principal().getName());
        } catch (TSPException
                | IOException
                | GeneralSecurityException
                | OperatorCreationException
                | ClassCastException e) {
            throw new IllegalArgumentException(String.valueOf(e.getMessage()), e);
        }
    }

    private static void checkImprint(TimeStampTokenInfo info, Digest imprint) {
        boolean sha256 = TSPAlgorithms.SHA256.equals(info.getMessageImprintAlgOID());
        if (!sha256 || !Arrays.equals(info.getMessageImprintDigest(), imprint.toBytes())) {
            throw new IllegalArgumentException("it was made for something else");
        }
    }

    private X509Certificate signer(TimeStampToken stamp) throws GeneralSecurityException, IOException, Untrusted {
        List<X509Certificate> known = new ArrayList<>(trusted);
        for (X509CertificateHolder each : stamp.getCertificates().getMatches(null)) {
            known.add(new JcaX509CertificateConverter().getCertificate(each));
        }
        X509CertSelector wanted = new X509CertSelector();
        wanted.setIssuer(new X500Principal(stamp.getSID().getIssuer().getEncoded()));
        wanted.setSerialNumber(stamp.getSID().getSerialNumber());
        X509Certificate signer = known.stream()
                .filter(wanted::match)
                .findFirst()
                .orElseThrow(() -> new Untrusted("the certificate of the time-stamp service is not here"));
        checkPath(signer, known, stamp.getTimeStampInfo().getGenTime());
        return signer;
    }

    private void checkPath(X509Certificate signer, List<X509Certificate> known, Date at)
            throws GeneralSecurityException, Untrusted {
        if (trusted.isEmpty()) {
            throw new Untrusted("no certificate of a time-stamp service was given");
        }
        Set<TrustAnchor> anchors = new LinkedHashSet<>();
        trusted.forEach(each -> anchors.add(new TrustAnchor(each, null)));
        X509CertSelector target = new X509CertSelector();
        target.setCertificate(signer);
        PKIXBuilderParameters parameters = new PKIXBuilderParameters(anchors, target);
        parameters.addCertStore(CertStore.getInstance("Collection", new CollectionCertStoreParameters(known)));
        parameters.setRevocationEnabled(false);
        parameters.setDate(at);
        try {
            if (!trusted.contains(signer)) {
                CertPathBuilder.getInstance("PKIX").build(parameters);
            }
        } catch (java.security.cert.CertPathBuilderException e) {
            throw new Untrusted(
                    signer.getSubjectX500Principal().getName() + " is not certified by any authority you named");
        }
    }
}

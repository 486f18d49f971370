package dev.waybill.app.anchor;

import dev.waybill.base.Digest;
import java.io.IOException;
import java.math.BigInteger;
import java.security.SecureRandom;
import org.bouncycastle.tsp.TSPAlgorithms;
import org.bouncycastle.tsp.TSPException;
import org.bouncycastle.tsp.TimeStampRequest;
import org.bouncycastle.tsp.TimeStampRequestGenerator;
import org.bouncycastle.tsp.TimeStampResponse;

/// What a time-stamp service is asked, and what it answers.
final class Rfc3161 {

    private static final int NONCE_BITS = 64;

    private Rfc3161() {}

    /// A question that no earlier answer fits.
    static Question ask(Digest imprint) throws IOException {
        TimeStampRequestGenerator generator = new TimeStampRequestGenerator();
        generator.setCertReq(true);
        return new Question(generator.generate(
                TSPAlgorithms.SHA256, imprint.toBytes(), new BigInteger(NONCE_BITS, new SecureRandom())));
    }

    record Question(TimeStampRequest request) {

        byte[] bytes() throws IOException {
            return request.getEncoded();
        }

        /// @param service for the message
        /// @throws IOException when the answer is a refusal, or answers something else
        byte[] token(byte[] answer, String service) throws IOException {
            try {
                TimeStampResponse response = new TimeStampResponse(answer);
                response.validate(request);
                if (response.getTimeStampToken() == null) {
                    throw new IOException(service + " refused: " + response.getStatusString());
                }
                return response.getTimeStampToken().getEncoded();
            } catch (TSPException e) {
                throw new IOException(service + " sent no time stamp of this summary: " + e.getMessage(), e);
            }
        }
    }
}

package dev.waybill.packsjs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.engine.node.Activity;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

/// `node:crypto` and `Buffer`, against published vectors and against the JDK.
class NodeCryptoTest {

    private static String given(String body) throws Exception {
        Activity node = Bench.node("const c = await import('node:crypto');\n" + body, "", "side-effect");
        return String.valueOf(Called.outputs(node, "{}", "{}").get("is"));
    }

    @Test
    void digestsAndCodesAreThoseOfTheStandards() throws Exception {
        assertThat(given("return { outputs: { is: c.createHash('sha512').update('abc').digest('hex').slice(0, 32) } }"))
                .isEqualTo("\"ddaf35a193617abacc417349ae204131\"");
        assertThat(given("""
                return { outputs: { is: c.createHmac('sha256', 'Jefe').update('what do ya want for nothing?').digest('hex') } }""")).isEqualTo("\"5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843\"");
    }

    @Test
    void whatIsSealedIsOpenedAndWhatWasTouchedIsNot() throws Exception {
        assertThat(given("""
                const is = [];
                for (const alg of ['aes-256-gcm', 'chacha20-poly1305']) {
                  const key = Buffer.alloc(32, 7), iv = c.randomBytes(12);
                  const sealing = c.createCipheriv(alg, key, iv).setAAD(Buffer.from('to'));
                  const sealed = Buffer.concat([sealing.update('secret ü'), sealing.final()]);
                  const open = (bytes) => {
                    const opening = c.createDecipheriv(alg, key, iv).setAuthTag(sealing.getAuthTag()).setAAD(Buffer.from('to'));
                    return Buffer.concat([opening.update(bytes), opening.final()]).toString();
                  };
                  is.push(open(sealed));
                  sealed[0] ^= 1;
                  try { is.push(open(sealed)); } catch (e) { is.push(e.code); }
                }
                return { outputs: { is } };"""))
                .isEqualTo(
                        "[\"secret ü\",\"ERR_CRYPTO_OPERATION_FAILED\",\"secret ü\",\"ERR_CRYPTO_OPERATION_FAILED\"]");
    }

    @Test
    void signaturesAreMadeAndCheckedWithEveryKindOfKey() throws Exception {
        for (String kind : List.of("Ed25519", "RSA", "EC")) {
            KeyPair pair = KeyPairGenerator.getInstance(kind).generateKeyPair();
            assertThat(given("""
                    const priv = c.createPrivateKey(`%s`), pub = c.createPublicKey(`%s`), data = Buffer.from('data');
                    const digest = '%s' === 'Ed25519' ? null : 'sha256';
                    const signature = c.sign(digest, data, priv);
                    return { outputs: { is: [c.verify(digest, data, pub, signature), c.verify(digest, Buffer.from('other'), pub, signature)] } };""".formatted(
                                    pem("PRIVATE KEY", pair.getPrivate().getEncoded()),
                                    pem("PUBLIC KEY", pair.getPublic().getEncoded()),
                                    kind)))
                    .as(kind)
                    .isEqualTo("[true,false]");
        }
    }

    private static String pem(String label, byte[] key) {
        return "-----BEGIN %s-----\n%s\n-----END %s-----"
                .formatted(label, Base64.getMimeEncoder().encodeToString(key), label);
    }

    @Test
    void buffersEncodeAndDecodeAsNodeDoes() throws Exception {
        assertThat(given("""
                const b = Buffer.from('héllo 🚚', 'utf8');
                return { outputs: { is: [b.length, b.toString('hex'), b.toString('base64'), b.toString('base64url'),
                  Buffer.from(b.toString('base64'), 'base64').equals(b), Buffer.from('ff', 'hex').toString(),
                  Buffer.from([1, 2, 3]).readUInt16BE(1), Buffer.concat([Buffer.from('a'), Buffer.from('b')]).toString('latin1')] } };"""))
                .isEqualTo(
                        "[11,\"68c3a96c6c6f20f09f9a9a\",\"aMOpbGxvIPCfmpo=\",\"aMOpbGxvIPCfmpo\",true,\"�\",515,\"ab\"]");
    }

    @Test
    void addressesHaveTheirParts() throws Exception {
        assertThat(given("""
                const u = new URL('/b?x=1&y=a+b#f', 'HTTPS://Example.com:443/a');
                let bad; try { new URL('no address'); } catch (e) { bad = e.code; }
                return { outputs: { is: [u.href, u.host, u.pathname, u.searchParams.get('y'), bad] } };"""))
                .isEqualTo(
                        "[\"https://example.com/b?x=1&y=a+b#f\",\"example.com\",\"/b\",\"a b\",\"ERR_INVALID_URL\"]");
    }
}

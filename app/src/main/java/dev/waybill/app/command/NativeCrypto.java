package dev.waybill.app.command;

/// Whether a native cryptography library can be loaded here. Asked by name, because neither must be on the
/// class path of every platform.
final class NativeCrypto {

    private NativeCrypto() {}

    static boolean corretto() {
        return answers("com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider", "isAvailable");
    }

    static boolean conscrypt() {
        return answers("org.conscrypt.Conscrypt", "isAvailable");
    }

    private static boolean answers(String type, String question) {
        try {
            var method = Class.forName(type).getMethod(question);
            Object instance = java.lang.reflect.Modifier.isStatic(method.getModifiers())
                    ? null
                    : Class.forName(type).getField("INSTANCE").get(null);
            return Boolean.TRUE.equals(method.invoke(instance));
        } catch (ReflectiveOperationException | LinkageError _) {
            return false;
        }
    }
}

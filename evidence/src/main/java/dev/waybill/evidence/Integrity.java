package dev.waybill.evidence;

/// What could be checked about a record's bytes.
///
/// @param detail a few words for people: `chain ok`, `signed by mesh_2992a2bfaa980df1`, `hash differs`
public record Integrity(Level level, String detail) {

    /// From best to worst.
    public enum Level {
        /// A signature over it holds.
        SIGNED,
        /// A hash or a chain of hashes that nobody signed holds: it guards against accidents.
        HASHED,
        /// There is nothing to check it by.
        UNSIGNED,
        /// A hash or a signature does not hold.
        BROKEN
    }

    public static final Integrity UNSIGNED = new Integrity(Level.UNSIGNED, "unsigned");
    public static final Integrity CHAIN_OK = new Integrity(Level.HASHED, "chain ok");

    public static Integrity signedBy(String key) {
        return new Integrity(Level.SIGNED, "signed by " + key);
    }

    public static Integrity hashed(String detail) {
        return new Integrity(Level.HASHED, detail);
    }

    public static Integrity broken(String why) {
        return new Integrity(Level.BROKEN, why);
    }

    public boolean isBroken() {
        return level == Level.BROKEN;
    }
}
